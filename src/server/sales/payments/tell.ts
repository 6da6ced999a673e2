import type { FactKind, PaymentFlag } from '../../../contract/sales/payment-states.ts'
import type { Mail, Outgoing } from '../../mail/mail.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Invoices } from '../invoices/invoices.ts'
import { REVIEW } from '../orders/orders.ts'
import type { Raised } from './flags/store.ts'
import type { Settled } from './ledger/record.ts'
import { attentionMail, mismatchMail, paidMail, paidTwiceMail, pendingMail, refundedMail, rehearsed } from './mails.ts'

export type Telling = {
  mail: Mail
  invoices: Invoices
  /** Whom to tell of what needs somebody. */
  adminEmails: (tx: Tx) => Promise<string[]>
  /** The site's address, for links. */
  origin: string
  /** For the totals of days. */
  countPaid: (tx: Tx) => Promise<void>
}

/** What follows from a payment by itself; nobody has to do anything about it. */
const ORDINARY: ReadonlySet<Raised['kind']> = new Set(['pending', 'failed'])

/** Word of what a fact changed, and the invoice, in the transaction that changes it: each exactly once. `isLive` where real money moved. */
export async function tellOfPayment(
  tx: Tx,
  telling: Telling,
  { before, standing, counted, raised }: Settled,
  isLive: boolean,
): Promise<void> {
  const { mail, invoices, origin, countPaid } = telling
  const post = (written: Outgoing) => mail.post(tx, isLive ? written : rehearsed(written))
  if (standing.settled > 0) {
    // This holds even if the refund arrived before its payment, so that the order was never Paid.
    const ofKind = (kind: FactKind) => counted.filter((fact) => fact.kind === kind).toSorted((a, b) => a.at - b.at)
    const [payment] = ofKind('settled')
    if (!payment) throw new Error(`Order ${before.number} has money and no payment.`)
    const isRehearsal = standing.isTest
    const invoice = await invoices.issue(tx, before, { payment, isRehearsal })
    for (const refund of ofKind('refunded'))
      await invoices.issueCreditNote(tx, before, { refund, cents: refund.cents, isRehearsal })
    if (invoice.isNew) {
      if (!standing.isTest) await countPaid(tx)
      await post(paidMail(before, { cents: standing.settled, invoice: invoice.number }, origin))
    }
  }
  const isRaised = (kind: PaymentFlag) => raised.some((flag) => flag.kind === kind)
  if (standing.flags.includes('pending') && before.under_review !== REVIEW.pending) await post(pendingMail(before, origin))
  if (standing.paymentStatus === 'UnPaid' && isRaised('review') && standing.notCounted > 0)
    await post(mismatchMail(before, origin))
  const { returned, settled } = standing
  if (isRaised('doublePaid') && settled > before.received_cents) await post(paidTwiceMail(before, origin))
  const more = returned - before.returned_cents
  if (more > 0) await post(refundedMail(before, { cents: more, isAll: returned >= settled }, origin))
  await tellOwner(tx, telling, raised, before.number)
}

/** What somebody has to look at, of an order or of nobody's. */
export async function tellOwner(
  tx: Tx,
  { mail, adminEmails, origin }: Telling,
  raised: readonly Raised[],
  orderNumber?: number,
): Promise<void> {
  const flags = raised.filter(({ kind }) => !ORDINARY.has(kind))
  if (flags.length === 0) return
  for (const to of await adminEmails(tx)) await mail.post(tx, attentionMail({ to, flags, orderNumber }, origin))
}
