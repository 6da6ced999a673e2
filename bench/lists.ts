import { setTimeout as pause } from 'node:timers/promises'
import { exportCalls, listCalls } from '../tests/support/list-calls.ts'
import { type BigTable, fill, onPostgres } from '../tests/support/many-rows.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { budgets } from './budgets.ts'
import { cpuTime, MS_PER_TICK, memory, type Server } from './support/processes.ts'
import { scratchFolder, signIn, startProduct } from './support/product.ts'
import { figureRow, type Row } from './support/table.ts'

const SIZES = [1_000, 100_000, 1_000_000]
/** Each request is repeated until the server has worked for so long, in ms, but no more often than this. */
const ENOUGH = 200
const MOST_REQUESTS = 400
/** How often each is asked before that. */
const WARM_UP = 40
/** A server that has used no CPU time for so long has done what it had to do, in ms. */
const QUIET = 2_000
/** Totals are counted again every hour: at the next start, this one is over. */
const RECOUNT_NOW = 'update recount_job set due_at = 0'

/** These are counted for each page, so their cost grows with their number. */
const COUNTED: readonly string[] = ['message', 'subscriber'] satisfies BigTable[]

/** How the cost of others may grow: against 100,000 records, and against 1,000. */
const BUDGET = { most: 1.2 }
const WIDE_BUDGET = { most: 1.5 }
/** How many more bytes may be answered, for longer numbers. */
const BYTES_BUDGET = { most: 1.1 }

/** What a request costs in ms of server CPU time, and how many bytes it is answered with. */
type Cost = { cpu: number; bytes: number }

/** `recounted`: what counting the totals again costs, in ms of CPU time, and how long it takes, in ms. */
type Seen = {
  calls: Map<string, Cost>
  file?: { bytes: number; cpu: number; memory: number }
  longest: number
  recounted: { cpu: number; took: number }
}

/**
 * Lists, searches and exports with 1,000, 100,000 and 1,000,000 records of each kind: neither time nor memory may grow with
 * what was ever stored, but for messages and subscribers. `BENCH_DATABASE=postgres` for PostgreSQL, of which only the server's side is counted.
 */
export async function lists() {
  const isPostgres = process.env.BENCH_DATABASE === 'postgres'
  const postgres = isPostgres ? await startPostgres() : undefined
  const rows: Row[] = []
  for (const table of Object.keys(listCalls) as BigTable[]) {
    const seen = new Map<number, Seen>()
    // One big database at a time.
    const isCounted = COUNTED.includes(table)
    for (const size of isCounted ? SIZES.slice(0, 2) : SIZES) seen.set(size, await measure(table, size, postgres?.url))
    rows.push(...(isCounted ? countedRowsOf(table, seen) : rowsOf(table, seen)))
  }
  await postgres?.stop()
  return { title: `lists, searches and exports on ${isPostgres ? 'PostgreSQL' : 'SQLite'}, by server CPU time`, rows }
}

async function measure(table: BigTable, size: number, postgresUrl: string | undefined): Promise<Seen> {
  const folder = scratchFolder()
  const settings: Record<string, string> = postgresUrl ? { DATABASE_URL: await newDatabase(postgresUrl, `${table}_${size}`) } : {}
  await (await startProduct(folder.path, settings)).stop()
  await fill({ DATA_DIR: folder.path, ...settings }, { [table]: size }, [RECOUNT_NOW])
  const server = await startProduct(folder.path, settings)
  const cookie = await signIn(server)
  const recounted = await untilQuiet(server)
  const calls = new Map<string, Cost>()
  await lag(server)
  await warmUp(server, table, size, cookie)
  for (const [name, { path }] of Object.entries(listCalls[table])) calls.set(name, await costOf(server, path(size), cookie))
  const file = exportCalls[table] ? await download(server, exportCalls[table], cookie) : undefined
  const longest = await lag(server)
  await server.stop()
  folder.remove()
  if (postgresUrl) await onPostgres(`${postgresUrl}/postgres`, [`drop database ${table}_${size} with (force)`])
  return { calls, longest, recounted, ...(file && { file }) }
}

/** A server that was started counts its totals again. */
async function untilQuiet({ pid }: Server): Promise<Seen['recounted']> {
  const began = { cpu: cpuTime(pid), at: performance.now() }
  let [quietSince, last] = [began.at, began.cpu]
  while (performance.now() - quietSince < QUIET) {
    await pause(200)
    const now = cpuTime(pid)
    if (now - last > MS_PER_TICK) quietSince = performance.now()
    last = now
  }
  return { cpu: last - began.cpu, took: quietSince - began.at }
}

/** What is asked first would pay for compiling what all need. */
async function warmUp(server: Server, table: BigTable, size: number, cookie: string): Promise<void> {
  for (const { path } of Object.values(listCalls[table]))
    for (let nth = 0; nth < WARM_UP; nth++) await ask(server, path(size), cookie)
}

async function costOf(server: Server, path: string, cookie: string): Promise<Cost> {
  // The first one prepares its statements.
  const bytes = await ask(server, path, cookie)
  const began = cpuTime(server.pid)
  let asked = 0
  while (asked < MOST_REQUESTS && cpuTime(server.pid) - began < ENOUGH) {
    await ask(server, path, cookie)
    asked++
  }
  return { cpu: (cpuTime(server.pid) - began) / asked, bytes }
}

/** Answers how many bytes came, head and body, decoded. */
async function ask({ port }: Server, path: string, cookie: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { cookie } })
  const { byteLength } = await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return head.length + byteLength
}

/** The whole of a file, and the most memory that the server took meanwhile, in MB. */
async function download(server: Server, path: string, cookie: string) {
  const before = { cpu: cpuTime(server.pid), memory: memory(server.pid) }
  let most = before.memory
  const watch = setInterval(() => {
    most = Math.max(most, memory(server.pid))
  }, 10)
  const response = await fetch(`http://127.0.0.1:${server.port}/api${path}`, { headers: { cookie } })
  let bytes = 0
  const reader = response.body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) bytes += piece.value.length
  clearInterval(watch)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return { bytes, cpu: Math.max(MS_PER_TICK, cpuTime(server.pid) - before.cpu), memory: most - before.memory }
}

/** The longest block of the server's event loop since this was asked last, in ms: others that run lengthen it. */
async function lag({ port }: Server): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return 1000 * Number(/rankstead_event_loop_lag_seconds\{quantile="1"\} (\S+)/.exec(metrics)?.[1])
}

function countedRowsOf(table: BigTable, seen: ReadonlyMap<number, Seen>): Row[] {
  const [few, many] = SIZES.map((size) => seen.get(size)) as [Seen, Seen]
  const calls = Object.entries(listCalls[table]).map(([name, { isBounded }]) => {
    const [least, most] = [few.calls.get(name), many.calls.get(name)] as [Cost, Cost]
    return figureRow(
      `${table}: ${name}: 100,000`,
      most.cpu,
      isBounded ? { unit: ' ms', digits: 1 } : budgets.countedLists,
      `${least.cpu.toFixed(2)} ms with 1,000`,
    )
  })
  return [...calls, figureRow(`${table}: longest block of the event loop`, many.longest, { unit: ' ms' })]
}

function rowsOf(table: BigTable, seen: ReadonlyMap<number, Seen>): Row[] {
  const [small, middle, large] = SIZES.map((size) => seen.get(size)) as [Seen, Seen, Seen]
  const calls = Object.entries(listCalls[table]).flatMap(([name, { isBounded }]): Row[] => {
    const [least, some, most] = [small, middle, large].map(({ calls }) => calls.get(name)) as [Cost, Cost, Cost]
    const cpu = [least, some, most].map((cost) => cost.cpu.toFixed(2)).join(', ')
    const bytes = [least, some, most].map((cost) => cost.bytes).join(', ')
    const what = `${table}: ${name}`
    return [
      figureRow(`${what}: 1,000,000 against 100,000`, most.cpu / some.cpu, { ...BUDGET, digits: 2 }, `${cpu} ms`),
      figureRow(`${what}: 1,000,000 against 1,000`, most.cpu / least.cpu, { ...(!isBounded && WIDE_BUDGET), digits: 2 }),
      // What has a bound that 1,000 do not reach is answered with less there.
      ...(isBounded
        ? []
        : [
            figureRow(`${what}: bytes, 1,000,000 against 1,000`, most.bytes / least.bytes, { ...BYTES_BUDGET, digits: 2 }, bytes),
          ]),
    ]
  })
  const files = [small, middle, large].map(({ file }) => file)
  const [, some, most] = files
  const file: Row[] =
    some && most
      ? [
          figureRow(
            `${table}: file, bytes per ms, 1,000,000 against 100,000`,
            most.bytes / most.cpu / (some.bytes / some.cpu),
            { least: 0.8, digits: 2 },
            files.map((one) => one && `${(one.bytes / 1e6).toFixed(1)} MB in ${one.cpu} ms`).join(', '),
          ),
          figureRow(
            `${table}: file, memory beside what was held`,
            most.memory,
            { most: 100, unit: ' MB' },
            `${some.memory.toFixed(0)} MB with 100,000`,
          ),
        ]
      : []
  const longest = [small, middle, large].map((one) => one.longest.toFixed(0)).join(', ')
  const recounted = [small, middle, large].map((one) => `${(one.recounted.cpu / 1000).toFixed(1)} s CPU`).join(', ')
  return [
    ...calls,
    ...file,
    figureRow(`${table}: until all totals are counted again`, large.recounted.took / 1000, { unit: ' s', digits: 1 }, recounted),
    figureRow(`${table}: longest block of the event loop`, large.longest, { unit: ' ms' }, `${longest} ms`),
  ]
}

async function newDatabase(server: string, name: string): Promise<string> {
  await onPostgres(`${server}/postgres`, [`create database ${name}`])
  return `${server}/${name}`
}
