import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FaultName, faults } from './faults.ts'
import type { Measured } from './measure.ts'

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))

const all = Object.keys(faults) as FaultName[]
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !all.includes(name as FaultName))
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exit(1)
}

const load = () => (loadavg()[0] ?? 0).toFixed(1)
console.log(`Node ${process.versions.node}, ${availableParallelism()} cores, load ${load()}. All of them take an hour or more.`)
console.log('Times are worth something on a machine that does nothing else; nothing may be lost on any.')
let isAllKept = true
for (const name of asked.length > 0 ? (asked as FaultName[]) : all) {
  const { fault, aim, proofs } = faults[name]
  const { isPassed, said, measured } = await prove(proofs)
  const isKept = isPassed && measured.every((one) => one.isKept)
  isAllKept &&= isKept
  console.log(`\n${isKept ? 'kept  ' : 'MISSED'}  ${name}: ${fault}`)
  console.log(`        aim: ${aim}`)
  for (const one of measured) console.log(`        ${one.isKept ? '' : 'MISSED, '}${one.on}: ${one.measured}`)
  console.log(`        ${isPassed ? 'passed' : 'FAILED'}: ${proofs.join(', ')}; load ${load()}`)
  if (!isPassed) console.log(said)
}
process.exit(isAllKept ? 0 : 1)

/** Runs some suites with the numbers of the table, one after the other. */
async function prove(proofs: readonly string[]): Promise<{ isPassed: boolean; said: string; measured: Measured[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'rankstead-faults-'))
  const report = join(folder, 'report')
  const env = { ...process.env, WHOLE_PROOFS: '1', FAULTS_REPORT: report }
  const child = spawn(process.execPath, [vitest, 'run', '--no-file-parallelism', ...proofs], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const [code] = await once(child, 'close')
  const lines = linesOf(report)
  rmSync(folder, { recursive: true })
  return { isPassed: code === 0, said, measured: lines.map((line) => JSON.parse(line) as Measured) }
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n')
  } catch {
    // Nothing was measured.
    return []
  }
}
