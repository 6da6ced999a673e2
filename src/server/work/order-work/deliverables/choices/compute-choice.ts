import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { formatDecimalAmount } from '#contract/core/money.ts'
import { DAYS_TO_CHOOSE, type DeliverableChoiceData } from '#contract/work/deliverable-choice.ts'
import { getWorkMonthEnd } from '#contract/work/work-month-calendar.ts'
import type { OrderWorkWithStatus } from '../../store.ts'
import type { DeliverableChoiceTable, DeliverableTable } from '../../tables.ts'

type Part = {
  deliverable: Pick<DeliverableTable, 'due_on'>
  work: OrderWorkWithStatus
  /** It is open, or wasn't delivered and has no outcome. */
  isMissing: boolean
  /** The oldest date first. */
  choices: readonly DeliverableChoiceTable[]
  /** In cents. */
  share: number
}

/**
 * Returns the choice about a part whose month is over, or null if there is nothing to choose. It outlasts the delivery of
 * the order, unless the team works without the parts. A part with a later date gets a choice only if that date passes, too.
 */
export function computeChoice(
  { deliverable, work, isMissing, choices, share }: Part,
  today: string,
): DeliverableChoiceData | null {
  const { starts_on, is_active, payment_status, order_status, is_touched } = work
  const isDelivered = payment_status === 'Paid' && order_status === 'Delivered'
  if (is_active === 0 && !isDelivered) return null
  if (starts_on === null || !isMissing || today <= getWorkMonthEnd(starts_on)) return null
  const amount = share > 0 ? formatDecimalAmount(share) : null
  const dueOn = deliverable.due_on ?? ''
  const last = choices.at(-1)
  if (is_active === 0 && !is_touched && !last) return null
  const missedOn = last?.missed_on ?? getWorkMonthEnd(starts_on)
  const hasNewDate = (!last || last.kind === 'finish') && dueOn > missedOn
  if (hasNewDate ? dueOn < today : !last)
    return { state: 'asked', missedOn: hasNewDate ? dueOn : missedOn, ...undecided, share: amount }
  const { kind, at, by_side: by } = last ?? { kind: null, at: null, by_side: null }
  const state = hasNewDate ? 'scheduled' : 'chosen'
  return { ...undecided, state, missedOn, share: amount, kind, at: at === null ? null : Number(at), by }
}

const undecided = { chooseBy: null, kind: null, at: null, by: null }

const DAY = 24 * 60 * 60_000

/** Returns the last day on which a client who was asked at this time (epoch ms) can choose. */
export function getLastDayToChoose(timeZone: string, askedAt: number): string {
  return toBusinessDay(timeZone, askedAt + DAYS_TO_CHOOSE * DAY)
}
