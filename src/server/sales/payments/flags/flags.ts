import { amountOf, dollarsAndCents } from '../../../../contract/grammar/money.ts'
import type { PaymentFlagRecord } from '../../../../contract/sales/payment-evidence.ts'
import type { PaymentFlagTable, Reader } from '../../../platform/db/tables.ts'
import { WHY_NOT_CAPTURED, type WhyNotCaptured } from '../capture-check.ts'
import { refusalFor } from '../paypal-refusals.ts'
import { factsOf, factsOfTransaction, type StoredAttempt, type StoredFact } from '../store.ts'
import type { Raised } from './store.ts'

/** A payment that nobody knows whose it is. */
export function orphan(gateway: string, transactionId: string): Raised {
  return { kind: 'orphan', subject: `${gateway} ${transactionId}` }
}

/** What a flag of an orphan is about. */
export function orphanIn(subject: string): { gateway: string; transactionId: string } {
  const at = subject.indexOf(' ')
  return { gateway: subject.slice(0, at), transactionId: subject.slice(at + 1) }
}

/** Somebody pretends to be the provider: one flag a day says so, however often they try. */
export function forged(now: number): Raised {
  return { kind: 'forged', subject: new Date(now).toISOString().slice(0, 10) }
}

/** A notice of the provider's own that cannot be understood. */
export function unreadable(noticeId: string): Raised {
  return { kind: 'unreadable', subject: noticeId }
}

/** One flag for all unverified notices of a hand-off, or of strangers, while the provider doesn't answer. */
export function unverified(handOff: string | null): Raised {
  return { kind: 'unverified', subject: handOff ?? 'strangers' }
}

/** A payment that the customer approved and that we did not take. */
export function notCaptured({ id, orderId }: Pick<StoredAttempt, 'id' | 'orderId'>, reason: WhyNotCaptured): Raised {
  return { kind: 'notCaptured', subject: `${orderId} ${reason} ${id}` }
}

/** A payment that the provider refused for a reason that the owner has to know. */
export function refused({ id, orderId }: Pick<StoredAttempt, 'id' | 'orderId'>, refusal: string): Raised {
  return { kind: 'refused', subject: `${orderId} ${refusal} ${id}` }
}

/** A refund of which the provider never said whether it was made. */
export function refundUnclear({ id, order_id, cents }: { id: string; order_id: string; cents: number }): Raised {
  return { kind: 'refundUnclear', subject: `${order_id} ${cents} ${id}` }
}

/** A fact of an order that is not as it was asked for. */
export function doubt(orderId: string, { transactionId, kind }: Pick<StoredFact, 'transactionId' | 'kind'>): Raised {
  return { kind: 'review', subject: `${orderId} ${kind} ${transactionId}` }
}

/** A dispute about a payment of an order. `dueAt` is the provider's deadline for an answer. */
export function dispute(orderId: string, { caseId, dueAt }: Pick<Raised, 'dueAt'> & { caseId: string }): Raised {
  return { kind: 'dispute', subject: `${orderId} ${caseId}`, dueAt }
}

/** With the order, and the payment where it is about a single one. */
export async function flagToWire(
  db: Reader,
  flag: PaymentFlagTable,
  order: { id: string; number: number } | undefined,
): Promise<PaymentFlagRecord> {
  const fact = await factBehind(db, flag)
  return {
    _id: flag.id,
    kind: flag.kind,
    detail: detailOf(flag),
    raisedAt: flag.raised_at,
    closedAt: flag.closed_at,
    closedBy: flag.closed_by,
    action: flag.action,
    note: flag.note,
    order: order ? { _id: order.id, number: order.number } : null,
    transactionId: fact?.transactionId ?? null,
    amount: fact?.cents ? amountOf(fact.cents) : null,
    currency: fact?.currency || null,
    dueAt: flag.kind === 'dispute' ? await deadlineOf(db, flag) : null,
    canAccept: flag.kind === 'review' && fact?.kind === 'settled',
  }
}

/** Returns the latest deadline that the provider named, epoch ms. */
async function deadlineOf(db: Reader, { subject, order_id }: PaymentFlagTable): Promise<number | null> {
  const told = order_id === null ? [] : await factsOf(db, order_id)
  const deadlines = told.flatMap(({ dispute }) =>
    dispute?.dueAt && subject === `${order_id} ${dispute.caseId}` ? [dispute.dueAt] : [],
  )
  return deadlines.length > 0 ? Math.max(...deadlines) : null
}

export async function factBehind(db: Reader, { kind, subject, order_id }: PaymentFlagTable): Promise<StoredFact | undefined> {
  if (kind === 'orphan') {
    const { gateway, transactionId } = orphanIn(subject)
    return (await factsOfTransaction(db, gateway, transactionId))[0]
  }
  if (order_id === null) return undefined
  if (kind === 'dispute')
    return (await factsOf(db, order_id)).find((fact) => fact.dispute && subject === `${order_id} ${fact.dispute.caseId}`)
  if (kind !== 'review') return undefined
  return (await factsOf(db, order_id)).find((fact) => doubt(order_id, fact).subject === subject)
}

/** What happened exactly, where the kind of flag does not say it all. */
function detailOf({ kind, subject }: PaymentFlagTable): string | null {
  const [, what = ''] = subject.split(' ')
  if (kind === 'notCaptured') return WHY_NOT_CAPTURED[what as WhyNotCaptured]
  if (kind === 'refundUnclear') return `The refund of ${dollarsAndCents(amountOf(Number(what)))}.`
  return kind === 'refused' ? `${refusalFor(what).owner ?? ''} (${what})`.trim() : null
}
