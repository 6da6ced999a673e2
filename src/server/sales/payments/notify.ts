import type { FactKind, PaymentFlag } from '../../../contract/sales/payment-states.ts'
import type { Outgoing } from '../../mail/mail.ts'
import type { Tx } from '../../platform/db/write.ts'
import { REVIEW } from '../orders/orders.ts'
import { type Raised, raiseFlag } from './flags/store.ts'
import type { Settled } from './ledger/record.ts'
import { attentionMail, mismatchMail, paidMail, paidTwiceMail, pendingMail, refundedMail, rehearsed } from './mails.ts'
import type { PaymentParts } from './parts.ts'
import type { StoredFact } from './store.ts'

/** The flags that need no person. */
const ORDINARY: ReadonlySet<Raised['kind']> = new Set(['pending', 'failed'])

/**
 * Issues the documents and queues the emails that follow from a fact. Call it in the transaction of the fact, so that each
 * happens once. `isLive`: real money moved.
 */
export async function notifyOfPayment(parts: PaymentParts, tx: Tx, settled: Settled, isLive: boolean): Promise<void> {
  const { before, standing, raised } = settled
  const { mail, origin } = parts
  const post = (written: Outgoing) => mail.post(tx, isLive ? written : rehearsed(written))
  if (standing.settled > 0) await issueDocuments(parts, tx, settled, post)
  const isRaised = (kind: PaymentFlag) => raised.some((flag) => flag.kind === kind)
  if (standing.flags.includes('pending') && before.under_review !== REVIEW.pending) await post(pendingMail(before, origin))
  if (standing.paymentStatus === 'UnPaid' && isRaised('review') && standing.notCounted > 0)
    await post(mismatchMail(before, origin))
  if (isRaised('doublePaid') && standing.settled > before.received_cents) await post(paidTwiceMail(before, origin))
  const cents = standing.returned - before.returned_cents
  if (cents > 0) await post(refundedMail(before, { cents, isAll: standing.returned >= standing.settled }, origin))
  await notifyOwner(parts, tx, raised, before.number)
}

/** Also right if the refund arrived before its payment, so that the order was never Paid. */
async function issueDocuments(
  { invoices, countPaid, origin }: PaymentParts,
  tx: Tx,
  { before, standing, counted }: Settled,
  post: (written: Outgoing) => Promise<unknown>,
): Promise<void> {
  const ofKind = (kind: FactKind) => counted.filter((fact) => fact.kind === kind).toSorted((a, b) => a.at - b.at)
  const [payment] = ofKind('settled')
  if (!payment) throw new Error(`Order ${before.number} has money and no payment.`)
  const isRehearsal = standing.isTest
  const invoice = await invoices.issue(tx, before, { payment, isRehearsal })
  const endOf = ({ transactionId }: StoredFact) =>
    standing.entries.find(({ ends }) => ends?.kind === 'reversed' && ends.transactionId === transactionId)?.fact
  await invoices.issueCreditNotes(tx, before, {
    withdrawals: [
      ...ofKind('refunded').map((refund) => ({ ...refund, kind: 'refund' as const })),
      ...ofKind('reversed').map((reversal) => ({ ...reversal, kind: 'reversal' as const, end: endOf(reversal) })),
    ],
    isRehearsal,
  })
  if (!invoice.isNew) return
  if (!standing.isTest) await countPaid(tx)
  await post(paidMail(before, { cents: standing.settled, invoice: invoice.number }, origin))
}

/** Raises a flag, and emails the admins if it is new. `orderId` is null if no order is known. */
export async function raiseAndNotify(parts: PaymentParts, tx: Tx, orderId: string | null, flag: Raised): Promise<void> {
  if (!(await raiseFlag(tx, orderId, flag))) return
  await notifyOwner(parts, tx, [flag], orderId === null ? undefined : (await parts.orders.held(tx, orderId)).number)
}

/** Emails the admins about flags that need a person. */
export async function notifyOwner(
  { mail, adminEmails, origin }: PaymentParts,
  tx: Tx,
  raised: readonly Raised[],
  orderNumber?: number,
): Promise<void> {
  const flags = raised.filter(({ kind }) => !ORDINARY.has(kind))
  if (flags.length === 0) return
  for (const to of await adminEmails(tx)) await mail.post(tx, attentionMail({ to, flags, orderNumber }, origin))
}
