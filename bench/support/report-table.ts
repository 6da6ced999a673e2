import type { Ratio } from './compare-servers.ts'
import type { LoadTestResult } from './generate-load.ts'

/** The note beside ratios of CPU time. */
export const CPU_NOTE = 'the steadier figure where other programs run'

/** How to format a figure, and its limit. */
export type BudgetLimit = { least?: number; most?: number; unit?: string; digits?: number }

/** One line of the report. A line without a limit is for comparison only. */
export type ReportRow = {
  what: string
  value: number
  figure: string
  limit?: BudgetLimit
  meetsBudget?: boolean
  /** The extremes of all rounds. */
  range?: string
  note?: string
}

/** Builds the row of a ratio, with its range. */
export function buildRatioRow(what: string, { median, least, most }: Ratio, limit: BudgetLimit = {}, note?: string): ReportRow {
  const row = { ...buildFigureRow(what, median, limit, note), figure: median.toFixed(2) + (limit.unit ?? '') }
  return { ...row, range: `${least.toFixed(2)} to ${most.toFixed(2)}` }
}

/** Builds the row of a number and compares it with its limit, if there is one. */
export function buildFigureRow(what: string, value: number, limit: BudgetLimit = {}, note?: string): ReportRow {
  const row = { what, value, figure: formatFigure(value, limit), limit, ...(note !== undefined && { note }) }
  if (limit.least !== undefined) return { ...row, meetsBudget: value >= limit.least }
  if (limit.most !== undefined) return { ...row, meetsBudget: value <= limit.most }
  return row
}

/** Formats the loads behind a ratio. They depend on the machine, so only their comparison counts. */
export function formatLoadNote(ours: LoadTestResult, theirs: LoadTestResult): string {
  const figures = ({ perSecond, cpuPerRequest }: LoadTestResult) =>
    `${Math.round(perSecond)}/s at ${Math.round(cpuPerRequest)} µs CPU`
  return `${figures(ours)} against ${figures(theirs)}`
}

export function formatP99Note(ours: LoadTestResult, theirs: LoadTestResult): string {
  return `${ours.p99.toFixed(1)} against ${theirs.p99.toFixed(1)} ms`
}

/** Formats a limit, such as `≤ 110 MB`; empty without a limit. */
export function formatBudgetLimit({ least, most, unit = '' }: BudgetLimit = {}): string {
  if (least !== undefined) return `≥ ${least}${unit}`
  return most === undefined ? '' : `≤ ${most}${unit}`
}

export function formatVerdict(meetsBudget: boolean | undefined): string {
  return meetsBudget === undefined ? '' : meetsBudget ? 'kept' : 'SHORT'
}

export function printTable(title: string, rows: readonly ReportRow[]): void {
  const lines = rows.map(({ what, figure, limit, meetsBudget, range, note }) => [
    what,
    figure,
    formatBudgetLimit(limit),
    formatVerdict(meetsBudget),
    [range && `rounds ${range}`, note].filter(Boolean).join('; '),
  ])
  console.log(`\n${title}`)
  for (const cells of padColumns([['', 'figure', 'budget', '', ''], ...lines])) console.log(`  ${cells.join('  ')}`.trimEnd())
}

/** Pads each cell to the width of its column. */
export function padColumns(lines: readonly (readonly string[])[]): string[][] {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  return lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
}

function formatFigure(value: number, { digits = 0, unit = '' }: BudgetLimit): string {
  return value.toFixed(digits) + unit
}
