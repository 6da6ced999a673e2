import { isShort } from './bench-size.ts'
import { generateLoad, type LoadRequest, type LoadTestResult } from './generate-load.ts'
import type { MeasuredServer } from './measured-server.ts'

type ServerUnderLoad = { server: MeasuredServer; loadRequest: LoadRequest }
type RoundPlan = { rounds: number; seconds: number }

/** Ours divided by theirs, per round: the median and the extremes. */
export type Ratio = { median: number; least: number; most: number }
export type Comparison = { perSecond: Ratio; p99: Ratio; perCpuSecond: Ratio; ours: LoadTestResult; theirs: LoadTestResult }

/** Loads both servers in turn, so that other work on the machine affects both alike. Fails if a reply isn't 2xx. */
export async function compareServers(ours: ServerUnderLoad, theirs: ServerUnderLoad, plan: RoundPlan): Promise<Comparison> {
  const { rounds, seconds } = isShort ? { rounds: 1, seconds: 1 } : plan
  for (const side of [ours, theirs]) await generateLoad(side.server, side.loadRequest, seconds)
  const results: { ours: LoadTestResult; theirs: LoadTestResult }[] = []
  for (let round = 0; round < rounds; round++) {
    // Alternates which side goes first, so that neither always follows a pause.
    const first = round % 2 === 0 ? ours : theirs
    const second = first === ours ? theirs : ours
    const one = await generateLoad(first.server, first.loadRequest, seconds)
    const other = await generateLoad(second.server, second.loadRequest, seconds)
    results.push(first === ours ? { ours: one, theirs: other } : { ours: other, theirs: one })
  }
  const ratio = (name: keyof LoadTestResult) => summarizeRatios(results.map((round) => round.ours[name] / round.theirs[name]))
  return {
    perSecond: ratio('perSecond'),
    p99: ratio('p99'),
    // Theirs divided by ours: less CPU time per request means more requests per CPU second.
    perCpuSecond: summarizeRatios(results.map((round) => round.theirs.cpuPerRequest / round.ours.cpuPerRequest)),
    ours: medianLoad(results.map((round) => round.ours)),
    theirs: medianLoad(results.map((round) => round.theirs)),
  }
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function summarizeRatios(values: readonly number[]): Ratio {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) }
}

function medianLoad(loads: readonly LoadTestResult[]): LoadTestResult {
  const medianField = (name: keyof LoadTestResult) => median(loads.map((one) => one[name]))
  return {
    perSecond: medianField('perSecond'),
    p50: medianField('p50'),
    p99: medianField('p99'),
    cpuPerRequest: medianField('cpuPerRequest'),
  }
}
