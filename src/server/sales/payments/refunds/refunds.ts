import { randomUUID } from 'node:crypto'
import { amountOf, centsIn, dollarsAndCents } from '../../../../contract/grammar/money.ts'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import type { RefundRecord } from '../../../../contract/sales/refunds.ts'
import { recordAudit } from '../../../audit/audit.ts'
import type { Mail } from '../../../mail/mail.ts'
import type { Reader } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/write.ts'
import type { Orders, StoredOrder } from '../../orders/orders.ts'
import { standingNow } from '../evidence/history.ts'
import { BY_HAND, RefundRefused } from '../gateway.ts'
import type { Gateways } from '../gateways.ts'
import type { Fact } from '../ledger/fact.ts'
import { countedFacts } from '../ledger/standing.ts'
import { refundRefusedMail } from '../mails.ts'
import type { NewTask, ProviderTask } from '../provider-tasks/provider-tasks.ts'
import { attemptsOf, factsOf, factsOfTransaction, intentsOf } from '../store.ts'
import { type Refundable, refundableOf } from './refundable.ts'
import { endRefund, findRefund, insertRefund, type RefundRequest, refundsOf } from './store.ts'

export { confirmRefund, type RefundRequest } from './store.ts'

type Parts = {
  read: Reader
  mail: Mail
  orders: Pick<Orders, 'held'>
  gateways: Gateways
  addTask: (tx: Tx, task: NewTask) => Promise<void>
  /** Records what the provider told. */
  take: (tx: Tx, fact: Fact, source: { gateway: string; noticeId: null }) => Promise<void>
  origin: string
}

/** What an admin asks for; without a transaction the one payment that can be refunded, without an amount all of it. */
export type WantedRefund = { transactionId?: string | undefined; amount?: string | undefined; reason: string }

/** How long the same refund once more counts as the same press of a button, in ms. */
const DOUBLE_CLICK = 10_000

/** Refunds that admins ask for. Only what the provider tells afterwards counts as refunded. */
export function createRefunds({ read, mail, orders, gateways, addTask, take, origin }: Parts) {
  return { refund, withdraw, perform, ofOrder, serialize }

  async function refundables(db: Reader, orderId: string): Promise<Refundable[]> {
    const [attempts, facts, intents] = [await attemptsOf(db, orderId), await factsOf(db, orderId), await intentsOf(db, orderId)]
    const counted = countedFacts(facts, standingNow({ attempts, facts, intents }))
    return refundableOf(counted, await refundsOf(db, orderId)).filter(({ payment }) => payment.gateway !== BY_HAND)
  }

  /**
   * The provider makes it, or the owner does at the provider's own site: then it is expected. Throws a 404, 409 or 422,
   * and a `SameRefund` if the same refund was requested just now without an idempotency key (`hasKey`): the transaction then
   * takes back the task that was added.
   */
  async function refund(tx: Tx, orderId: string, wanted: WantedRefund, actor: string, hasKey: boolean): Promise<RefundRequest> {
    const id = randomUUID()
    // Before the order's counters are locked: the worker takes both locks in this order.
    await addTask(tx, { orderId, kind: 'refund', subject: id })
    const order = await orders.held(tx, orderId)
    const left = await refundables(tx, orderId)
    const same = hasKey ? undefined : (await refundsOf(tx, orderId)).findLast((one) => isSameRefund(one, wanted, left))
    if (same) throw new SameRefund(same)
    const { payment, cents } = chosen(left, wanted)
    const request: RefundRequest = {
      id,
      order_id: orderId,
      gateway: payment.gateway,
      payment_transaction_id: payment.transactionId,
      cents,
      reason: wanted.reason,
      actor,
      at: Date.now(),
      state: gateways.all.get(payment.gateway)?.refund ? 'asked' : 'expected',
      refusal: null,
      refund_transaction_id: null,
    }
    await insertRefund(tx, request)
    const detail = { amount: amountOf(cents), reason: wanted.reason }
    await recordAudit(tx, { actor, action: 'order.refund-asked', subject: String(order.number), detail })
    return request
  }

  /** An expected refund that the owner did not make. Throws a 404 or a 409. */
  async function withdraw(tx: Tx, id: string, actor: string): Promise<RefundRequest> {
    const request = await findRefund(tx, id)
    if (!request) throw new Refusal(404, 'There is no such refund.')
    const { number } = await orders.held(tx, request.order_id)
    if (!(await endRefund(tx, id, 'expected', { state: 'withdrawn', refusal: null })))
      throw new Refusal(409, 'This refund is no longer expected.')
    const detail = { amount: amountOf(request.cents) }
    await recordAudit(tx, { actor, action: 'order.refund-withdrawn', subject: String(number), detail })
    return { ...request, state: 'withdrawn' }
  }

  /** The work of a refund task: has the provider make it, under an idempotency key that stays the same. */
  async function perform({ subject }: ProviderTask, signal: AbortSignal): Promise<(tx: Tx) => Promise<unknown>> {
    const request = await findRefund(read, subject)
    if (request?.state !== 'asked') return async () => {}
    const { gateway, payment_transaction_id, cents, id } = request
    const payment = (await factsOfTransaction(read, gateway, payment_transaction_id)).find(({ kind }) => kind === 'settled')
    const provider = gateways.all.get(gateway)
    try {
      if (!payment || !provider?.refund) throw new RefundRefused('This payment provider is no longer set up.')
      const facts = await provider.refund(payment, cents, id, signal)
      return async (tx) => {
        for (const fact of facts) await take(tx, fact, { gateway, noticeId: null })
      }
    } catch (error) {
      if (!(error instanceof RefundRefused)) throw error
      return (tx) => refuse(tx, request, error.message)
    }
  }

  async function refuse(tx: Tx, request: RefundRequest, why: string): Promise<void> {
    const order: StoredOrder = await orders.held(tx, request.order_id)
    if (!(await endRefund(tx, request.id, 'asked', { state: 'refused', refusal: why }))) return
    await mail.post(tx, refundRefusedMail(order, { to: request.actor, cents: request.cents, why }, origin))
  }

  /** What the page of an order shows. */
  async function ofOrder(orderId: string) {
    const [requests, left] = [await refundsOf(read, orderId), await refundables(read, orderId)]
    return {
      refunds: requests.map(serialize),
      refundable: left.map(({ payment, left }) => ({
        transactionId: payment.transactionId,
        left: amountOf(left),
        isGuided: gateways.all.get(payment.gateway)?.refund === undefined,
      })),
    }
  }

  function serialize(request: RefundRequest): RefundRecord {
    const { id, at, cents, reason, actor, state, refusal, gateway, payment_transaction_id, refund_transaction_id } = request
    return {
      _id: id,
      at,
      amount: amountOf(cents),
      reason,
      actor,
      state,
      refusal,
      paymentTransactionId: payment_transaction_id,
      paymentUrl: gateways.all.get(gateway)?.paymentPage?.(payment_transaction_id) ?? null,
      refundTransactionId: refund_transaction_id,
    }
  }
}

/** Selects the payment to refund and the amount in cents. Throws a 409 or a 422. */
function chosen(all: readonly Refundable[], { transactionId, amount }: WantedRefund) {
  const [one, other] = transactionId ? all.filter(({ payment }) => payment.transactionId === transactionId) : all
  if (!one) throw new Refusal(409, 'Nothing is left to refund here.')
  if (other) {
    const sentence = 'This order has more than one payment. Choose the one to refund.'
    throw new Refusal(422, sentence, { transactionId: sentence })
  }
  const cents = amount ? (centsIn(amount) ?? 0) : one.left
  if (cents > one.left) {
    const sentence = `At most ${dollarsAndCents(amountOf(one.left))} of this payment can be refunded.`
    throw new Refusal(422, sentence, { amount: sentence })
  }
  return { payment: one.payment, cents }
}

/** Without an amount it is the same only where nothing is left: the first took all. */
function isSameRefund(one: RefundRequest, { transactionId, amount, reason }: WantedRefund, left: readonly Refundable[]): boolean {
  const payment = one.payment_transaction_id
  if (transactionId && payment !== transactionId) return false
  if (amount ? one.cents !== centsIn(amount) : left.some((some) => some.payment.transactionId === payment)) return false
  const isMade = one.state !== 'refused' && one.state !== 'withdrawn'
  return isMade && one.reason === reason && Math.abs(Date.now() - one.at) < DOUBLE_CLICK
}

/** The refund that a second press of the button asks for again. */
export class SameRefund extends Error {
  readonly request: RefundRequest
  constructor(request: RefundRequest) {
    super('This refund was asked for just now.')
    this.request = request
  }
}
