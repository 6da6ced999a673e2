import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type FaultName, faultCatalog } from '../../support/faults/fault-catalog.ts'
import type { Measurement, Progress } from '../../support/faults/fault-report.ts'

const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url))
/** The time between two progress lines, in ms. */
const PROGRESS_INTERVAL = 30_000

const USAGE = `npm run faults -- [--short] [--minutes N] [FAULT …]

--short      runs as few rounds as npm run proofs
--minutes N  starts no new round after N minutes in each test file; the report counts the rounds

Runs all faults, or only the named ones: ${Object.keys(faultCatalog).join(', ')}.`

const all = Object.keys(faultCatalog) as FaultName[]
const { names, isShort, minutes } = readArguments()

const load = () => (loadavg()[0] ?? 0).toFixed(1)
const durationNote = isShort
  ? 'Few rounds'
  : minutes
    ? `At most ${minutes} minutes for each test file`
    : 'All faults take about an hour'
console.log(`Node ${process.versions.node}, ${availableParallelism()} cores, load ${load()}. ${durationNote}.`)
console.log('The times count only on an idle machine. No machine may lose data.')
let allAimsMet = true
for (const name of names) {
  const { fault, aim, proofs } = faultCatalog[name]
  console.log(`\n        ${name}: ${fault}`)
  const { isPassed, output, measured, stoppedEarly } = await runProofs(proofs)
  const isKept = isPassed && measured.every((one) => one.isKept)
  allAimsMet &&= isKept
  console.log(`${isKept ? 'kept  ' : 'MISSED'}  ${name}, aim: ${aim}`)
  for (const one of measured) console.log(`        ${one.isKept ? '' : 'MISSED, '}${one.on}: ${one.measured}`)
  for (const { on, done, of } of stoppedEarly)
    console.log(`        ${on}: stopped by the time limit after ${done} of ${of} rounds`)
  console.log(`        ${isPassed ? 'passed' : 'FAILED'}: ${proofs.join(', ')}; load ${load()}`)
  if (!isPassed) console.log(output)
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
    return { names, isShort: values.short, minutes: values.minutes }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  }
}

/** Runs test files one after the other and prints their progress. */
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
  // An interrupted run leaves no server behind.
  const stop = () => child.kill('SIGTERM')
  process.once('SIGINT', stop).once('SIGTERM', stop)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
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
  const stoppedEarly = readProgress(report).filter(({ done, of }) => done < of)
  rmSync(folder, { recursive: true })
  return { isPassed: code === 0, output, measured, stoppedEarly }
}

/** Returns the last progress report of each test, the newest at the end. */
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
    // The last line may be incomplete.
    return lines.slice(0, -1).map((line) => JSON.parse(line) as Measurement | Progress)
  } catch {
    // Nothing was measured.
    return []
  }
}
