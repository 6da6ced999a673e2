import { allBudgets, type Budget } from '../budget-definitions.ts'
import { formatBudgetLimit, formatVerdict, padColumns, type ReportRow } from './report-table.ts'

/** The rows of a benchmark, or the error that stopped it. */
export type BenchmarkResult = { name: string } & ({ title: string; rows: readonly ReportRow[] } | { fault: string })

/** A budget and its measurement. `isKept` is undefined without a measurement. */
type BudgetResult = {
  what: string
  measured: string
  budget: string
  isKept: boolean | undefined
  range: string
  note: string
  command: string
}

/**
 * Compares the budgets of the named benchmarks with the results. Without names, lists all budgets, including those
 * of benchmarks that didn't run. If several rows belong to a budget, the worst decides.
 */
export function evaluateBudgets(results: readonly BenchmarkResult[], names: readonly string[]): BudgetResult[] {
  return allBudgets
    .filter(({ benchmark }) => names.length === 0 || names.includes(benchmark))
    .map((budget) =>
      evaluateBudget(
        budget,
        results.find(({ name }) => name === budget.benchmark),
      ),
    )
}

/** Prints the Markdown table for docs/benchmarks.md. */
export function printBudgets(all: readonly BudgetResult[]): void {
  const head = ['what', 'measured', 'budget', '', 'rounds', 'note', '`npm run bench --` …']
  const lines = all.map(({ what, measured, budget, isKept, range, note, command }) => [
    what,
    measured,
    budget,
    formatVerdict(isKept),
    range,
    note,
    command,
  ])
  const [first = [], ...others] = padColumns([head, ...lines])
  const rule = first.map((cell) => '-'.repeat(cell.length))
  console.log('\nEvery budget')
  for (const cells of [first, rule, ...others]) console.log(`| ${cells.join(' | ')} |`)
}

function evaluateBudget(budget: Budget, result: BenchmarkResult | undefined): BudgetResult {
  const { benchmark: command, what, note } = budget
  const common = { what, budget: formatBudgetLimit(budget), command, isKept: undefined, range: '', note: note ?? '' }
  if (!result) return { ...common, measured: 'not run' }
  if ('fault' in result) return { ...common, measured: 'could not be run' }
  const rows = result.rows.filter((row) => row.meetsBudget !== undefined && belongsTo(row, budget))
  const worst = findWorst(rows, budget)
  if (!worst) return { ...common, measured: 'not measured' }
  const worstNote = rows.length > 1 ? `worst of ${rows.length}: ${worst.what}` : ''
  const isKept = rows.every((row) => row.meetsBudget)
  return {
    ...common,
    measured: worst.figure,
    isKept,
    range: worst.range ?? '',
    note: [worstNote, note].filter(Boolean).join('; '),
  }
}

function belongsTo({ what, limit }: ReportRow, budget: Budget): boolean {
  return budget.rows ? budget.rows.test(what) : limit === budget
}

function findWorst(rows: readonly ReportRow[], { least }: Budget): ReportRow | undefined {
  const [worst] = rows.toSorted((a, b) => (least === undefined ? b.value - a.value : a.value - b.value))
  return worst
}
