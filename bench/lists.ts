import type { BulkTable } from '../tests/support/bulk-rows.ts'
import { listCalls } from '../tests/support/long-list-calls.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { budgets } from './budget-definitions.ts'
import { pickSize } from './support/bench-size.ts'
import { median, type Ratio, summarizeRatios } from './support/compare-servers.ts'
import { type Cost, measureTable, type TableMeasurement } from './support/measure-lists.ts'
import { buildFigureRow, buildRatioRow, type ReportRow } from './support/report-table.ts'

const SIZES = pickSize({ short: [1_000, 2_000, 3_000], whole: [1_000, 100_000, 1_000_000] })
/** The short form takes one table of each kind of list. */
const TABLES = pickSize({ short: ['message', 'orders'], whole: Object.keys(listCalls) }) as BulkTable[]

const FILE_MEMORY_BUDGET = { most: 100, unit: ' MB' }

/** Each page of these lists counts its whole table, so the cost grows with it. */
const COUNTED_TABLES: readonly string[] = ['message', 'subscriber'] satisfies BulkTable[]

/**
 * Measures lists, searches and exports with 1,000, 100,000 and 1,000,000 records. Messages and subscribers stop at 100,000,
 * because each page counts them. Time and memory of the others may grow only within the budgets.
 * `BENCH_DATABASE=postgres` uses PostgreSQL; then the CPU time excludes the database.
 */
export async function benchmarkLists() {
  const isPostgres = process.env.BENCH_DATABASE === 'postgres'
  const postgres = isPostgres ? await startPostgres() : undefined
  const rows: ReportRow[] = []
  for (const table of TABLES) {
    const isCounted = COUNTED_TABLES.includes(table)
    const measurements = await measureTable(table, isCounted ? SIZES.slice(0, 2) : SIZES, postgres?.url)
    rows.push(...(isCounted ? buildCountedRows(table, measurements) : buildRows(table, measurements)))
  }
  await postgres?.stop()
  return { title: `lists, searches and exports on ${isPostgres ? 'PostgreSQL' : 'SQLite'}, by server CPU time`, rows }
}

function buildCountedRows(table: BulkTable, measurements: readonly TableMeasurement[]): ReportRow[] {
  const [small, medium] = measurements as [TableMeasurement, TableMeasurement]
  const calls = Object.entries(listCalls[table]).map(([name, { isBounded }]) => {
    const [smallCpu, mediumCpu] = [small, medium].map(({ calls }) => medianCpu(calls.get(name) ?? [])) as [number, number]
    return buildFigureRow(
      `${table}: ${name}: 100,000`,
      mediumCpu,
      isBounded ? { unit: ' ms', digits: 1 } : budgets.countedLists,
      `${smallCpu.toFixed(2)} ms with 1,000`,
    )
  })
  const file = medium.file
    ? [buildFigureRow(`${table}: file, memory growth during the download`, medium.file.memory, FILE_MEMORY_BUDGET)]
    : []
  return [...calls, ...file, buildFigureRow(`${table}: longest block of the event loop`, medium.longestBlock, { unit: ' ms' })]
}

function buildRows(table: BulkTable, measurements: readonly TableMeasurement[]): ReportRow[] {
  const large = measurements.at(-1) as TableMeasurement
  const calls = Object.entries(listCalls[table]).flatMap(([name, { isBounded }]): ReportRow[] => {
    const [smallCosts, mediumCosts, largeCosts] = measurements.map(({ calls }) => calls.get(name) ?? []) as [
      Cost[],
      Cost[],
      Cost[],
    ]
    const cpu = [smallCosts, mediumCosts, largeCosts].map((costs) => medianCpu(costs).toFixed(2)).join(', ')
    const [smallBytes, mediumBytes, largeBytes] = [smallCosts, mediumCosts, largeCosts].map(
      ([cost]) => cost?.bytes ?? Number.NaN,
    ) as [number, number, number]
    const what = `${table}: ${name}`
    return [
      buildRatioRow(
        `${what}: 1,000,000 against 100,000`,
        compareCpu(largeCosts, mediumCosts),
        budgets.listTimeAgainst100000,
        `${cpu} ms`,
      ),
      buildRatioRow(
        `${what}: 1,000,000 against 1,000`,
        compareCpu(largeCosts, smallCosts),
        isBounded ? {} : budgets.listTimeAgainst1000,
      ),
      // A bounded list sends fewer rows at 1,000 records, so its size isn't comparable.
      ...(isBounded
        ? []
        : [
            buildFigureRow(
              `${what}: bytes, 1,000,000 against 1,000`,
              largeBytes / smallBytes,
              { ...budgets.listBytes, digits: 2 },
              `${smallBytes}, ${mediumBytes}, ${largeBytes}`,
            ),
          ]),
    ]
  })
  const files = measurements.map(({ file }) => file)
  const [, mediumFile, largeFile] = files
  const file: ReportRow[] =
    mediumFile && largeFile
      ? [
          buildFigureRow(
            `${table}: file, bytes per ms, 1,000,000 against 100,000`,
            largeFile.bytes / largeFile.cpu / (mediumFile.bytes / mediumFile.cpu),
            { least: 0.8, digits: 2 },
            files.map((one) => one && `${(one.bytes / 1e6).toFixed(1)} MB in ${one.cpu} ms`).join(', '),
          ),
          buildFigureRow(
            `${table}: file, memory growth during the download`,
            largeFile.memory,
            FILE_MEMORY_BUDGET,
            `${mediumFile.memory.toFixed(0)} MB with 100,000`,
          ),
        ]
      : []
  const longestBlock = measurements.map((one) => one.longestBlock.toFixed(0)).join(', ')
  const recount = measurements.map((one) => `${(one.recount.cpu / 1000).toFixed(1)} s CPU`).join(', ')
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

function medianCpu(costs: readonly Cost[]): number {
  return median(costs.map(({ cpu }) => cpu))
}

/** Returns larger divided by smaller CPU time, for each round. */
function compareCpu(larger: readonly Cost[], smaller: readonly Cost[]): Ratio {
  return summarizeRatios(larger.map(({ cpu }, round) => cpu / (smaller[round]?.cpu ?? Number.NaN)))
}
