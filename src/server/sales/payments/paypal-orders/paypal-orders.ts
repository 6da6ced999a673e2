import { formatDecimalAmount } from '#contract/core/money.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import type { PaymentFactKind } from '#contract/sales/payment-kinds.ts'
import type { PayPalApp } from '#server/config/payments-config.ts'
import type { PaymentFact } from '../ledger/payment-fact.ts'
import {
  AttemptClosedError,
  type CaptureResult,
  type CheckoutStart,
  type GatewayCheckoutInput,
  type NoticeVerdict,
  type PaymentApproval,
  PaymentAttemptRefusedError,
  type PaymentGateway,
  type ProviderReport,
  type QueryableAttempt,
  type RawPaymentNotice,
  UnreadableNoticeError,
} from '../payment-gateway.ts'
import { buildPayPalActivityUrl, buildReturnUrls, truncatePayPalItemName } from '../paypal-fields.ts'
import { getTextsOfPayPalRefusal, PAYPAL_PAYMENT_REFUSALS } from '../paypal-payment-refusal-texts.ts'
import { createPayPalApi, type PayPalApi } from './paypal-api.ts'
import {
  buildPayPalRefusalFact,
  findPayPalApprovalToCapture,
  getPayPalCaptureIdOfRefund,
  getPayPalOrderIdOfPayment,
  listPayeeIdentifiers,
  type PayPalOrder,
  parseCaptureFact,
  parseOrderFacts,
  parsePayPalAmountTimeAndFee,
  payPalCaptureOrRefundSchema,
  payPalOrderSchema,
  REFUND_KINDS_BY_STATUS,
} from './paypal-order-facts.ts'
import { refundCapture } from './refund-capture.ts'
import {
  buildWebhookVerificationRequest,
  hashWebhookAndSignature,
  isDisputeEvent,
  parseDisputeFacts,
  parseWebhookEvent,
} from './webhook-event.ts'

/** How long a customer waits for PayPal, in ms. */
const BEGIN_TIMEOUT_MS = 10_000

/** Fact kinds by the webhook event of a refund or reversal. */
const RETURN_KINDS: Readonly<Record<string, PaymentFactKind>> = {
  'PAYMENT.CAPTURE.REFUNDED': 'refunded',
  'PAYMENT.CAPTURE.REVERSED': 'reversed',
  'PAYMENT.REFUND.PENDING': 'refundPending',
  'PAYMENT.REFUND.FAILED': 'refundFailed',
}

const CAPTURE_EVENT = /^PAYMENT\.CAPTURE\.(\w+)$/
/** The events about payments that move no money. */
const EVENT_WITHOUT_MONEY = /^PAYMENT\.(AUTHORIZATION|ORDER)\./

type PayPalOrdersOptions = { isLive: boolean; apiUrl: string; webUrl: string; app: PayPalApp; origin: string }

type PayPalDependencies = { api: PayPalApi; isLive: boolean; webhookId: string; formTarget: string; origin: string }

/**
 * Creates a gateway for PayPal's Orders API (developer.paypal.com/docs/api/orders/v2). The customer's press creates an
 * order, the customer approves it at PayPal, and the queue's worker captures it. Webhooks lack the payee, so the gateway
 * also reads the order. Only `begin`, `capture` and `refund` change anything at PayPal.
 */
export function createPayPalOrders({ isLive, apiUrl, webUrl, app, origin }: PayPalOrdersOptions): PaymentGateway {
  const api = createPayPalApi({ apiUrl, app })
  const formTarget = new URL(webUrl).origin
  const dependencies: PayPalDependencies = { api, isLive, webhookId: app.webhookId, formTarget, origin }
  return {
    id: 'paypal-orders',
    begins: 'press',
    isRehearsal: false,
    isLive,
    formTarget,
    begin: (attempt) => beginCheckout(dependencies, attempt),
    createNoticeKey: hashWebhookAndSignature,
    verifyNotice: (raw, signal) => verifyWebhook(dependencies, raw, signal),
    readFacts: (raw, signal) => readWebhookFacts(dependencies, raw, signal),
    refund: (payment, cents, requestId, signal) => refundCapture(api, { payment, cents, requestId }, signal),
    buildPaymentUrl: (transactionId) => buildPayPalActivityUrl(formTarget, transactionId),
    reconcile: ({ reference }, signal) => readOrderReport(dependencies, reference, signal),
    capture: (attempt, approval, signal) => captureOrder(dependencies, attempt, approval, signal),
    explainRefusal: getTextsOfPayPalRefusal,
  }
}

async function beginCheckout(dependencies: PayPalDependencies, attempt: GatewayCheckoutInput): Promise<CheckoutStart> {
  const { formTarget } = dependencies
  const signal = AbortSignal.timeout(BEGIN_TIMEOUT_MS)
  try {
    const order =
      attempt.reference === null
        ? await createOrder(dependencies, attempt, signal)
        : await findPayableOrder(dependencies, attempt.reference, signal)
    const link = order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
    if (!link || URL.parse(link.href)?.origin !== formTarget)
      throw new Error(`PayPal's order has no approval link to ${formTarget}`)
    return { redirect: link.href, reference: order.id, payeeIdentifiers: order.purchase_units.flatMap(listPayeeIdentifiers) }
  } catch (error) {
    if (isUserError(error) || error instanceof AttemptClosedError || error instanceof PaymentAttemptRefusedError) throw error
    // An earlier press may have led to a payment, so this can't say that nothing was charged.
    const userError = new UserError(503, 'We can’t reach PayPal right now. Please try again in a moment.')
    userError.cause = error
    throw userError
  }
}

/** Returns an attempt's earlier order. Throws a 409 if it is paid, and an `AttemptClosedError` if it can't be paid now. */
async function findPayableOrder(dependencies: PayPalDependencies, reference: string, signal: AbortSignal): Promise<PayPalOrder> {
  const order = await findOrder(dependencies, reference, signal)
  const kinds = order ? parseOrderFacts(order, dependencies.isLive).map(({ kind }) => kind) : []
  if (kinds.includes('settled')) throw new UserError(409, 'Your payment has arrived. Please reload this page.')
  if (kinds.includes('pending')) throw new UserError(409, 'Your payment is on its way. Please wait until it arrives.')
  if (!order || kinds.length > 0 || ['VOIDED', 'COMPLETED'].includes(order.status)) throw new AttemptClosedError(reference)
  return order
}

/** Sends the attempt's id as idempotency key, so that a repeat returns the same order. */
async function createOrder(
  { api, origin }: PayPalDependencies,
  { id, orderId, cents, currency, payee, title }: GatewayCheckoutInput,
  signal: AbortSignal,
): Promise<PayPalOrder> {
  const unit = {
    custom_id: id,
    invoice_id: id,
    description: truncatePayPalItemName(title),
    amount: { currency_code: currency, value: formatDecimalAmount(cents) },
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
  if (response.status === 200 || response.status === 201) return payPalOrderSchema.parse(response.body)
  if (response.issue !== undefined && Object.hasOwn(PAYPAL_PAYMENT_REFUSALS, response.issue))
    throw new PaymentAttemptRefusedError(response.issue)
  throw new Error(`PayPal created no order (${response.status} ${response.issue ?? ''})`)
}

async function verifyWebhook(
  { api, webhookId }: PayPalDependencies,
  raw: RawPaymentNotice,
  signal: AbortSignal,
): Promise<NoticeVerdict> {
  const verificationRequest = buildWebhookVerificationRequest(raw, webhookId)
  if (verificationRequest === undefined) return 'forged'
  const path = '/v1/notifications/verify-webhook-signature'
  const { status, body } = await api.callApi({ method: 'POST', path, body: verificationRequest, signal })
  // PayPal rejects a malformed signature.
  if (status === 400 || status === 422) return 'forged'
  const { verification_status: verificationStatus } = (body ?? {}) as { verification_status?: unknown }
  if (status !== 200) return 'retry'
  return verificationStatus === 'SUCCESS' ? 'authentic' : verificationStatus === 'FAILURE' ? 'forged' : 'retry'
}

async function readWebhookFacts(
  dependencies: PayPalDependencies,
  raw: RawPaymentNotice,
  signal: AbortSignal,
): Promise<ProviderReport> {
  const { isLive } = dependencies
  const { event_type: type, resource } = parseWebhookEvent(raw)
  if (isDisputeEvent(type)) return { facts: parseDisputeFacts(type, resource, isLive) }
  if (/^CHECKOUT\.ORDER\.(APPROVED|COMPLETED)$/.test(type)) return readOrderReport(dependencies, String(resource.id), signal)
  if (!type.startsWith('PAYMENT.') || EVENT_WITHOUT_MONEY.test(type)) return { facts: [] }
  const [kind, [, captureStatus] = []] = [RETURN_KINDS[type], CAPTURE_EVENT.exec(type) ?? []]
  const { data } = payPalCaptureOrRefundSchema.safeParse(resource)
  const parentId = data && getPayPalCaptureIdOfRefund(data)
  if (!kind && !captureStatus && !data?.custom_id && !parentId) return { facts: [] }
  if (!data) throw new UnreadableNoticeError('It lacks part of the payment’s data.')
  // A reversal names itself or only its payment.
  const captureId = parentId ?? data.id
  const reference = getPayPalOrderIdOfPayment(data) ?? (await findOrderOfCapture(dependencies, captureId, signal))
  const order = reference === undefined ? undefined : await findOrder(dependencies, reference, signal)
  const orderFacts = order ? parseOrderFacts(order, isLive) : []
  const [unit] = order?.purchase_units ?? []
  const attemptId = data.custom_id ?? unit?.custom_id
  const payees = unit ? listPayeeIdentifiers(unit) : []
  const base = { ...(attemptId && { attemptId }), payees, live: isLive, ...(reference && { reference }) }
  // A report without a status takes the kind of its event.
  const returnKind = (kind !== 'reversed' && REFUND_KINDS_BY_STATUS[data.status ?? '']) || kind || 'adjusted'
  const eventFact: PaymentFact =
    captureStatus && !kind
      ? parseCaptureFact({ ...data, status: data.status ?? captureStatus }, base)
      : { ...base, kind: returnKind, ...parsePayPalAmountTimeAndFee(data), parentTransactionId: captureId }
  // Needs both: the order may lag behind the event.
  const others = orderFacts.filter((one) => one.transactionId !== eventFact.transactionId || one.kind !== eventFact.kind)
  // The order's refunds may list a reversal. It comes before them, so that the customer gets no refund email (P-111).
  const isLater = (one: PaymentFact) => eventFact.kind === 'reversed' && one.kind === 'refunded'
  return { facts: [...others.filter((one) => !isLater(one)), eventFact, ...others.filter(isLater)] }
}

async function findOrderOfCapture({ api }: PayPalDependencies, id: string, signal: AbortSignal): Promise<string | undefined> {
  const { status, body } = await api.callApi({ method: 'GET', path: `/v2/payments/captures/${encodeURIComponent(id)}`, signal })
  return status === 200 ? getPayPalOrderIdOfPayment(payPalCaptureOrRefundSchema.parse(body)) : undefined
}

async function readOrderReport(dependencies: PayPalDependencies, id: string, signal: AbortSignal): Promise<ProviderReport> {
  const order = await findOrder(dependencies, id, signal)
  return order
    ? { facts: parseOrderFacts(order, dependencies.isLive), approval: findPayPalApprovalToCapture(order) }
    : { facts: [] }
}

async function captureOrder(
  dependencies: PayPalDependencies,
  attempt: QueryableAttempt,
  approval: PaymentApproval,
  signal: AbortSignal,
): Promise<CaptureResult> {
  const { api, isLive } = dependencies
  const { reference } = attempt
  const path = `/v2/checkout/orders/${encodeURIComponent(reference)}/capture`
  // One id per approval: a repeat makes no second capture, and a new approval makes a new one.
  const requestId = `${reference} ${approval.id}`
  const { status, body, issue } = await api.callApi({ method: 'POST', path, body: '{}', requestId, signal })
  if (status === 200 || status === 201) return { facts: parseOrderFacts(payPalOrderSchema.parse(body), isLive) }
  // An earlier capture whose reply got lost, or a withdrawn approval.
  if (issue === 'ORDER_ALREADY_CAPTURED' || issue === 'ORDER_NOT_APPROVED')
    return readOrderReport(dependencies, reference, signal)
  return { facts: [buildPayPalRefusalFact(attempt, approval)], refusal: issue ?? `HTTP_${status}` }
}

/** Returns undefined if PayPal doesn't know the order, or has deleted it. */
async function findOrder({ api }: PayPalDependencies, id: string, signal: AbortSignal): Promise<PayPalOrder | undefined> {
  const { status, body } = await api.callApi({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(id)}`, signal })
  if (status === 404) return undefined
  if (status !== 200) throw new Error(`PayPal doesn't show order ${id} (${status})`)
  return payPalOrderSchema.parse(body)
}
