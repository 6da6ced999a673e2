import { type Load, load, type Order } from './load.ts'
import type { Server } from './processes.ts'

export type Side = { server: Server; order: Order }
type Plan = { rounds: number; seconds: number }

/** Ours against theirs: the median over rounds of each round's ratio, and its extremes. */
export type Ratio = { median: number; least: number; most: number }
export type Comparison = { perSecond: Ratio; p99: Ratio; perCpuSecond: Ratio; ours: Load; theirs: Load }

/** Loads both sides in turn, so that whatever else the machine does meets both alike. */
export async function compare(ours: Side, theirs: Side, { rounds, seconds }: Plan): Promise<Comparison> {
  for (const side of [ours, theirs]) await load(side.server, side.order, seconds)
  const seen: { ours: Load; theirs: Load }[] = []
  for (let round = 0; round < rounds; round++) {
    // The first of a round changes, so that neither is always the one after a pause.
    const first = round % 2 === 0 ? ours : theirs
    const second = first === ours ? theirs : ours
    const one = await load(first.server, first.order, seconds)
    const other = await load(second.server, second.order, seconds)
    seen.push(first === ours ? { ours: one, theirs: other } : { ours: other, theirs: one })
  }
  const ratio = (name: keyof Load) => ratioOf(seen.map((round) => round.ours[name] / round.theirs[name]))
  return {
    perSecond: ratio('perSecond'),
    p99: ratio('p99'),
    // The other way round: less time per request is more requests per second of it.
    perCpuSecond: ratioOf(seen.map((round) => round.theirs.cpuPerRequest / round.ours.cpuPerRequest)),
    ours: typical(seen.map((round) => round.ours)),
    theirs: typical(seen.map((round) => round.theirs)),
  }
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function ratioOf(values: readonly number[]): Ratio {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) }
}

function typical(loads: readonly Load[]): Load {
  const of = (name: keyof Load) => median(loads.map((one) => one[name]))
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpuPerRequest: of('cpuPerRequest') }
}
