import type { Load } from './load.ts'
import type { Ratio } from './rounds.ts'

/** Beside ratios of CPU time. */
export const CPU_NOTE = 'the steadier figure where other programs run'

/** How a figure is written, and what it may be. */
export type Limit = { least?: number; most?: number; unit?: string; digits?: number }

/** One line of the report. Without a limit it is there for comparison only. */
export type Row = {
  what: string
  value: number
  figure: string
  limit?: Limit
  isKept?: boolean
  /** The extremes over the rounds. */
  range?: string
  note?: string
}

/** A line for a ratio, with the range over the rounds. */
export function ratioRow(what: string, { median, least, most }: Ratio, limit: Limit = {}, note?: string): Row {
  const row = { ...figureRow(what, median, limit, note), figure: median.toFixed(2) + (limit.unit ?? '') }
  return { ...row, range: `${least.toFixed(2)} to ${most.toFixed(2)}` }
}

/** A line for one number, judged by its limit where it has one. */
export function figureRow(what: string, value: number, limit: Limit = {}, note?: string): Row {
  const row = { what, value, figure: written(value, limit), limit, ...(note !== undefined && { note }) }
  if (limit.least !== undefined) return { ...row, isKept: value >= limit.least }
  if (limit.most !== undefined) return { ...row, isKept: value <= limit.most }
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

/** `≤ 110 MB`, or nothing. */
export function limitText({ least, most, unit = '' }: Limit = {}): string {
  if (least !== undefined) return `≥ ${least}${unit}`
  return most === undefined ? '' : `≤ ${most}${unit}`
}

export function verdict(isKept: boolean | undefined): string {
  return isKept === undefined ? '' : isKept ? 'kept' : 'SHORT'
}

export function printTable(title: string, rows: readonly Row[]): void {
  const lines = rows.map(({ what, figure, limit, isKept, range, note }) => [
    what,
    figure,
    limitText(limit),
    verdict(isKept),
    [range && `rounds ${range}`, note].filter(Boolean).join('; '),
  ])
  console.log(`\n${title}`)
  for (const cells of evenly([['', 'figure', 'budget', '', ''], ...lines])) console.log(`  ${cells.join('  ')}`.trimEnd())
}

/** The same cells, each as wide as the widest of its column. */
export function evenly(lines: readonly (readonly string[])[]): string[][] {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  return lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
}

function written(value: number, { digits = 0, unit = '' }: Limit): string {
  return value.toFixed(digits) + unit
}
