import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { allBudgets } from './budgets.ts'
import { cached } from './cached.ts'
import { lighthouse } from './lighthouse.ts'
import { lists } from './lists.ts'
import { orders } from './orders.ts'
import { peers } from './peers.ts'
import { session } from './session.ts'
import { signedIn } from './signed-in.ts'
import { start } from './start.ts'
import { printBudgets, type Result, standings } from './support/budget-table.ts'
import { machine, printMachine } from './support/machine.ts'
import { printTable, type Row } from './support/table.ts'
import { typing } from './typing.ts'
import { uncached } from './uncached.ts'
import { weight } from './weight.ts'
import { writes } from './writes.ts'

type Benchmark = () => Promise<{ title: string; rows: Row[] }>

const usual: Record<string, Benchmark> = {
  cached,
  uncached,
  writes,
  orders,
  lists,
  session,
  start,
  weight,
  'signed-in': signedIn,
}
/** Run where they are asked for: they take minutes of their own, and `peers` a registry. */
const benchmarks: Record<string, Benchmark> = { ...usual, lighthouse, typing, peers }

const homeless = allBudgets.filter(({ benchmark }) => !(benchmark in benchmarks))
if (homeless.length > 0) refuse(`No benchmark is there for: ${homeless.map(({ what }) => what).join('; ')}`)
const { asked, json } = readArguments()
process.on('SIGINT', () => process.exit(130)).on('SIGTERM', () => process.exit(143))

const where = machine()
printMachine(where)
const results: Result[] = []
for (const name of asked.length > 0 ? asked : Object.keys(usual)) results.push(await run(name))
const budgets = standings(results, asked)
if (budgets.length > 0) printBudgets(budgets)
if (json) writeFileSync(json, `${JSON.stringify({ machine: where, budgets, results }, undefined, 2)}\n`)

const missed = budgets.filter(({ isKept }) => isKept === false).length
const faults = results.filter((result) => 'fault' in result).length
const unmeasured = budgets.filter(({ isKept }) => isKept === undefined).length
console.log(`\n${budgets.length - missed - unmeasured} kept, ${missed} short, ${unmeasured} not measured in this run`)
process.exit(missed + faults > 0 ? 1 : 0)

/** What goes wrong in one is no reason to lose the figures of the others. */
async function run(name: string): Promise<Result> {
  try {
    const { title = '', rows = [] } = (await benchmarks[name]?.()) ?? {}
    printTable(`${name}: ${title}`, rows)
    return { name, title, rows }
  } catch (error) {
    console.error(`\n${name} could not be run:`, error)
    return { name, fault: String(error) }
  }
}

function readArguments(): { asked: string[]; json: string | undefined } {
  if (process.platform !== 'linux') refuse('The benchmarks read CPU time and memory from /proc, which only Linux has.')
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } })
    const unknown = positionals.filter((name) => !(name in benchmarks))
    if (unknown.length > 0)
      refuse(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`)
    return { asked: positionals, json: values.json }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}
