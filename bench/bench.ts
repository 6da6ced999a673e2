import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { allBudgets } from './budget-definitions.ts'
import { benchmarkCachedPage } from './cached-page.ts'
import { benchmarkContentWrites } from './content-writes.ts'
import { benchmarkPeers } from './framework-peers.ts'
import { benchmarkLighthouse } from './lighthouse.ts'
import { benchmarkLists } from './lists.ts'
import { benchmarkOrders } from './order-placement.ts'
import { benchmarkPageWeight } from './page-weight.ts'
import { benchmarkSessionLookup } from './session-lookup.ts'
import { benchmarkSignedInScripts } from './signed-in-scripts.ts'
import { benchmarkStartup } from './startup.ts'
import { isShort } from './support/bench-size.ts'
import { type BenchmarkResult, evaluateBudgets, printBudgets } from './support/budget-table.ts'
import { describeMachine, printMachineInfo } from './support/machine-info.ts'
import { printTable, type ReportRow } from './support/report-table.ts'
import { benchmarkTyping } from './typing-latency.ts'
import { benchmarkUncachedPage } from './uncached-page.ts'

type Benchmark = () => Promise<{ title: string; rows: ReportRow[] }>

const defaultBenchmarks: Record<string, Benchmark> = {
  cached: benchmarkCachedPage,
  uncached: benchmarkUncachedPage,
  writes: benchmarkContentWrites,
  orders: benchmarkOrders,
  lists: benchmarkLists,
  session: benchmarkSessionLookup,
  start: benchmarkStartup,
  weight: benchmarkPageWeight,
  'signed-in': benchmarkSignedInScripts,
}
/** The last three run only by name: each takes minutes, and `peers` needs a registry. */
const benchmarks: Record<string, Benchmark> = {
  ...defaultBenchmarks,
  lighthouse: benchmarkLighthouse,
  typing: benchmarkTyping,
  peers: benchmarkPeers,
}

const orphanBudgets = allBudgets.filter(({ benchmark }) => !(benchmark in benchmarks))
if (orphanBudgets.length > 0) exitWithUsageError(`No benchmark measures: ${orphanBudgets.map(({ what }) => what).join('; ')}`)
const { names, json } = readArguments()
process.on('SIGINT', () => process.exit(130)).on('SIGTERM', () => process.exit(143))

const machineInfo = describeMachine()
printMachineInfo(machineInfo)
const results: BenchmarkResult[] = []
for (const name of names.length > 0 ? names : Object.keys(defaultBenchmarks)) results.push(await runBenchmark(name))
// A short form measures nothing, so it misses no budget.
const budgets = isShort ? [] : evaluateBudgets(results, names)
if (budgets.length > 0) printBudgets(budgets)
if (json) writeFileSync(json, `${JSON.stringify({ machine: machineInfo, budgets, results }, undefined, 2)}\n`)

const missedCount = budgets.filter(({ isKept }) => isKept === false).length
const failedCount = results.filter((result) => 'fault' in result).length
const unmeasuredCount = budgets.filter(({ isKept }) => isKept === undefined).length
console.log(
  `\n${budgets.length - missedCount - unmeasuredCount} kept, ${missedCount} short, ${unmeasuredCount} not measured in this run`,
)
process.exit(missedCount + failedCount > 0 ? 1 : 0)

/** Runs one benchmark. A failure doesn't stop the others. */
async function runBenchmark(name: string): Promise<BenchmarkResult> {
  try {
    const { title = '', rows = [] } = (await benchmarks[name]?.()) ?? {}
    printTable(`${name}: ${title}`, rows)
    return { name, title, rows }
  } catch (error) {
    console.error(`\n${name} could not be run:`, error)
    return { name, fault: String(error) }
  }
}

function readArguments(): { names: string[]; json: string | undefined } {
  if (process.platform !== 'linux')
    exitWithUsageError('The benchmarks read CPU time and memory from /proc, which only Linux has.')
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { json: { type: 'string' }, short: { type: 'boolean' } },
    })
    const unknown = positionals.filter((name) => !(name in benchmarks))
    if (unknown.length > 0)
      exitWithUsageError(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`)
    return { names: positionals, json: values.json }
  } catch (error) {
    return exitWithUsageError(error instanceof Error ? error.message : String(error))
  }
}

function exitWithUsageError(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}
