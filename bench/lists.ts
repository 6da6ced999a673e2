import type { BulkTable } from '../tests/support/bulk-rows.ts'
import { listCalls } from '../tests/support/long-list-calls.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { budgets } from './budget-definitions.ts'
import { median, type Ratio, summarizeRatios } from './support/compare-servers.ts'
import { type Cost, measureTable, type TableMeasurement } from './support/measure-lists.ts'
import { buildFigureRow, buildRatioRow, type ReportRow } from './support/report-table.ts'

const SIZES = [1_000, 100_000, 1_000_000]

/** Each list page counts these tables, so its cost grows with them. */
const COUNTED_TABLES: readonly string[] = ['message', 'subscriber'] satisfies BulkTable[]

/** Limits on the cost ratio of all other lists: against 100,000 records, and against 1,000. */
const BUDGET = { most: 1.2 }
const WIDE_BUDGET = { most: 1.5 }
/** Limit on the size ratio of replies, because larger numbers are longer. */
const BYTES_BUDGET = { most: 1.1 }

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
    const isCounted = COUNTED_TABLES.includes(table)
    const measurements = await measureTable(table, isCounted ? SIZES.slice(0, 2) : SIZES, postgres?.url)
    rows.push(...(isCounted ? buildCountedRows(table, measurements) : buildRows(table, measurements)))
  }
  await postgres?.stop()
  return { title: `lists, searches and exports on ${isPostgres ? 'PostgreSQL' : 'SQLite'}, by server CPU time`, rows }
}

function buildCountedRows(table: BulkTable, measurements: readonly TableMeasurement[]): ReportRow[] {
  const [few, many] = measurements as [TableMeasurement, TableMeasurement]
  const calls = Object.entries(listCalls[table]).map(([name, { isBounded }]) => {
    const [least, most] = [few, many].map(({ calls }) => medianCpu(calls.get(name) ?? [])) as [number, number]
    return buildFigureRow(
      `${table}: ${name}: 100,000`,
      most,
      isBounded ? { unit: ' ms', digits: 1 } : budgets.countedLists,
      `${least.toFixed(2)} ms with 1,000`,
    )
  })
  return [...calls, buildFigureRow(`${table}: longest block of the event loop`, many.longestBlock, { unit: ' ms' })]
}

function buildRows(table: BulkTable, measurements: readonly TableMeasurement[]): ReportRow[] {
  const [small, middle, large] = measurements as [TableMeasurement, TableMeasurement, TableMeasurement]
  const calls = Object.entries(listCalls[table]).flatMap(([name, { isBounded }]): ReportRow[] => {
    const [least, some, most] = [small, middle, large].map(({ calls }) => calls.get(name)) as [Cost[], Cost[], Cost[]]
    const cpu = [least, some, most].map((costs) => medianCpu(costs).toFixed(2)).join(', ')
    const [leastBytes, someBytes, mostBytes] = [least, some, most].map(([cost]) => cost?.bytes ?? Number.NaN) as [
      number,
      number,
      number,
    ]
    const what = `${table}: ${name}`
    return [
      buildRatioRow(`${what}: 1,000,000 against 100,000`, compareCpu(most, some), BUDGET, `${cpu} ms`),
      buildRatioRow(`${what}: 1,000,000 against 1,000`, compareCpu(most, least), isBounded ? {} : WIDE_BUDGET),
      // A bounded list sends fewer rows at 1,000 records, so its size isn't comparable.
      ...(isBounded
        ? []
        : [
            buildFigureRow(
              `${what}: bytes, 1,000,000 against 1,000`,
              mostBytes / leastBytes,
              { ...BYTES_BUDGET, digits: 2 },
              `${leastBytes}, ${someBytes}, ${mostBytes}`,
            ),
          ]),
    ]
  })
  const files = measurements.map(({ file }) => file)
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

/** Divides the CPU times of each round. */
function compareCpu(ours: readonly Cost[], theirs: readonly Cost[]): Ratio {
  return summarizeRatios(ours.map(({ cpu }, round) => cpu / (theirs[round]?.cpu ?? Number.NaN)))
}
