import { setTimeout as pause } from 'node:timers/promises'
import { type BulkTable, insertBulkRows, runSqlOnPostgres } from '../../tests/support/bulk-rows.ts'
import { exportCalls, listCalls } from '../../tests/support/long-list-calls.ts'
import { pickSize } from './bench-size.ts'
import { type MeasuredServer, MS_PER_TICK, readCpuTime, readMemory } from './measured-server.ts'
import { createScratchFolder, signInAsAdmin, startProduct } from './product-server.ts'

/** Each round requests the list from every server, so that other work on the machine affects all sizes alike. */
const ROUNDS = pickSize({ short: 1, whole: 5 })
/** In each round, a request repeats until the server has used this much CPU time in ms, up to MAX_REQUESTS times. */
const MIN_CPU_TIME = 200
const MAX_REQUESTS = pickSize({ short: 2, whole: 400 })
const WARM_UP_REQUESTS = pickSize({ short: 1, whole: 40 })
/** The server counts as idle after this time without CPU use, in ms. */
const IDLE_PERIOD = pickSize({ short: 200, whole: 2_000 })
/** Makes the hourly recount due, so that the next start runs it. */
const RECOUNT_NOW_SQL = 'update recount_job set due_at = 0'

/** The cost of a request: server CPU time in ms, and the size of the reply. */
export type Cost = { cpu: number; bytes: number }

/** All times are in ms. */
export type TableMeasurement = {
  /** The costs of each call, one for each round. */
  calls: Map<string, Cost[]>
  /** `memory`: its growth during the download, in MB. */
  file?: { bytes: number; cpu: number; memory: number }
  longestBlock: number
  recount: { cpu: number; durationMs: number }
}

/** A server with `size` records. */
type SizedServer = MeasuredServer & {
  size: number
  cookie: string
  recount: TableMeasurement['recount']
  remove: () => Promise<void>
}

/** Measures all lists of a table. Returns one measurement for each size. */
export async function measureTable(
  table: BulkTable,
  sizes: readonly number[],
  postgresUrl: string | undefined,
): Promise<TableMeasurement[]> {
  const servers: SizedServer[] = []
  for (const size of sizes) servers.push(await startSizedServer(table, size, postgresUrl))
  for (const server of servers) {
    await readLongestBlock(server)
    await warmUp(server, table)
  }
  const calls = servers.map(() => new Map<string, Cost[]>())
  for (const [name, { path }] of Object.entries(listCalls[table])) {
    const costs = await measureRounds(servers, path)
    for (const [index, some] of costs.entries()) calls[index]?.set(name, some)
  }
  const measurements: TableMeasurement[] = []
  for (const [index, server] of servers.entries()) {
    const file = exportCalls[table] ? await measureDownload(server, exportCalls[table], server.cookie) : undefined
    const longestBlock = await readLongestBlock(server)
    await server.remove()
    measurements.push({ calls: calls[index] ?? new Map(), longestBlock, recount: server.recount, ...(file && { file }) })
  }
  return measurements
}

async function startSizedServer(table: BulkTable, size: number, postgresUrl: string | undefined): Promise<SizedServer> {
  const folder = createScratchFolder()
  const settings: Record<string, string> = postgresUrl
    ? { DATABASE_URL: await createDatabase(postgresUrl, `${table}_${size}`) }
    : {}
  await (await startProduct(folder.path, settings)).stop()
  await insertBulkRows({ DATA_DIR: folder.path, ...settings }, { [table]: size }, [RECOUNT_NOW_SQL])
  const server = await startProduct(folder.path, settings)
  const cookie = await signInAsAdmin(server)
  const recount = await measureRecount(server)
  const remove = async () => {
    await server.stop()
    folder.remove()
    if (postgresUrl) await runSqlOnPostgres(`${postgresUrl}/postgres`, [`drop database ${table}_${size} with (force)`])
  }
  return { ...server, size, cookie, recount, remove }
}

/** Returns the costs of a list on each server, one for each round. */
async function measureRounds(servers: readonly SizedServer[], path: (rows: number) => string): Promise<Cost[][]> {
  const costs = servers.map((): Cost[] => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, server] of servers.entries())
      costs[index]?.push(await measureCost(server, path(server.size), server.cookie))
  return costs
}

/** Waits until the server is idle. Returns its CPU time and the time until then. Misses recount work before the sign-in. */
async function measureRecount({ pid }: MeasuredServer): Promise<TableMeasurement['recount']> {
  const startCost = { cpu: readCpuTime(pid), at: performance.now() }
  let [quietSince, last] = [startCost.at, startCost.cpu]
  while (performance.now() - quietSince < IDLE_PERIOD) {
    await pause(200)
    const now = readCpuTime(pid)
    if (now - last > MS_PER_TICK) quietSince = performance.now()
    last = now
  }
  return { cpu: last - startCost.cpu, durationMs: quietSince - startCost.at }
}

/** Lets the server compile its code, so that the first measured list isn't slower than the rest. */
async function warmUp(server: SizedServer, table: BulkTable): Promise<void> {
  for (const { path } of Object.values(listCalls[table]))
    for (let nth = 0; nth < WARM_UP_REQUESTS; nth++) await request(server, path(server.size), server.cookie)
}

async function measureCost(server: MeasuredServer, path: string, cookie: string): Promise<Cost> {
  // Not measured: the first request prepares its statements.
  const bytes = await request(server, path, cookie)
  const startCost = readCpuTime(server.pid)
  let requestCount = 0
  while (requestCount < MAX_REQUESTS && readCpuTime(server.pid) - startCost < MIN_CPU_TIME) {
    await request(server, path, cookie)
    requestCount++
  }
  return { cpu: (readCpuTime(server.pid) - startCost) / requestCount, bytes }
}

/** Makes one request. Returns the size of the reply in bytes: headers and decoded body. */
async function request({ port }: MeasuredServer, path: string, cookie: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { cookie } })
  const { byteLength } = await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return head.length + byteLength
}

/** Downloads a file. `memory` is the growth of the server's memory meanwhile, in MB. */
async function measureDownload(server: MeasuredServer, path: string, cookie: string) {
  const before = { cpu: readCpuTime(server.pid), memory: readMemory(server.pid) }
  let peakMemory = before.memory
  const timer = setInterval(() => {
    peakMemory = Math.max(peakMemory, readMemory(server.pid))
  }, 10)
  const response = await fetch(`http://127.0.0.1:${server.port}/api${path}`, { headers: { cookie } })
  let bytes = 0
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) bytes += chunk.value.length
  clearInterval(timer)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return { bytes, cpu: Math.max(MS_PER_TICK, readCpuTime(server.pid) - before.cpu), memory: peakMemory - before.memory }
}

/** Returns the longest block of the event loop since the last call, in ms. Other programs on the machine lengthen it. */
async function readLongestBlock({ port }: MeasuredServer): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return 1000 * Number(/rankstead_event_loop_lag_seconds\{quantile="1"\} (\S+)/.exec(metrics)?.[1])
}

async function createDatabase(server: string, name: string): Promise<string> {
  await runSqlOnPostgres(`${server}/postgres`, [`create database ${name}`])
  return `${server}/${name}`
}
