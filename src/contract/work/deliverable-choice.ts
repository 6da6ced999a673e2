import * as z from 'zod/mini'
import { formatDollars } from '../core/money.ts'

/** What a client can choose for a part that wasn't delivered in time. */
export const deliverableChoices = ['finish', 'carry', 'refund'] as const
export type DeliverableChoice = (typeof deliverableChoices)[number]

/** How many days the client has. Then the part is finished now. */
export const DAYS_TO_CHOOSE = 7

/** `asked`: the client can choose. `chosen`: the team carries the choice out. `scheduled`: it has a new date. */
const choiceStates = ['asked', 'chosen', 'scheduled'] as const
export type ChoiceState = (typeof choiceStates)[number]

type ChoiceStep = { from: readonly ChoiceState[]; to: ChoiceState | 'decided'; by: 'client' | 'team' | 'product' }

/** Who may do what about a missed part. The server and the screens read this table. */
const choiceSteps: readonly ChoiceStep[] = [
  { from: ['asked', 'chosen'], to: 'chosen', by: 'client' },
  // After `DAYS_TO_CHOOSE` without an answer.
  { from: ['asked'], to: 'chosen', by: 'product' },
  { from: ['asked', 'chosen'], to: 'scheduled', by: 'team' },
  // Without a reason if the client chose it.
  { from: ['asked', 'chosen', 'scheduled'], to: 'decided', by: 'team' },
]

export function canTakeChoiceStep(state: ChoiceState | undefined, to: ChoiceStep['to'], by: ChoiceStep['by']): boolean {
  return choiceSteps.some((step) => step.to === to && step.by === by && step.from.some((from) => from === state))
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

export function describeChoice(kind: DeliverableChoice, share: string | null): string {
  if (kind === 'finish') return 'Finish it now, at no charge'
  return kind === 'carry' ? 'Deliver it with my next month, free' : `Refund its share (${formatDollars(share ?? '0')})`
}
