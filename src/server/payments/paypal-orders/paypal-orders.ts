import { amountOf } from '../../../contract/money.ts'
import { isRefusal, Refusal } from '../../../contract/refusal.ts'
import type { PayPalApp } from '../../payments-config.ts'
import { type HandOff, type PaymentGateway, type RawNotice, UnreadableNotice, type Verdict } from '../gateway.ts'
import type { Fact } from '../ledger/fact.ts'
import { createApi } from './api.ts'
import { disputeFacts, isDisputeEvent } from './disputes.ts'
import {
  amountIn,
  captureFacts,
  captureOf,
  declined,
  factsIn,
  orderOf,
  type PayPalOrder,
  payment,
  payPalOrder,
  refundKind,
} from './order.ts'
import { refundCapture } from './refund.ts'
import { eventIn, keyOf, questionOf } from './webhook.ts'

/** How long a customer waits for PayPal, in ms. */
const BEGIN_WITHIN = 10_000
/** The longest description, in characters (Orders v2, purchase unit). */
const LONGEST_DESCRIPTION = 127

/** What went back, by the event that tells of it. */
const BACK: Readonly<Record<string, 'refunded' | 'reversed'>> = {
  'PAYMENT.CAPTURE.REFUNDED': 'refunded',
  'PAYMENT.CAPTURE.REVERSED': 'reversed',
}

type Settings = { isLive: boolean; apiUrl: string; webUrl: string; app: PayPalApp; origin: string }

/**
 * PayPal's Orders API (developer.paypal.com/docs/api/orders/v2): an order is made when the customer presses, approved
 * at PayPal, and captured when the customer comes back or the webhook arrives, whichever is first. What a webhook
 * says is not taken for all there is: the order itself is asked for, which also names the payee.
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
    paymentPage: (transactionId) => `${formTarget}/activity/payment/${encodeURIComponent(transactionId)}`,
    reconcile: ({ reference }, signal) => standing(reference, signal),
  }

  async function begin(handOff: HandOff) {
    const signal = AbortSignal.timeout(BEGIN_WITHIN)
    try {
      const order = (await stillOpen(handOff.reference, signal)) ?? (await create(handOff, signal))
      const link = order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
      if (!link || URL.parse(link.href)?.origin !== formTarget)
        throw new Error(`PayPal names no address at ${formTarget} to pay at`)
      return { redirect: link.href, reference: order.id }
    } catch (error) {
      if (isRefusal(error)) throw error
      const refusal = new Refusal(503, 'PayPal cannot be reached. Nothing was charged; please try again in a moment.')
      refusal.cause = error
      throw refusal
    }
  }

  /** The order that was made before, while it can be paid. */
  async function stillOpen(reference: string | null, signal: AbortSignal): Promise<PayPalOrder | undefined> {
    const order = reference === null ? undefined : await find(reference, signal)
    if (order?.status === 'COMPLETED') throw new Refusal(409, 'Your payment has arrived. Please load this page again.')
    return order?.status === 'VOIDED' ? undefined : order
  }

  /** Twice for the same hand-off is one order; one that PayPal has forgotten is followed by another. */
  async function create({ id, orderId, cents, currency, payee, title, reference }: HandOff, signal: AbortSignal) {
    const unit = {
      custom_id: id,
      invoice_id: id,
      description: [...title].slice(0, LONGEST_DESCRIPTION).join(''),
      amount: { currency_code: currency, value: amountOf(cents) },
      payee: { email_address: payee },
    }
    const experience = {
      return_url: `${origin}/received-payment/${orderId}`,
      cancel_url: `${origin}/order-cancelled/${orderId}`,
      user_action: 'PAY_NOW',
      shipping_preference: 'NO_SHIPPING',
    }
    const body = { intent: 'CAPTURE', purchase_units: [unit], payment_source: { paypal: { experience_context: experience } } }
    const {
      status,
      body: made,
      issue,
    } = await api.ask({
      method: 'POST',
      path: '/v2/checkout/orders',
      body: JSON.stringify(body),
      requestId: reference === null ? id : `${id} after ${reference}`,
      signal,
    })
    if (status !== 200 && status !== 201) throw new Error(`PayPal made no order (${status} ${issue ?? ''})`)
    return payPalOrder.parse(made)
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

  async function facts(raw: RawNotice, signal: AbortSignal): Promise<Fact[]> {
    const { event_type: type, resource } = eventIn(raw)
    if (isDisputeEvent(type)) return disputeFacts(type, resource, isLive)
    if (/^CHECKOUT\.ORDER\.(APPROVED|COMPLETED)$/.test(type)) return standing(String(resource.id), signal)
    if (!type.startsWith('PAYMENT.CAPTURE.')) return []
    const { data } = payment.safeParse(resource)
    if (!data) throw new UnreadableNotice('It says of a payment less than PayPal promises.')
    const kind = BACK[type]
    // A reversal may name itself, or the payment alone.
    const captureId = (kind && captureOf(data)) ?? data.id
    const orderId = orderOf(data) ?? (await orderOfCapture(captureId, signal))
    const told = orderId === undefined ? [] : await standing(orderId, signal)
    const { attemptId = data.custom_id, payees = [] } = told.find(({ transactionId }) => transactionId === captureId) ?? {}
    const base = { ...(attemptId && { attemptId }), payees, live: isLive }
    // Money that came is never left out, even where PayPal shows no order any more: without a payee somebody looks at it.
    if (!kind) return told.length > 0 ? told : captureFacts(data, base)
    // Where a refund says nothing of its state, the name of the event does.
    const backKind = kind === 'refunded' && data.status !== undefined ? refundKind(data.status) : kind
    if (!backKind) return told
    const back = { ...base, kind: backKind, ...amountIn(data), parentTransactionId: captureId }
    return [...told.filter(({ kind, transactionId }) => kind !== backKind || transactionId !== data.id), back]
  }

  async function orderOfCapture(id: string, signal: AbortSignal): Promise<string | undefined> {
    const { status, body } = await api.ask({ method: 'GET', path: `/v2/payments/captures/${encodeURIComponent(id)}`, signal })
    return status === 200 ? orderOf(payment.parse(body)) : undefined
  }

  /** All that an order tells, after what its customer approved was collected. */
  async function standing(id: string, signal: AbortSignal): Promise<Fact[]> {
    const order = await find(id, signal)
    if (!order) return []
    if (order.status !== 'APPROVED' || !order.purchase_units.every(isOurs)) return factsIn(order, isLive)
    const { update_time: since = '' } = order
    const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`
    // The same for all who see this approval, another once the customer has chosen another means of payment.
    const { status, issue } = await api.ask({ method: 'POST', path, body: '{}', requestId: `${id} ${since}`, signal })
    if (issue === 'INSTRUMENT_DECLINED') return declined(order, isLive)
    // Somebody else was faster, or the approval was taken back.
    const isSettled = status === 200 || status === 201 || issue === 'ORDER_ALREADY_CAPTURED' || issue === 'ORDER_NOT_APPROVED'
    if (!isSettled) throw new Error(`PayPal did not collect order ${id} (${status} ${issue ?? ''})`)
    const after = await find(id, signal)
    return after ? factsIn(after, isLive) : []
  }

  /** Undefined where PayPal knows none, or none any more. */
  async function find(id: string, signal: AbortSignal): Promise<PayPalOrder | undefined> {
    const { status, body } = await api.ask({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(id)}`, signal })
    if (status === 404) return undefined
    if (status !== 200) throw new Error(`PayPal does not show order ${id} (${status})`)
    return payPalOrder.parse(body)
  }
}

/** Other programs may use the same application at PayPal: what they sell is not ours to collect. */
function isOurs({ custom_id, invoice_id }: PayPalOrder['purchase_units'][number]): boolean {
  return custom_id !== undefined && custom_id === invoice_id
}
