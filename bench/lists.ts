import { setTimeout as pause } from 'node:timers/promises'
import { type BulkTable, insertBulkRows, runSqlOnPostgres } from '../tests/support/bulk-rows.ts'
import { exportCalls, listCalls } from '../tests/support/list-request-paths.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { budgets } from './budget-definitions.ts'
import { type MeasuredServer, MS_PER_TICK, readCpuTime, readMemory } from './support/measured-server.ts'
import { createScratchFolder, signInAsAdmin, startProduct } from './support/product-server.ts'
import { buildFigureRow, type ReportRow } from './support/report-table.ts'

const SIZES = [1_000, 100_000, 1_000_000]
/** Each request repeats until the server has used this much CPU time in ms, up to MAX_REQUESTS times. */
const MIN_CPU_TIME = 200
const MAX_REQUESTS = 400
const WARM_UP_REQUESTS = 40
/** The server counts as idle after this time without CPU use, in ms. */
const IDLE_PERIOD = 2_000
/** Makes the hourly recount due, so that the next start runs it. */
const RECOUNT_NOW_SQL = 'update recount_job set due_at = 0'

/** Each list page counts these tables, so its cost grows with them. */
const COUNTED_TABLES: readonly string[] = ['message', 'subscriber'] satisfies BulkTable[]

/** Limits on the cost ratio of all other lists: against 100,000 records, and against 1,000. */
const BUDGET = { most: 1.2 }
const WIDE_BUDGET = { most: 1.5 }
/** Limit on the size ratio of replies, because larger numbers are longer. */
const BYTES_BUDGET = { most: 1.1 }

/** The cost of a request: server CPU time in ms, and the size of the reply. */
type Cost = { cpu: number; bytes: number }

/** `recount`: the CPU time and the duration of the recount, in ms. */
type TableMeasurement = {
  calls: Map<string, Cost>
  file?: { bytes: number; cpu: number; memory: number }
  longestBlock: number
  recount: { cpu: number; durationMs: number }
}

/**
 * Measures lists, searches and exports with 1,000, 100,000 and 1,000,000 records. Except for messages and subscribers,
 * neither time nor memory may grow with the number of records.
 * `BENCH_DATABASE=postgres` uses PostgreSQL; then the CPU time excludes the database.
 */
export async function benchmarkLists() {
  const isPostgres = process.env.BENCH_DATABASE === 'postgres'
  const postgres = isPostgres ? await startPostgres() : undefined
  const rows: ReportRow[] = []
  for (const table of Object.keys(listCalls) as BulkTable[]) {
    const measurements = new Map<number, TableMeasurement>()
    // Keeps only one large database at a time.
    const isCounted = COUNTED_TABLES.includes(table)
    for (const size of isCounted ? SIZES.slice(0, 2) : SIZES)
      measurements.set(size, await measureTable(table, size, postgres?.url))
    rows.push(...(isCounted ? buildCountedRows(table, measurements) : buildRows(table, measurements)))
  }
  await postgres?.stop()
  return { title: `lists, searches and exports on ${isPostgres ? 'PostgreSQL' : 'SQLite'}, by server CPU time`, rows }
}

async function measureTable(table: BulkTable, size: number, postgresUrl: string | undefined): Promise<TableMeasurement> {
  const folder = createScratchFolder()
  const settings: Record<string, string> = postgresUrl
    ? { DATABASE_URL: await createDatabase(postgresUrl, `${table}_${size}`) }
    : {}
  await (await startProduct(folder.path, settings)).stop()
  await insertBulkRows({ DATA_DIR: folder.path, ...settings }, { [table]: size }, [RECOUNT_NOW_SQL])
  const server = await startProduct(folder.path, settings)
  const cookie = await signInAsAdmin(server)
  const recount = await waitUntilIdle(server)
  const calls = new Map<string, Cost>()
  await readEventLoopLag(server)
  await warmUp(server, table, size, cookie)
  for (const [name, { path }] of Object.entries(listCalls[table])) calls.set(name, await measureCost(server, path(size), cookie))
  const file = exportCalls[table] ? await measureDownload(server, exportCalls[table], cookie) : undefined
  const longestBlock = await readEventLoopLag(server)
  await server.stop()
  folder.remove()
  if (postgresUrl) await runSqlOnPostgres(`${postgresUrl}/postgres`, [`drop database ${table}_${size} with (force)`])
  return { calls, longestBlock, recount, ...(file && { file }) }
}

/** Waits until the recount after the start has finished. */
async function waitUntilIdle({ pid }: MeasuredServer): Promise<TableMeasurement['recount']> {
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

/** Compiles the code before the measurement, so that the first request doesn't pay for the others. */
async function warmUp(server: MeasuredServer, table: BulkTable, size: number, cookie: string): Promise<void> {
  for (const { path } of Object.values(listCalls[table]))
    for (let nth = 0; nth < WARM_UP_REQUESTS; nth++) await request(server, path(size), cookie)
}

async function measureCost(server: MeasuredServer, path: string, cookie: string): Promise<Cost> {
  // The first request prepares its statements.
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
async function readEventLoopLag({ port }: MeasuredServer): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return 1000 * Number(/rankstead_event_loop_lag_seconds\{quantile="1"\} (\S+)/.exec(metrics)?.[1])
}

function buildCountedRows(table: BulkTable, measurements: ReadonlyMap<number, TableMeasurement>): ReportRow[] {
  const [few, many] = SIZES.map((size) => measurements.get(size)) as [TableMeasurement, TableMeasurement]
  const calls = Object.entries(listCalls[table]).map(([name, { isBounded }]) => {
    const [least, most] = [few.calls.get(name), many.calls.get(name)] as [Cost, Cost]
    return buildFigureRow(
      `${table}: ${name}: 100,000`,
      most.cpu,
      isBounded ? { unit: ' ms', digits: 1 } : budgets.countedLists,
      `${least.cpu.toFixed(2)} ms with 1,000`,
    )
  })
  return [...calls, buildFigureRow(`${table}: longest block of the event loop`, many.longestBlock, { unit: ' ms' })]
}

function buildRows(table: BulkTable, measurements: ReadonlyMap<number, TableMeasurement>): ReportRow[] {
  const [small, middle, large] = SIZES.map((size) => measurements.get(size)) as [
    TableMeasurement,
    TableMeasurement,
    TableMeasurement,
  ]
  const calls = Object.entries(listCalls[table]).flatMap(([name, { isBounded }]): ReportRow[] => {
    const [least, some, most] = [small, middle, large].map(({ calls }) => calls.get(name)) as [Cost, Cost, Cost]
    const cpu = [least, some, most].map((cost) => cost.cpu.toFixed(2)).join(', ')
    const bytes = [least, some, most].map((cost) => cost.bytes).join(', ')
    const what = `${table}: ${name}`
    return [
      buildFigureRow(`${what}: 1,000,000 against 100,000`, most.cpu / some.cpu, { ...BUDGET, digits: 2 }, `${cpu} ms`),
      buildFigureRow(`${what}: 1,000,000 against 1,000`, most.cpu / least.cpu, { ...(!isBounded && WIDE_BUDGET), digits: 2 }),
      // A bounded list sends fewer rows at 1,000 records, so its size isn't comparable.
      ...(isBounded
        ? []
        : [
            buildFigureRow(
              `${what}: bytes, 1,000,000 against 1,000`,
              most.bytes / least.bytes,
              { ...BYTES_BUDGET, digits: 2 },
              bytes,
            ),
          ]),
    ]
  })
  const files = [small, middle, large].map(({ file }) => file)
  const [, some, most] = files
  const file: ReportRow[] =
    some && most
      ? [
          buildFigureRow(
            `${table}: file, bytes per ms, 1,000,000 against 100,000`,
            most.bytes / most.cpu / (some.bytes / some.cpu),
            { least: 0.8, digits: 2 },
            files.map((one) => one && `${(one.bytes / 1e6).toFixed(1)} MB in ${one.cpu} ms`).join(', '),
          ),
          buildFigureRow(
            `${table}: file, memory growth during the download`,
            most.memory,
            { most: 100, unit: ' MB' },
            `${some.memory.toFixed(0)} MB with 100,000`,
          ),
        ]
      : []
  const longestBlock = [small, middle, large].map((one) => one.longestBlock.toFixed(0)).join(', ')
  const recount = [small, middle, large].map((one) => `${(one.recount.cpu / 1000).toFixed(1)} s CPU`).join(', ')
  return [
    ...calls,
    ...file,
    buildFigureRow(
      `${table}: time until the recount has finished`,
      large.recount.durationMs / 1000,
      { unit: ' s', digits: 1 },
      recount,
    ),
    buildFigureRow(`${table}: longest block of the event loop`, large.longestBlock, { unit: ' ms' }, `${longestBlock} ms`),
  ]
}

async function createDatabase(server: string, name: string): Promise<string> {
  await runSqlOnPostgres(`${server}/postgres`, [`create database ${name}`])
  return `${server}/${name}`
}
