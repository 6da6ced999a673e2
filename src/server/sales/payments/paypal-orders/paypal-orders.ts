import { formatAmount } from '../../../../contract/core/money.ts'
import { isUserError, UserError } from '../../../../contract/core/user-error.ts'
import type { PayPalApp } from '../../../config/payments-config.ts'
import type { PaymentFact } from '../ledger/payment-fact.ts'
import {
  AttemptClosedError,
  AttemptRefusedError,
  type CaptureResult,
  type CheckoutAttempt,
  type CheckoutStart,
  type NoticeVerdict,
  type PaymentApproval,
  type PaymentGateway,
  type ProviderReport,
  type QueryableAttempt,
  type RawPaymentNotice,
  UnreadableNoticeError,
} from '../payment-gateway.ts'
import { buildPayPalPaymentUrl, buildReturnUrls, truncatePayPalTitle } from '../paypal-helpers.ts'
import { getPayPalRefusal, PAYPAL_REFUSALS } from '../paypal-refusals.ts'
import { isDisputeEvent, parseDisputeFacts } from './parse-disputes.ts'
import { createPayPalApi } from './paypal-api.ts'
import {
  buildRefusedFact,
  findApproval,
  getCaptureId,
  getOrderId,
  getRefundKind,
  listPayees,
  type PayPalOrder,
  parsePayment,
  payPalOrder,
  payPalPayment,
  toCaptureFacts,
  toOrderFacts,
} from './paypal-order.ts'
import { refundCapture } from './refund-capture.ts'
import { buildVerificationRequest, hashWebhook, parseWebhookEvent } from './webhook.ts'

/** How long a customer waits for PayPal, in ms. */
const BEGIN_TIMEOUT_MS = 10_000

/** What went back, by the event that tells of it. */
const RETURN_KINDS: Readonly<Record<string, 'refunded' | 'reversed'>> = {
  'PAYMENT.CAPTURE.REFUNDED': 'refunded',
  'PAYMENT.CAPTURE.REVERSED': 'reversed',
}

type PayPalOrdersOptions = { isLive: boolean; apiUrl: string; webUrl: string; app: PayPalApp; origin: string }

/**
 * PayPal's Orders API (developer.paypal.com/docs/api/orders/v2): an order is made when the customer presses, approved
 * at PayPal, and captured by the queue's worker. A webhook does not say everything: the order itself is read, which also
 * names the payee. Only `begin` and `capture` change anything at PayPal.
 */
export function createPayPalOrders({ isLive, apiUrl, webUrl, app, origin }: PayPalOrdersOptions): PaymentGateway {
  const api = createPayPalApi({ apiUrl, app })
  const formTarget = new URL(webUrl).origin
  return {
    id: 'paypal-orders',
    begins: 'press',
    isRehearsal: false,
    isLive,
    formTarget,
    begin: beginCheckout,
    createNoticeKey: hashWebhook,
    verifyNotice: verifyWebhook,
    readFacts: readWebhookFacts,
    refund: (payment, cents, requestId, signal) => refundCapture(api, { payment, cents, requestId }, signal),
    buildPaymentUrl: (transactionId) => buildPayPalPaymentUrl(formTarget, transactionId),
    reconcile: ({ reference }, signal) => readOrderReport(reference, signal),
    capture: captureOrder,
    explainRefusal: getPayPalRefusal,
  }

  async function beginCheckout(attempt: CheckoutAttempt): Promise<CheckoutStart> {
    const signal = AbortSignal.timeout(BEGIN_TIMEOUT_MS)
    try {
      const order =
        attempt.reference === null ? await createOrder(attempt, signal) : await findPayableOrder(attempt.reference, signal)
      const link = order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
      if (!link || URL.parse(link.href)?.origin !== formTarget)
        throw new Error(`PayPal names no address at ${formTarget} to pay at`)
      return { redirect: link.href, reference: order.id, payeeNames: order.purchase_units.flatMap(listPayees) }
    } catch (error) {
      if (isUserError(error) || error instanceof AttemptClosedError || error instanceof AttemptRefusedError) throw error
      const refusal = new UserError(503, 'PayPal cannot be reached. Nothing was charged; please try again in a moment.')
      refusal.cause = error
      throw refusal
    }
  }

  /** The order that was made before. Throws a 409 where it is paid, and `HandOffEnded` where it can't be paid any more. */
  async function findPayableOrder(reference: string, signal: AbortSignal): Promise<PayPalOrder> {
    const order = await findOrder(reference, signal)
    const kinds = order ? toOrderFacts(order, isLive).map(({ kind }) => kind) : []
    if (kinds.includes('settled')) throw new UserError(409, 'Your payment has arrived. Please load this page again.')
    if (kinds.includes('pending')) throw new UserError(409, 'Your payment is on its way. Please wait until it has arrived.')
    if (!order || kinds.length > 0 || ['VOIDED', 'COMPLETED'].includes(order.status)) throw new AttemptClosedError(reference)
    return order
  }

  /** Twice for the same hand-off is one order. */
  async function createOrder({ id, orderId, cents, currency, payee, title }: CheckoutAttempt, signal: AbortSignal) {
    const unit = {
      custom_id: id,
      invoice_id: id,
      description: truncatePayPalTitle(title),
      amount: { currency_code: currency, value: formatAmount(cents) },
      payee: { email_address: payee },
    }
    const { paid, cancelled } = buildReturnUrls(origin, orderId)
    const experienceContext = {
      return_url: paid,
      cancel_url: cancelled,
      user_action: 'PAY_NOW',
      shipping_preference: 'NO_SHIPPING',
    }
    const body = JSON.stringify({
      intent: 'CAPTURE',
      purchase_units: [unit],
      payment_source: { paypal: { experience_context: experienceContext } },
    })
    const response = await api.callApi({ method: 'POST', path: '/v2/checkout/orders', body, requestId: id, signal })
    if (response.status === 200 || response.status === 201) return payPalOrder.parse(response.body)
    if (response.issue !== undefined && Object.hasOwn(PAYPAL_REFUSALS, response.issue))
      throw new AttemptRefusedError(response.issue)
    throw new Error(`PayPal made no order (${response.status} ${response.issue ?? ''})`)
  }

  async function verifyWebhook(raw: RawPaymentNotice, signal: AbortSignal): Promise<NoticeVerdict> {
    const verificationRequest = buildVerificationRequest(raw, app.webhookId)
    if (verificationRequest === undefined) return 'forged'
    const path = '/v1/notifications/verify-webhook-signature'
    const { status, body } = await api.callApi({ method: 'POST', path, body: verificationRequest, signal })
    // What PayPal cannot even read as a signature is none.
    if (status === 400 || status === 422) return 'forged'
    const { verification_status: verificationStatus } = (body ?? {}) as { verification_status?: unknown }
    if (status !== 200) return 'retry'
    return verificationStatus === 'SUCCESS' ? 'authentic' : verificationStatus === 'FAILURE' ? 'forged' : 'retry'
  }

  async function readWebhookFacts(raw: RawPaymentNotice, signal: AbortSignal): Promise<ProviderReport> {
    const { event_type: type, resource } = parseWebhookEvent(raw)
    if (isDisputeEvent(type)) return { facts: parseDisputeFacts(type, resource, isLive) }
    if (/^CHECKOUT\.ORDER\.(APPROVED|COMPLETED)$/.test(type)) return readOrderReport(String(resource.id), signal)
    if (!type.startsWith('PAYMENT.CAPTURE.')) return { facts: [] }
    const { data } = payPalPayment.safeParse(resource)
    if (!data) throw new UnreadableNoticeError('It says of a payment less than PayPal promises.')
    const kind = RETURN_KINDS[type]
    // A reversal may name itself, or the payment alone.
    const captureId = (kind && getCaptureId(data)) ?? data.id
    const reference = getOrderId(data) ?? (await findOrderOfCapture(captureId, signal))
    const order = reference === undefined ? undefined : await findOrder(reference, signal)
    const orderFacts = order ? toOrderFacts(order, isLive) : []
    const [unit] = order?.purchase_units ?? []
    const attemptId = data.custom_id ?? unit?.custom_id
    const payees = unit ? listPayees(unit) : []
    const base = { ...(attemptId && { attemptId }), payees, live: isLive, ...(reference && { reference }) }
    // The order may show less than the event: PayPal's own reads lag behind its events.
    // Where a refund says nothing of its state, the name of the event does.
    const returnKind = kind === 'refunded' && data.status !== undefined ? getRefundKind(data.status) : kind
    const returnFacts = returnKind ? [{ ...base, kind: returnKind, ...parsePayment(data), parentTransactionId: captureId }] : []
    const eventFacts = kind ? returnFacts : toCaptureFacts(data, base)
    const isSame = (one: PaymentFact) => (other: PaymentFact) =>
      one.transactionId === other.transactionId && one.kind === other.kind
    return { facts: [...orderFacts.filter((one) => !eventFacts.some(isSame(one))), ...eventFacts] }
  }

  async function findOrderOfCapture(id: string, signal: AbortSignal): Promise<string | undefined> {
    const { status, body } = await api.callApi({ method: 'GET', path: `/v2/payments/captures/${encodeURIComponent(id)}`, signal })
    return status === 200 ? getOrderId(payPalPayment.parse(body)) : undefined
  }

  /** All that an order tells. Reads only. */
  async function readOrderReport(id: string, signal: AbortSignal): Promise<ProviderReport> {
    const order = await findOrder(id, signal)
    return order ? { facts: toOrderFacts(order, isLive), approval: findApproval(order) } : { facts: [] }
  }

  async function captureOrder(attempt: QueryableAttempt, approval: PaymentApproval, signal: AbortSignal): Promise<CaptureResult> {
    const { reference } = attempt
    const path = `/v2/checkout/orders/${encodeURIComponent(reference)}/capture`
    // One id for each approval: a repeat is the same capture, another means of payment is another one.
    const requestId = `${reference} ${approval.id}`
    const { status, body, issue } = await api.callApi({ method: 'POST', path, body: '{}', requestId, signal })
    if (status === 200 || status === 201) return { facts: toOrderFacts(payPalOrder.parse(body), isLive) }
    // A capture that was not heard of, or an approval that was taken back.
    if (issue === 'ORDER_ALREADY_CAPTURED' || issue === 'ORDER_NOT_APPROVED') return readOrderReport(reference, signal)
    return { facts: [buildRefusedFact(attempt, approval)], refusal: issue ?? `HTTP_${status}` }
  }

  /** Undefined where PayPal knows none, or none any more. */
  async function findOrder(id: string, signal: AbortSignal): Promise<PayPalOrder | undefined> {
    const { status, body } = await api.callApi({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(id)}`, signal })
    if (status === 404) return undefined
    if (status !== 200) throw new Error(`PayPal does not show order ${id} (${status})`)
    return payPalOrder.parse(body)
  }
}
