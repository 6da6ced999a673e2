import type { Load } from './load.ts'
import type { Ratio } from './rounds.ts'

/** Beside ratios of CPU time. */
export const CPU_NOTE = 'the steadier figure where other programs run'

/** One line of the report. Without a budget it is there for comparison only. */
export type Row = { what: string; figure: string; budget?: string; isKept?: boolean; note?: string }

type Budget = { least?: number; most?: number; unit?: string; digits?: number }

/** A line for a ratio, with the range over the rounds. */
export function ratioRow(what: string, { median, least, most }: Ratio, budget?: Budget, note?: string): Row {
  const range = `rounds ${least.toFixed(2)} to ${most.toFixed(2)}`
  return figureRow(what, median, { digits: 2, ...budget }, note ? `${range}; ${note}` : range)
}

/** A line for one number, judged by its budget where there is one. */
export function figureRow(what: string, value: number, { least, most, unit = '', digits = 0 }: Budget = {}, note?: string): Row {
  const row = { what, figure: value.toFixed(digits) + unit, ...(note !== undefined && { note }) }
  if (least !== undefined) return { ...row, budget: `≥ ${least}${unit}`, isKept: value >= least }
  if (most !== undefined) return { ...row, budget: `≤ ${most}${unit}`, isKept: value <= most }
  return row
}

/** What stands behind a ratio; worth reading only beside its other side. */
export function loadNote(ours: Load, theirs: Load): string {
  const figures = ({ perSecond, cpuPerRequest }: Load) => `${Math.round(perSecond)}/s at ${Math.round(cpuPerRequest)} µs CPU`
  return `${figures(ours)} against ${figures(theirs)}`
}

export function p99Note(ours: Load, theirs: Load): string {
  return `${ours.p99.toFixed(1)} against ${theirs.p99.toFixed(1)} ms`
}

export function printTable(title: string, rows: readonly Row[]): void {
  const head = ['', 'figure', 'budget', '', '']
  const lines = [
    head,
    ...rows.map(({ what, figure, budget, isKept, note }) => [what, figure, budget ?? '', verdict(isKept), note ?? '']),
  ]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  console.log(`\n${title}`)
  for (const line of lines) console.log(`  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}

function verdict(isKept: boolean | undefined): string {
  return isKept === undefined ? '' : isKept ? 'kept' : 'MISSED'
}
