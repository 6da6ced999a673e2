import * as z from 'zod/mini'
import { formatCalendarDay } from '../core/format-date-time.ts'
import { formatDollars } from '../core/money.ts'

/** What a client can choose for a part that wasn't delivered in time. */
export const deliverableChoices = ['finish', 'carry', 'refund'] as const
export type DeliverableChoice = (typeof deliverableChoices)[number]

/** How many days the client has. Then the part is finished now. */
export const DAYS_TO_CHOOSE = 7

/** `asked`: the client can choose. `chosen`: the team carries the choice out. `scheduled`: it has a new date, also unasked. */
const choiceStates = ['asked', 'chosen', 'scheduled'] as const
export type ChoiceState = (typeof choiceStates)[number]

/** In which states the client may choose, and the product after `DAYS_TO_CHOOSE`. The server and the screens read this. */
const statesToChooseIn: Readonly<Record<'client' | 'product', readonly ChoiceState[]>> = {
  client: ['asked', 'chosen'],
  product: ['asked'],
}

export function canChoose(state: ChoiceState | undefined, by: keyof typeof statesToChooseIn): boolean {
  return state !== undefined && statesToChooseIn[by].includes(state)
}

/** The outcome that carries out a choice. A part that is finished now stays open. */
export const outcomeOfChoice: Readonly<Partial<Record<DeliverableChoice, 'carried' | 'refunded'>>> = {
  carry: 'carried',
  refund: 'refunded',
}

/** The choice about a missed part. */
export const deliverableChoiceSchema = z.object({
  state: z.enum(choiceStates),
  /** The date that passed, such as 2026-12-22: the end of the month, or the new date. */
  missedOn: z.string(),
  /** The last day to choose. After it, the part is finished now. Null unless the client was asked by email and hasn't chosen. */
  chooseBy: z.nullable(z.string()),
  /** The share of the price that can be refunded, with two decimals. Null if no part of the price pays for it. */
  share: z.nullable(z.string()),
  /** Null until it is chosen. */
  kind: z.nullable(z.enum(deliverableChoices)),
  /** Epoch ms. */
  at: z.nullable(z.number()),
  /** `product`: the client didn't answer in time. */
  by: z.nullable(z.enum(['client', 'product'])),
})
export type DeliverableChoiceData = z.output<typeof deliverableChoiceSchema>

/** Says what happens without a choice. Empty before the email asks. */
export function describeChoiceDeadline(chooseBy: string | null): string {
  return chooseBy === null ? '' : `If you don’t choose by ${formatCalendarDay(chooseBy)}, we finish it now, at no charge.`
}

export function describeChoice(kind: DeliverableChoice, share: string | null): string {
  if (kind === 'finish') return 'Finish it now, at no charge'
  return kind === 'carry' ? 'Deliver it with my next month, free' : `Refund its share (${formatDollars(share ?? '0')})`
}

/** A missed date of an order that the client is asked about, such as `2026-12-22`. */
export type MissedDate = { orderId: string; missedOn: string }
