import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { formatMedianAndMax, iterateRounds, reportToRunner } from '../support/faults/fault-report.ts'
import { fetchStatusOrError } from '../support/fetch-status-or-error.ts'
import { findFreePort } from '../support/free-port.ts'
import { limitTime, pickSize } from '../support/proof-size.ts'
import { buildCleanEnvironment, startWithNpm } from '../support/repository-copy.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** How often a server is stopped under load. */
const STOP_COUNT = pickSize({ short: 3, whole: 50 })
/** How often the test stops `npm start` and its process group under load. */
const GROUP_STOP_COUNT = pickSize({ short: 2, whole: 20 })
/** How long a shutdown may take, in ms. */
const EXIT_TIMEOUT = limitTime(10_000)
const CLIENT_COUNT = 50
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** A cached page, an uncached page, a call and the health check. Another client polls `/readyz`. */
const paths = ['/', '/nothing', '/api/faq-items', '/healthz']

type Outcome = { answered: number; failed: string[] }

describeOnEachDatabase('a server that is stopped under load', (database) => {
  const running: ServerProcess[] = []
  afterEach(() => {
    for (const { child } of running.splice(0)) child.kill('SIGKILL')
  })

  async function start(environment: Record<string, string>, port?: number): Promise<ServerProcess> {
    const main = await startServerProcess(environment, { port })
    running.push(main)
    return main
  }

  it('answers every request that it received and exits with code 0 in time', async () => {
    const environment = await database.environment()
    const port = await findFreePort()
    const shutdownTimes: number[] = []
    let replyCount = 0
    for (const stop of iterateRounds(STOP_COUNT, `stopped, ${database.name}`)) {
      const main = await start(environment, port)
      const load = startLoad(port)
      await expect.poll(() => load.outcome.answered).toBeGreaterThan(200)
      const lastReason = watchReadiness(port)
      const { code, durationMs } = await main.stop()
      await load.end()
      expect({ stop, code, failed: load.outcome.failed }).toEqual({ stop, code: 0, failed: [] })
      expect(durationMs).toBeLessThan(EXIT_TIMEOUT)
      // A proxy then sends no more requests to this process.
      expect(await lastReason).toContain('the process is shutting down')
      shutdownTimes.push(durationMs)
      replyCount += load.outcome.answered
    }
    const measured = `${shutdownTimes.length} stops under ${CLIENT_COUNT} clients: ${replyCount} requests answered, 0 failed; ended in ${formatMedianAndMax(shutdownTimes)}`
    reportToRunner({ fault: 'stopped', on: database.name, measured, isKept: true })
  })

  it('answers every request when npm and its process group get two signals', async () => {
    const port = await findFreePort()
    const shutdownTimes: number[] = []
    let replyCount = 0
    for (const stop of iterateRounds(GROUP_STOP_COUNT, `stopped by group, ${database.name}`)) {
      // Each run has a fresh site, so that the start also makes the tables.
      const environment = await database.environment()
      const signal = stop % 2 === 0 ? 'SIGINT' : 'SIGTERM'
      const env = buildCleanEnvironment({
        SEED: 'none',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        ...environment,
        PORT: String(port),
      })
      const { process: child, log } = await startWithNpm(ROOT, env, { detached: true })
      const file = join(environment.DATA_DIR ?? '', 'rankstead.db')
      if (database.name === 'SQLite') expect(listTables(file)).toContain('content_record')
      const load = startLoad(port)
      await expect.poll(() => load.outcome.answered).toBeGreaterThan(200)
      const started = performance.now()
      const exit = once(child, 'exit')
      const group = -(child.pid ?? Number.NaN)
      // A separate process renders this image, and the signal must not end it.
      const agent = new Agent()
      let isRendered = false
      const imageStatus = fetchStatusOrError({ agent, port, path: '/share/home.png' }).finally(() => {
        isRendered = true
      })
      await expect.poll(() => isRendered || isRenderingImage(), { interval: 5 }).toBe(true)
      process.kill(group, signal)
      await expect.poll(() => fetchStatusOrError({ agent: new Agent(), port, path: '/readyz' }), { interval: 5 }).not.toBe(200)
      if (child.exitCode === null) process.kill(group, signal)
      expect(await imageStatus, log()).toBe(200)
      agent.destroy()
      const [code] = await exit
      const durationMs = performance.now() - started
      await load.end()
      expect({ stop, code, failed: load.outcome.failed }).toEqual({ stop, code: 0, failed: [] })
      expect(durationMs).toBeLessThan(EXIT_TIMEOUT)
      if (database.name === 'SQLite') expect(readdirSync(environment.DATA_DIR ?? '')).not.toContain('rankstead.db-wal')
      shutdownTimes.push(durationMs)
      replyCount += load.outcome.answered
    }
    const measured = `${shutdownTimes.length} stops of npm and its group by two signals under ${CLIENT_COUNT} clients: ${replyCount} requests answered, 0 failed; ended in ${formatMedianAndMax(shutdownTimes)}`
    reportToRunner({ fault: 'stopped', on: database.name, measured, isKept: true })
  })

  it.runIf(database.name === 'SQLite')('loses no request behind a proxy while two servers are replaced one by one', async () => {
    const environment = await database.environment()
    const servers = [await start(environment), await start(environment)]
    const proxy = await startRoundRobinProxy(servers.map(({ port }) => port))
    const load = startLoad(proxy.port, { isProxied: true })
    for (const [nth, main] of servers.entries()) {
      const before = load.outcome.answered
      await expect.poll(() => load.outcome.answered - before).toBeGreaterThan(200)
      expect((await main.stop()).code).toBe(0)
      servers[nth] = await start(environment, main.port)
    }
    await load.end()
    proxy.close()
    expect(load.outcome.failed).toEqual([])
  })
})

/** Returns whether a server renders a share image now. */
function isRenderingImage(): boolean {
  return readdirSync('/proc').some((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('render-share-image-process')
    } catch {
      // No process, or one that has ended.
      return false
    }
  })
}

/** Returns the tables in a copy of the database file without its log. */
function listTables(file: string): unknown[] {
  const folder = mkdtempSync(join(tmpdir(), 'rankstead-copy-'))
  const copy = join(folder, 'copy.db')
  copyFileSync(file, copy)
  const opened = new DatabaseSync(copy)
  const names = opened.prepare("select name from sqlite_schema where type = 'table'").all()
  opened.close()
  rmSync(folder, { recursive: true })
  return names.map(({ name }) => name)
}

/** Starts clients that repeat requests on open connections, until `end` or until the server refuses new connections. */
function startLoad(port: number, { isProxied = false } = {}) {
  const outcome: Outcome = { answered: 0, failed: [] }
  let isStopped = false

  async function visit(nth: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let count = nth; !isStopped; count++) {
      const path = paths[count % paths.length] ?? '/'
      const result = await fetchStatusOrError({ agent, port, path })
      if (result === 'ECONNREFUSED' && !isProxied) break
      if (result === (path === '/nothing' ? 404 : 200)) outcome.answered++
      else outcome.failed.push(`${path}: ${result}`)
    }
    agent.destroy()
  }

  const clients = Array.from({ length: CLIENT_COUNT }, (_, nth) => visit(nth))
  return {
    outcome,
    async end() {
      isStopped = true
      await Promise.all(clients)
    },
  }
}

/** Polls `/readyz` until the process ends. Returns its last reason for not being ready. */
async function watchReadiness(port: number): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let lastReason = ''
  for (;;) {
    const result = await fetchStatusOrError({ agent, port, path: '/readyz' })
    if (String(result).startsWith('503')) lastReason = String(result)
    else if (result !== 200) break
  }
  agent.destroy()
  return lastReason
}

/** Passes each connection to the next server in turn, and skips servers that refuse connections. */
async function startRoundRobinProxy(ports: readonly number[]): Promise<{ port: number; close: () => void }> {
  let nextServer = 0
  const server: Server = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => undefined).pause()
    const first = nextServer++
    const connectTo = (attempt: number) => {
      const target = connect({ port: ports[(first + attempt) % ports.length] ?? 0, host: '127.0.0.1', allowHalfOpen: true })
      target.once('connect', () => client.pipe(target).pipe(client))
      target.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && attempt + 1 < ports.length) connectTo(attempt + 1)
        else client.destroy()
      })
    }
    connectTo(0)
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { port, close: () => void server.close() }
}
