import { formatCalendarDayRange } from '#contract/core/format-date-time.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { workMonthSteps } from '#contract/work/work-month-calendar.ts'

/** Shows the five steps of the month with their dates. The first step that isn't done is the current one. */
export function MonthSteps({ steps }: Pick<OrderWork, 'steps'>) {
  const current = steps.findIndex(({ isDone }) => !isDone)
  const hasStarted = steps.some(({ from }) => from !== null)
  return (
    <ol className="month-steps" aria-label="The month, step by step">
      {steps.map(({ title, from, to, isDone }, index) => (
        <li key={title} aria-current={index === current ? 'step' : undefined} data-done={isDone || undefined}>
          <strong>{title}</strong>
          {isDone && <span className="visually-hidden"> (done)</span>}{' '}
          <span>{from && to ? formatCalendarDayRange(from, to) : describeUndated(index, isDone, hasStarted)}</span>
        </li>
      ))}
    </ol>
  )
}

/** The first steps come before the month. The others have no dates until it starts. */
function describeUndated(index: number, isDone: boolean, hasStarted: boolean): string {
  if (isDone) return 'Done'
  if (hasStarted) return 'Not complete yet'
  return workMonthSteps[index]?.days ? 'We set the dates when the month starts' : 'Before the month starts'
}
