import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type FaultName, faults } from '../../support/faults/fault-catalog.ts'
import type { Measurement, Progress } from '../../support/faults/fault-report.ts'

const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url))
/** How often is said how far it has come, in ms. */
const PROGRESS_INTERVAL = 30_000

const USAGE = `npm run faults -- [--short] [--minutes N] [FAULT …]

--short      in as few rounds as npm test
--minutes N  each program begins no further round after so many minutes; the report says how many it made

The faults, all of them unless some are named: ${Object.keys(faults).join(', ')}.`

const all = Object.keys(faults) as FaultName[]
const { asked: names, isShort, minutes } = readArguments()

const load = () => (loadavg()[0] ?? 0).toFixed(1)
const durationNote = isShort
  ? 'In few rounds'
  : minutes
    ? `At most ${minutes} minutes a program`
    : 'All of them take about an hour'
console.log(`Node ${process.versions.node}, ${availableParallelism()} cores, load ${load()}. ${durationNote}.`)
console.log('Times are worth something on a machine that does nothing else; nothing may be lost on any.')
let allAimsMet = true
for (const name of names) {
  const { fault, aim, proofs } = faults[name]
  console.log(`\n        ${name}: ${fault}`)
  const { isPassed, said, measured, cutShort } = await runProofs(proofs)
  const isKept = isPassed && measured.every((one) => one.isKept)
  allAimsMet &&= isKept
  console.log(`${isKept ? 'kept  ' : 'MISSED'}  ${name}, aim: ${aim}`)
  for (const one of measured) console.log(`        ${one.isKept ? '' : 'MISSED, '}${one.on}: ${one.measured}`)
  for (const { on, done, of } of cutShort) console.log(`        ${on}: ended by the clock after ${done} of ${of} rounds`)
  console.log(`        ${isPassed ? 'passed' : 'FAILED'}: ${proofs.join(', ')}; load ${load()}`)
  if (!isPassed) console.log(said)
}
process.exit(allAimsMet ? 0 : 1)

function readArguments() {
  try {
    const options = { short: { type: 'boolean', default: false }, minutes: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const unknown = positionals.filter((name) => !all.includes(name as FaultName))
    if (unknown.length > 0) throw new Error(`There is no fault ${unknown.join(', ')}.`)
    if (values.minutes !== undefined && !(Number(values.minutes) > 0)) throw new Error('--minutes takes a number above 0.')
    const names = positionals.length > 0 ? (positionals as FaultName[]) : all
    return { asked: names, isShort: values.short, minutes: values.minutes }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  }
}

/** Runs some suites one after the other, and says meanwhile how far they are. */
async function runProofs(proofs: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'rankstead-faults-'))
  const report = join(folder, 'report')
  const env = {
    ...process.env,
    FAULTS_REPORT: report,
    ...(!isShort && { WHOLE_PROOFS: '1' }),
    ...(minutes !== undefined && { FAULTS_MINUTES: minutes }),
  }
  const child = spawn(process.execPath, [vitest, 'run', '--no-file-parallelism', ...proofs], { env })
  // A run that is broken off leaves no server behind.
  const stop = () => child.kill('SIGTERM')
  process.once('SIGINT', stop).once('SIGTERM', stop)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  let last = ''
  const timer = setInterval(() => {
    const newest = readProgress(report).at(-1)
    const line = newest ? `        … ${newest.on}: ${newest.done} of ${newest.of} rounds` : ''
    if (line !== last) console.log(line)
    last = line
  }, PROGRESS_INTERVAL)
  const [code] = await once(child, 'close')
  clearInterval(timer)
  process.off('SIGINT', stop).off('SIGTERM', stop)
  const measured = readReportLines(report).filter((one): one is Measurement => 'measured' in one)
  const cutShort = readProgress(report).filter(({ done, of }) => done < of)
  rmSync(folder, { recursive: true })
  return { isPassed: code === 0, said, measured, cutShort }
}

/** The last word of each program, the newest one at the end. */
function readProgress(report: string): Progress[] {
  const newest = new Map<string, Progress>()
  for (const one of readReportLines(report).filter((line): line is Progress => 'done' in line)) {
    newest.delete(one.on)
    newest.set(one.on, one)
  }
  return [...newest.values()]
}

function readReportLines(path: string): (Measurement | Progress)[] {
  try {
    const lines = readFileSync(path, 'utf8').split('\n')
    // The last one may be half written.
    return lines.slice(0, -1).map((line) => JSON.parse(line) as Measurement | Progress)
  } catch {
    // Nothing was measured.
    return []
  }
}
