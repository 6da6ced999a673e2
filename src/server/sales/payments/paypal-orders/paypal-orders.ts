import { amountOf } from '../../../../contract/grammar/money.ts'
import { isRefusal, Refusal } from '../../../../contract/grammar/refusal.ts'
import type { PayPalApp } from '../../../config/payments-config.ts'
import {
  type Approval,
  type AskableAttempt,
  type Begun,
  type CaptureResult,
  type HandOff,
  HandOffEnded,
  HandOffRefused,
  type PaymentGateway,
  type ProviderReport,
  type RawNotice,
  UnreadableNotice,
  type Verdict,
} from '../gateway.ts'
import type { Fact } from '../ledger/fact.ts'
import { payPalPage, payPalTitle, returnUrls } from '../paypal.ts'
import { REFUSALS, refusalFor } from '../paypal-refusals.ts'
import { createApi } from './api.ts'
import { disputeFacts, isDisputeEvent } from './disputes.ts'
import {
  amountIn,
  approvalIn,
  captureFacts,
  captureOf,
  factsIn,
  orderOf,
  type PayPalOrder,
  payeesOf,
  payment,
  payPalOrder,
  refundKind,
  refusedFact,
} from './order.ts'
import { refundCapture } from './refund.ts'
import { eventIn, keyOf, questionOf } from './webhook.ts'

/** How long a customer waits for PayPal, in ms. */
const BEGIN_WITHIN = 10_000

/** What went back, by the event that tells of it. */
const BACK: Readonly<Record<string, 'refunded' | 'reversed'>> = {
  'PAYMENT.CAPTURE.REFUNDED': 'refunded',
  'PAYMENT.CAPTURE.REVERSED': 'reversed',
}

type Settings = { isLive: boolean; apiUrl: string; webUrl: string; app: PayPalApp; origin: string }

/**
 * PayPal's Orders API (developer.paypal.com/docs/api/orders/v2): an order is made when the customer presses, approved
 * at PayPal, and captured by the queue's worker. A webhook does not say everything: the order itself is read, which also
 * names the payee. Only `begin` and `capture` change anything at PayPal.
 */
export function createPayPalOrders({ isLive, apiUrl, webUrl, app, origin }: Settings): PaymentGateway {
  const api = createApi({ apiUrl, app })
  const formTarget = new URL(webUrl).origin
  return {
    id: 'paypal-orders',
    begins: 'press',
    isRehearsal: false,
    isLive,
    formTarget,
    begin,
    key: keyOf,
    verify,
    facts,
    refund: (payment, cents, requestId, signal) => refundCapture(api, { payment, cents, requestId }, signal),
    paymentPage: (transactionId) => payPalPage(formTarget, transactionId),
    reconcile: ({ reference }, signal) => report(reference, signal),
    capture,
    explain: refusalFor,
  }

  async function begin(handOff: HandOff): Promise<Begun> {
    const signal = AbortSignal.timeout(BEGIN_WITHIN)
    try {
      const order = handOff.reference === null ? await create(handOff, signal) : await findOpen(handOff.reference, signal)
      const link = order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
      if (!link || URL.parse(link.href)?.origin !== formTarget)
        throw new Error(`PayPal names no address at ${formTarget} to pay at`)
      return { redirect: link.href, reference: order.id, payeeNames: order.purchase_units.flatMap(payeesOf) }
    } catch (error) {
      if (isRefusal(error) || error instanceof HandOffEnded || error instanceof HandOffRefused) throw error
      const refusal = new Refusal(503, 'PayPal cannot be reached. Nothing was charged; please try again in a moment.')
      refusal.cause = error
      throw refusal
    }
  }

  /** The order that was made before. Throws a 409 where it is paid, and `HandOffEnded` where it can't be paid any more. */
  async function findOpen(reference: string, signal: AbortSignal): Promise<PayPalOrder> {
    const order = await find(reference, signal)
    const kinds = order ? factsIn(order, isLive).map(({ kind }) => kind) : []
    if (kinds.includes('settled')) throw new Refusal(409, 'Your payment has arrived. Please load this page again.')
    if (kinds.includes('pending')) throw new Refusal(409, 'Your payment is on its way. Please wait until it has arrived.')
    if (!order || kinds.length > 0 || ['VOIDED', 'COMPLETED'].includes(order.status)) throw new HandOffEnded(reference)
    return order
  }

  /** Twice for the same hand-off is one order. */
  async function create({ id, orderId, cents, currency, payee, title }: HandOff, signal: AbortSignal) {
    const unit = {
      custom_id: id,
      invoice_id: id,
      description: payPalTitle(title),
      amount: { currency_code: currency, value: amountOf(cents) },
      payee: { email_address: payee },
    }
    const { paid, cancelled } = returnUrls(origin, orderId)
    const experience = {
      return_url: paid,
      cancel_url: cancelled,
      user_action: 'PAY_NOW',
      shipping_preference: 'NO_SHIPPING',
    }
    const body = JSON.stringify({
      intent: 'CAPTURE',
      purchase_units: [unit],
      payment_source: { paypal: { experience_context: experience } },
    })
    const made = await api.ask({ method: 'POST', path: '/v2/checkout/orders', body, requestId: id, signal })
    if (made.status === 200 || made.status === 201) return payPalOrder.parse(made.body)
    if (made.issue !== undefined && Object.hasOwn(REFUSALS, made.issue)) throw new HandOffRefused(made.issue)
    throw new Error(`PayPal made no order (${made.status} ${made.issue ?? ''})`)
  }

  async function verify(raw: RawNotice, signal: AbortSignal): Promise<Verdict> {
    const question = questionOf(raw, app.webhookId)
    if (question === undefined) return 'forged'
    const path = '/v1/notifications/verify-webhook-signature'
    const { status, body } = await api.ask({ method: 'POST', path, body: question, signal })
    // What PayPal cannot even read as a signature is none.
    if (status === 400 || status === 422) return 'forged'
    const { verification_status: said } = (body ?? {}) as { verification_status?: unknown }
    if (status !== 200) return 'retry'
    return said === 'SUCCESS' ? 'authentic' : said === 'FAILURE' ? 'forged' : 'retry'
  }

  async function facts(raw: RawNotice, signal: AbortSignal): Promise<ProviderReport> {
    const { event_type: type, resource } = eventIn(raw)
    if (isDisputeEvent(type)) return { facts: disputeFacts(type, resource, isLive) }
    if (/^CHECKOUT\.ORDER\.(APPROVED|COMPLETED)$/.test(type)) return report(String(resource.id), signal)
    if (!type.startsWith('PAYMENT.CAPTURE.')) return { facts: [] }
    const { data } = payment.safeParse(resource)
    if (!data) throw new UnreadableNotice('It says of a payment less than PayPal promises.')
    const kind = BACK[type]
    // A reversal may name itself, or the payment alone.
    const captureId = (kind && captureOf(data)) ?? data.id
    const reference = orderOf(data) ?? (await orderOfCapture(captureId, signal))
    const order = reference === undefined ? undefined : await find(reference, signal)
    const told = order ? factsIn(order, isLive) : []
    const [unit] = order?.purchase_units ?? []
    const attemptId = data.custom_id ?? unit?.custom_id
    const payees = unit ? payeesOf(unit) : []
    const base = { ...(attemptId && { attemptId }), payees, live: isLive, ...(reference && { reference }) }
    // The order may show less than the event: PayPal's own reads lag behind its events.
    // Where a refund says nothing of its state, the name of the event does.
    const backKind = kind === 'refunded' && data.status !== undefined ? refundKind(data.status) : kind
    const back = backKind ? [{ ...base, kind: backKind, ...amountIn(data), parentTransactionId: captureId }] : []
    const said = kind ? back : captureFacts(data, base)
    const isSame = (one: Fact) => (other: Fact) => one.transactionId === other.transactionId && one.kind === other.kind
    return { facts: [...told.filter((one) => !said.some(isSame(one))), ...said] }
  }

  async function orderOfCapture(id: string, signal: AbortSignal): Promise<string | undefined> {
    const { status, body } = await api.ask({ method: 'GET', path: `/v2/payments/captures/${encodeURIComponent(id)}`, signal })
    return status === 200 ? orderOf(payment.parse(body)) : undefined
  }

  /** All that an order tells. Reads only. */
  async function report(id: string, signal: AbortSignal): Promise<ProviderReport> {
    const order = await find(id, signal)
    return order ? { facts: factsIn(order, isLive), approval: approvalIn(order) } : { facts: [] }
  }

  async function capture(attempt: AskableAttempt, approval: Approval, signal: AbortSignal): Promise<CaptureResult> {
    const { reference } = attempt
    const path = `/v2/checkout/orders/${encodeURIComponent(reference)}/capture`
    // One id for each approval: a repeat is the same capture, another means of payment is another one.
    const requestId = `${reference} ${approval.id}`
    const { status, body, issue } = await api.ask({ method: 'POST', path, body: '{}', requestId, signal })
    if (status === 200 || status === 201) return { facts: factsIn(payPalOrder.parse(body), isLive) }
    // A capture that was not heard of, or an approval that was taken back.
    if (issue === 'ORDER_ALREADY_CAPTURED' || issue === 'ORDER_NOT_APPROVED') return report(reference, signal)
    return { facts: [refusedFact(attempt, approval)], refusal: issue ?? `HTTP_${status}` }
  }

  /** Undefined where PayPal knows none, or none any more. */
  async function find(id: string, signal: AbortSignal): Promise<PayPalOrder | undefined> {
    const { status, body } = await api.ask({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(id)}`, signal })
    if (status === 404) return undefined
    if (status !== 200) throw new Error(`PayPal does not show order ${id} (${status})`)
    return payPalOrder.parse(body)
  }
}
