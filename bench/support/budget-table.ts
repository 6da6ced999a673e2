import { allBudgets, type Budget } from '../budgets.ts'
import { evenly, limitText, type Row, verdict } from './table.ts'

/** What a benchmark showed, or why it could not be run. */
export type Result = { name: string } & ({ title: string; rows: readonly Row[] } | { fault: string })

/** A budget and what was measured of it; `isKept` is undefined where nothing was. */
export type Standing = {
  what: string
  measured: string
  budget: string
  isKept: boolean | undefined
  range: string
  note: string
  command: string
}

/**
 * How the budgets of the named benchmarks stand; of all where none is named, so that what was left out is seen. Several
 * figures of one budget stand for the worst of them.
 */
export function standings(results: readonly Result[], names: readonly string[]): Standing[] {
  return allBudgets
    .filter(({ benchmark }) => names.length === 0 || names.includes(benchmark))
    .map((budget) =>
      standing(
        budget,
        results.find(({ name }) => name === budget.benchmark),
      ),
    )
}

/** As Markdown, so that it can be put into docs/benchmarks.md as it is. */
export function printBudgets(all: readonly Standing[]): void {
  const head = ['what', 'measured', 'budget', '', 'rounds', 'note', '`npm run bench --` …']
  const lines = all.map(({ what, measured, budget, isKept, range, note, command }) => [
    what,
    measured,
    budget,
    verdict(isKept),
    range,
    note,
    command,
  ])
  const [first = [], ...others] = evenly([head, ...lines])
  const rule = first.map((cell) => '-'.repeat(cell.length))
  console.log('\nEvery budget')
  for (const cells of [first, rule, ...others]) console.log(`| ${cells.join(' | ')} |`)
}

function standing(budget: Budget, result: Result | undefined): Standing {
  const { benchmark: command, what, note } = budget
  const stated = { what, budget: limitText(budget), command, isKept: undefined, range: '', note: note ?? '' }
  if (!result) return { ...stated, measured: 'not run' }
  if ('fault' in result) return { ...stated, measured: 'could not be run' }
  const rows = result.rows.filter((row) => row.isKept !== undefined && belongsTo(row, budget))
  const worst = worstOf(rows, budget)
  if (!worst) return { ...stated, measured: 'not measured' }
  const place = rows.length > 1 ? `worst of ${rows.length}: ${worst.what}` : ''
  const isKept = rows.every((row) => row.isKept)
  return { ...stated, measured: worst.figure, isKept, range: worst.range ?? '', note: [place, note].filter(Boolean).join('; ') }
}

function belongsTo({ what, limit }: Row, budget: Budget): boolean {
  return budget.rows ? budget.rows.test(what) : limit === budget
}

function worstOf(rows: readonly Row[], { least }: Budget): Row | undefined {
  const [worst] = rows.toSorted((a, b) => (least === undefined ? b.value - a.value : a.value - b.value))
  return worst
}
