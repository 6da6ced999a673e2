import { Refusal } from '../../contract/refusal.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Database } from '../db/db.ts'
import type { Reader } from '../db/tables.ts'
import type { TableName } from '../db/untouched.ts'
import type { Tx } from '../db/write.ts'
import type { Mail } from '../mail/mail.ts'
import type { Orders, StoredOrder } from '../orders/orders.ts'
import type { Begun, PaymentGateway, RawNotice } from './gateway.ts'
import type { Attempt } from './ledger/fact.ts'
import { recordFact, type Settled, settle } from './ledger/record.ts'
import { paidMail, pendingMail, refundedMail } from './mails.ts'
import { insertNotice } from './notices/store.ts'
import { attemptsOf, insertAttempt, insertIntent } from './store.ts'

export type Payments = ReturnType<typeof createPayments>

type Parts = {
  database: Database
  mail: Mail
  orders: Orders
  gateway: PaymentGateway
  /** Whether real money is asked for. */
  isLive: boolean
  /** Whose account is paid; undefined while the owner has named none. */
  payeeIn: (db: Reader) => Promise<string | undefined>
  /** The site's address, for links. */
  origin: string
}

type Person = { email: string; isAdmin: boolean }

const CURRENCY = 'USD'
/** The provider of payments that an admin saw come another way. */
const BY_HAND = 'by-hand'

/** What was paid for orders. Payments calls orders, never the other way round. */
export function createPayments({ database: { read, write }, mail, orders, gateway, isLive, payeeIn, origin }: Parts) {
  const dataTables: readonly TableName[] = ['payment_attempt', 'payment_notice', 'payment_fact', 'order_intent', 'payment_flag']
  return { dataTables, begin, receive, cancel, markPaid }

  /** Hands an order that is to be paid over to the provider. Throws a 409 where it is not to be paid, or cannot be yet. */
  async function begin(orderId: string, person: Person): Promise<Begun> {
    const order = await orders.ofPerson(orderId, person)
    const attempt = await write(async (tx) => {
      const payee = await payeeIn(tx)
      if (payee === undefined) throw new Refusal(409, 'Payments aren’t available yet. Please write to us, and we will help.')
      const { payment_status, under_review, price_cents } = await orders.held(tx, orderId)
      if (payment_status !== 'UnPaid') throw new Refusal(409, WHY_NOT[payment_status])
      if (under_review === 1) throw new Refusal(409, 'A payment for this order is on its way. Please wait until it has arrived.')
      const asked = { gateway: gateway.id, cents: price_cents, currency: CURRENCY, payee, live: isLive }
      // Looked at twice is one hand-off: the provider takes each at most once.
      const same = (await attemptsOf(tx, orderId)).findLast((known) => isSameAsked(known, asked))
      return same ?? insertAttempt(tx, { ...asked, id: crypto.randomUUID(), orderId })
    })
    const { package_name, package_price, number } = order
    return gateway.begin({ ...attempt, orderId, amount: package_price, title: `${package_name}, order ${number}` })
  }

  /** Keeps a notice as it came, before anybody knows whether it is authentic. */
  async function receive(raw: RawNotice): Promise<void> {
    await write((tx) => insertNotice(tx, gateway.id, gateway.key(raw), raw))
  }

  /** Throws a 409 where it is paid. Cancelled once more is still cancelled. */
  async function cancel(orderId: string, person: Person): Promise<StoredOrder> {
    await orders.ofPerson(orderId, person)
    return write(async (tx) => {
      const { payment_status } = await orders.held(tx, orderId)
      if (payment_status === 'Paid')
        throw new Refusal(409, 'This order is paid, so it cannot be cancelled here. Please write to us.')
      if (payment_status === 'UnPaid') {
        await insertIntent(tx, crypto.randomUUID(), orderId, { kind: 'cancel', actor: person.email, reason: '' })
        await settle(tx, orders, orderId)
      }
      return orders.held(tx, orderId)
    })
  }

  /** By the same way as a provider's word, and written down with who did it and why. */
  async function markPaid(orderId: string, reason: string, actor: string): Promise<StoredOrder> {
    const paid = await write(async (tx) => {
      const { payment_status, price_cents, number } = await orders.held(tx, orderId)
      if (payment_status === 'Paid') throw new Refusal(409, 'This order is paid already.')
      const id = crypto.randomUUID()
      const asked = { gateway: BY_HAND, cents: price_cents, currency: CURRENCY, payee: actor, live: true }
      await insertIntent(tx, id, orderId, { kind: 'paidByHand', actor, reason })
      const attempt = await insertAttempt(tx, { ...asked, id, orderId })
      const { cents, currency, live } = attempt
      const fact = {
        kind: 'settled' as const,
        transactionId: id,
        attemptId: id,
        cents,
        currency,
        payees: [actor],
        live,
        at: Date.now(),
      }
      await tell(tx, await recordFact(tx, orders, fact, { gateway: BY_HAND, noticeId: null }))
      await recordAudit(tx, { actor, action: 'order.paid-by-hand', subject: String(number), detail: { reason } })
      return orders.held(tx, orderId)
    })
    mail.wake()
    return paid
  }

  /** Word of what changed, in the transaction that changes it: each exactly once. */
  async function tell(tx: Tx, settled: Settled | undefined): Promise<void> {
    if (!settled) return
    const { before, standing } = settled
    const isPaid = standing.paymentStatus === 'Paid'
    if (isPaid && before.payment_status !== 'Paid') await mail.post(tx, paidMail(before, origin))
    if (standing.flags.includes('pending') && before.under_review === 0) await mail.post(tx, pendingMail(before, origin))
    if (!isPaid && before.payment_status === 'Paid') await mail.post(tx, refundedMail(before, standing.returned))
  }
}

const WHY_NOT = { Paid: 'This order is paid already.', Cancelled: 'This order was cancelled, so there is nothing to pay.' }

function isSameAsked(known: Attempt, asked: Omit<Attempt, 'id'>): boolean {
  return (Object.keys(asked) as (keyof typeof asked)[]).every((name) => known[name] === asked[name])
}
