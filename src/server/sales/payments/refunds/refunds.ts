import { randomUUID } from 'node:crypto'
import { amountOf, centsIn, dollarsAndCents } from '../../../../contract/grammar/money.ts'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import type { RefundRecord } from '../../../../contract/sales/refunds.ts'
import { recordAudit } from '../../../audit/audit.ts'
import type { Once } from '../../../platform/db/once.ts'
import type { Reader } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/write.ts'
import { refundUnclear } from '../flags/flags.ts'
import { closeAbout, OVER } from '../flags/store.ts'
import { BY_HAND, RefundRefused } from '../gateway.ts'
import { COMES_BACK, type Fact } from '../ledger/fact.ts'
import { loadLedger } from '../ledger/record.ts'
import { countedFacts } from '../ledger/standing.ts'
import { refundRefusedMail } from '../mails.ts'
import { raiseAndNotify } from '../notify.ts'
import type { PaymentParts } from '../parts.ts'
import type { ProviderTask, TaskEnd } from '../provider-tasks/provider-tasks.ts'
import { NOW } from '../provider-work.ts'
import { recordReport } from '../record-report.ts'
import { factsOfTransaction, type StoredFact } from '../store.ts'
import { endRefund, findRefund, insertRefund, OPEN_STATES, type RefundRequest, refundsOf } from './store.ts'

export type { RefundRequest } from './store.ts'

/** What an admin asks for; without a transaction the one payment that can be refunded, without an amount all of it. */
export type WantedRefund = { transactionId?: string | undefined; amount?: string | undefined; reason: string }

/** How long the same refund once more counts as the same press of a button, in ms. */
const DOUBLE_CLICK = 10_000

/** How often the provider is asked to make a refund: with the pauses of the queue, for some 11 hours. */
const MAX_TRIES = 20

const UNCLEAR =
  'The payment provider never said whether it made this refund. Look for the refund there. If it was made, we hear of it and confirm it here. If not, press the button below, and refund again.'

/**
 * Refunds a payment of an order. Only what the provider reports afterwards counts as refunded. Without an idempotency key, the
 * same refund within 10 s is the same refund. Throws a 404, 409 or 422.
 */
export async function requestRefund(
  parts: PaymentParts,
  orderId: string,
  wanted: WantedRefund,
  actor: string,
  once?: Once,
): Promise<RefundRequest> {
  const requested = parts.write((tx) => addRequest(parts, tx, { orderId, wanted, actor, hasKey: once !== undefined }), once)
  const request = await requested.catch((error: unknown) => {
    // Thrown, so that the transaction undoes the task that was added.
    if (error instanceof SameRefund) return error.request
    throw error
  })
  parts.wakeTasks()
  return request
}

type NewRequest = { orderId: string; wanted: WantedRefund; actor: string; hasKey: boolean }

/** The provider makes the refund, or the owner does at the provider's site: then it is expected. */
async function addRequest(
  { orders, gateways, tasks }: PaymentParts,
  tx: Tx,
  { orderId, wanted, actor, hasKey }: NewRequest,
): Promise<RefundRequest> {
  const id = randomUUID()
  // Before the order's counters are locked: the worker takes both locks in this order.
  await tasks.add(tx, { orderId, kind: 'refund', subject: id })
  const order = await orders.held(tx, orderId)
  const left = await refundablesOf(tx, orderId)
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

/** Ends a refund that the owner or the provider did not make. Throws a 404 or a 409. */
export async function withdrawRefund({ orders }: PaymentParts, tx: Tx, id: string, actor: string): Promise<RefundRequest> {
  const request = await findRefund(tx, id)
  if (!request) throw new Refusal(404, 'There is no such refund.')
  const { number } = await orders.held(tx, request.order_id)
  if (!(await endRefund(tx, id, ['expected', 'unclear'], { state: 'withdrawn', refusal: null })))
    throw new Refusal(409, 'This refund is no longer expected.')
  await closeAbout(tx, refundUnclear(request), OVER)
  const detail = { amount: amountOf(request.cents) }
  await recordAudit(tx, { actor, action: 'order.refund-withdrawn', subject: String(number), detail })
  return { ...request, state: 'withdrawn' }
}

/**
 * Has the provider make a refund, always under the same idempotency key. Throws to be tried again, up to `MAX_TRIES`: then
 * the owner reads that the outcome is unclear.
 */
export async function makeRefund(
  parts: PaymentParts,
  { subject, attempts }: ProviderTask,
  signal: AbortSignal,
): Promise<TaskEnd> {
  const { read, gateways } = parts
  const request = await findRefund(read, subject)
  if (request?.state !== 'asked') return async () => {}
  const { gateway, payment_transaction_id, cents, id } = request
  const payment = (await factsOfTransaction(read, gateway, payment_transaction_id)).find(({ kind }) => kind === 'settled')
  const provider = gateways.all.get(gateway)
  try {
    if (!payment || !provider?.refund) throw new RefundRefused('This payment provider is no longer set up.')
    const facts = await provider.refund(payment, cents, id, signal)
    return (tx) => recordReport(parts, tx, { facts }, { gateway, noticeId: null })
  } catch (error) {
    if (error instanceof RefundRefused) return (tx) => refuseRefund(parts, tx, request, error.message)
    if (attempts + 1 < MAX_TRIES) throw error
    parts.problem(error, `the payment provider never said whether it made refund ${id}; it is not asked again to make it`)
    return (tx) => giveUpRefund(parts, tx, request)
  }
}

async function refuseRefund({ orders, mail, origin }: PaymentParts, tx: Tx, request: RefundRequest, why: string): Promise<void> {
  const order = await orders.held(tx, request.order_id)
  if (!(await endRefund(tx, request.id, ['asked'], { state: 'refused', refusal: why }))) return
  await mail.post(tx, refundRefusedMail(order, { to: request.actor, cents: request.cents, why }, origin))
}

/**
 * Stops asking for a refund. The provider may have made it all the same, so its money stays reserved. The queue asks what
 * the provider knows, and a refund that it reports is confirmed.
 */
async function giveUpRefund(parts: PaymentParts, tx: Tx, request: RefundRequest): Promise<void> {
  await parts.tasks.add(tx, { orderId: request.order_id, kind: 'ask', subject: NOW })
  await parts.orders.held(tx, request.order_id)
  if (!(await endRefund(tx, request.id, ['asked'], { state: 'unclear', refusal: UNCLEAR }))) return
  await raiseAndNotify(parts, tx, request.order_id, refundUnclear(request))
}

/** Returns the refunds of an order, and what can still be refunded. */
export async function refundsOnPage(parts: PaymentParts, orderId: string) {
  const [requests, left] = [await refundsOf(parts.read, orderId), await refundablesOf(parts.read, orderId)]
  return {
    refunds: requests.map((request) => serializeRefund(parts, request)),
    refundable: left.map(({ payment, left }) => ({
      transactionId: payment.transactionId,
      left: amountOf(left),
      isGuided: parts.gateways.all.get(payment.gateway)?.refund === undefined,
    })),
  }
}

export function serializeRefund({ gateways }: PaymentParts, request: RefundRequest): RefundRecord {
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

async function refundablesOf(db: Reader, orderId: string): Promise<Refundable[]> {
  const { facts, standing } = await loadLedger(db, orderId)
  return refundableOf(countedFacts(facts, standing), await refundsOf(db, orderId)).filter(
    ({ payment }) => payment.gateway !== BY_HAND,
  )
}

/** A payment of which something can still go back, and how much; in cents. */
type Refundable = { payment: StoredFact; left: number }

/** The payments that a refund can be made of: less what went back, and what is on its way back. */
function refundableOf(counted: readonly StoredFact[], requests: readonly RefundRequest[]): Refundable[] {
  const back = (payment: Fact) =>
    counted
      .filter(({ kind, parentTransactionId }) => COMES_BACK.has(kind) && parentTransactionId === payment.transactionId)
      .reduce((cents, fact) => cents + (fact.kind === 'reversalCancelled' ? -fact.cents : fact.cents), 0)
  const open = ({ transactionId }: Fact) =>
    requests
      .filter(({ state, payment_transaction_id }) => OPEN_STATES.includes(state) && payment_transaction_id === transactionId)
      .reduce((cents, request) => cents + request.cents, 0)
  return counted
    .filter(({ kind }) => kind === 'settled')
    .map((payment) => ({ payment, left: payment.cents - back(payment) - open(payment) }))
    .filter(({ left }) => left > 0)
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
class SameRefund extends Error {
  readonly request: RefundRequest
  constructor(request: RefundRequest) {
    super('This refund was asked for just now.')
    this.request = request
  }
}
