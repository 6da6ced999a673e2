import { formatDecimalAmount } from '#contract/core/money.ts'
import type { DeliverableChoiceData } from '#contract/work/deliverable-choice.ts'
import { getWorkMonthEnd } from '#contract/work/work-month-calendar.ts'
import type { DeliverableChoiceTable, DeliverableTable, OrderWorkTable } from '../../tables.ts'

type Part = {
  deliverable: Pick<DeliverableTable, 'due_on'>
  work: OrderWorkTable
  /** It is open, or wasn't delivered and has no outcome. */
  isMissing: boolean
  /** The oldest date first. */
  choices: readonly DeliverableChoiceTable[]
  /** In cents. */
  share: number
}

/**
 * Returns the choice about a part whose month is over, or null if there is nothing to choose. A part that the client wants
 * finished gets another choice if its new date passes, too.
 */
export function computeChoice(
  { deliverable, work, isMissing, choices, share }: Part,
  today: string,
): DeliverableChoiceData | null {
  const { starts_on, is_active } = work
  if (starts_on === null || is_active === 0 || !isMissing || today <= getWorkMonthEnd(starts_on)) return null
  const amount = share > 0 ? formatDecimalAmount(share) : null
  const dueOn = deliverable.due_on ?? ''
  const last = choices.at(-1)
  const isScheduled = last?.kind === 'finish' && dueOn > last.missed_on
  if (!last || (isScheduled && dueOn < today))
    return { state: 'asked', missedOn: last ? dueOn : getWorkMonthEnd(starts_on), share: amount, kind: null, at: null, by: null }
  const { kind, at, by_side: by, missed_on: missedOn } = last
  return { state: isScheduled ? 'scheduled' : 'chosen', missedOn, share: amount, kind, at: Number(at), by }
}
