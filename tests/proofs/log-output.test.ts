import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPipe } from '../support/log-capture.ts'
import { limitTime } from '../support/proof-size.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

/** More log lines than a pipe and the buffer in memory can hold. */
const OVERFLOW_COUNT = 10_000
const SMALL_COUNT = 200
const CONCURRENCY = 50

describe('a server whose log cannot be written', () => {
  let folder: string
  let main: ServerProcess

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rankstead-log-'))
  })
  afterEach(() => {
    main.child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })

  async function start(stdout: number | 'pipe') {
    main = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'info' }, { stdout })
    // The child process has its own descriptor.
    if (typeof stdout === 'number') closeSync(stdout)
  }

  /** Makes requests that each log one line. */
  async function logRequests(requests: number) {
    const fetchStatus = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${main.port}${path}`)
      await response.arrayBuffer()
      return response.status
    }
    for (let count = 0; count < requests; count += CONCURRENCY) {
      const statuses = await Promise.all(Array.from({ length: CONCURRENCY }, () => fetchStatus('/api/faq-items')))
      expect(new Set(statuses)).toEqual(new Set([200]))
    }
    expect(await fetchStatus('/healthz')).toBe(200)
  }

  async function expectCleanExit() {
    const { code, durationMs } = await main.stop()
    expect(code).toBe(0)
    expect(durationMs).toBeLessThan(limitTime(5_000))
  }

  it('works and exits normally if the disk is full', async () => {
    await start(openSync('/dev/full', 'w'))
    await logRequests(SMALL_COUNT)
    await expectCleanExit()
  })

  it('works and exits normally if the log reader goes away', async () => {
    await start('pipe')
    main.child.stdout?.destroy()
    // Sends an email, whose line on standard output doesn't come from the logger.
    const body = JSON.stringify({ subemail: 'reader@example.com' })
    const headers = { 'content-type': 'application/json' }
    await fetch(`http://127.0.0.1:${main.port}/api/add-subscriber`, { method: 'POST', headers, body })
    await expect.poll(() => existsSync(join(folder, 'mail'))).toBe(true)
    await logRequests(SMALL_COUNT)
    await expectCleanExit()
  })

  it('works and exits normally if the log reader never reads', async () => {
    await start('pipe')
    await logRequests(OVERFLOW_COUNT)
    await expectCleanExit()
  })

  it('continues the log for the next reader and reports how many lines were lost', async () => {
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    const first = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    await start(openSync(path, 'w'))
    // The start and its health check have logged all their lines, so none of them is lost later.
    const firstOutput: string[] = []
    const readFirstOutput = () => {
      firstOutput.push(readPipe(first))
      return firstOutput.join('')
    }
    await expect.poll(readFirstOutput).toContain('Rankstead runs at')
    await expect.poll(readFirstOutput).toContain('"msg":"a request"')
    closeSync(first)
    await logRequests(OVERFLOW_COUNT)
    const next = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const read: string[] = []
    const readLogLines = () => {
      read.push(readPipe(next))
      return /"msg":"(\d+) log lines were lost"/.exec(read.join(''))?.[1]
    }
    await expect.poll(readLogLines, { interval: 5 }).toBeDefined()
    const loggedCount = read.join('').match(/"msg":"a request"/g)?.length
    // The health check logs a line too.
    expect(Number(readLogLines()) + Number(loggedCount)).toBe(OVERFLOW_COUNT + 1)
    closeSync(next)
    await expectCleanExit()
  })
})
