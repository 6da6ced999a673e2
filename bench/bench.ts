import { availableParallelism, loadavg } from 'node:os'
import { cached } from './cached.ts'
import { lighthouse } from './lighthouse.ts'
import { lists } from './lists.ts'
import { orders } from './orders.ts'
import { session } from './session.ts'
import { start } from './start.ts'
import { pinning } from './support/processes.ts'
import { printTable, type Row } from './support/table.ts'
import { typing } from './typing.ts'
import { uncached } from './uncached.ts'
import { weight } from './weight.ts'
import { writes } from './writes.ts'

/** `isStrict`: a missed budget is a failure of the run. */
type Benchmark = () => Promise<{ title: string; rows: Row[]; isStrict?: boolean }>

const usual: Record<string, Benchmark> = {
  cached,
  uncached,
  writes,
  orders,
  lists,
  session,
  start,
  weight,
}
/** Run where they are asked for: they take minutes of their own. */
const benchmarks: Record<string, Benchmark> = { ...usual, lighthouse, typing }

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in benchmarks))
if (unknown.length > 0 || process.platform !== 'linux') {
  console.error(
    unknown.length > 0
      ? `There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`
      : 'The benchmarks read CPU time and memory from /proc, which only Linux has.',
  )
  process.exit(1)
}
process.on('SIGINT', () => process.exit(130)).on('SIGTERM', () => process.exit(143))

console.log(`Node ${process.versions.node}, ${availableParallelism()} cores; ${pinning()}`)
console.log(
  `Load before the run: ${(loadavg()[0] ?? 0).toFixed(1)}. Above 0.5 something else is running: trust the ratios, not the rest.`,
)
let hasFailed = false
for (const name of asked.length > 0 ? asked : Object.keys(usual)) {
  const result = await benchmarks[name]?.()
  if (!result) continue
  printTable(`${name}: ${result.title}`, result.rows)
  hasFailed ||= result.isStrict === true && result.rows.some(({ isKept }) => isKept === false)
}
process.exit(hasFailed ? 1 : 0)
