import { formatCalendarDay } from '../../../contract/core/date-time-format.ts'
import type { OrderWork } from '../../../contract/work/order-work.ts'

/** Shows the five steps of the month with their dates. The first step that isn't done is the current one. */
export function MonthSteps({ steps }: Pick<OrderWork, 'steps'>) {
  const current = steps.findIndex(({ isDone }) => !isDone)
  return (
    <ol className="month-steps" aria-label="The month, step by step">
      {steps.map(({ title, from, to, isDone }, index) => (
        <li key={title} aria-current={index === current ? 'step' : undefined} data-done={isDone || undefined}>
          <strong>{title}</strong>
          {isDone && <span className="visually-hidden"> (done)</span>} <span>{formatDays(from, to, isDone)}</span>
        </li>
      ))}
    </ol>
  )
}

function formatDays(from: string | null, to: string | null, isDone: boolean): string {
  if (!from && !to) return isDone ? 'Done' : 'Before the month starts'
  if (!from || !to || from === to) return formatCalendarDay(from ?? to ?? '')
  return `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`
}
