import { parseCents } from '#contract/core/money.ts'

export const PAYPAL_CREDENTIALS = {
  PAYPAL_CLIENT_ID: 'client-of-tests',
  PAYPAL_CLIENT_SECRET: 'secret-of-tests',
  PAYPAL_WEBHOOK_ID: 'WH1',
}

/** A webhook to send. */
export type FakePayPalWebhook = { bytes: Buffer; headers: Record<string, string> }

export type FakePurchaseUnit = {
  custom_id: string
  invoice_id: string
  amount: { currency_code: string; value: string }
  payee: { email_address?: string; merchant_id?: string }
}
export type FakePayPalCapture = { id: string; status: string; value: string }
export type FakePayPalRefund = { id: string; value: string; captureId: string; status?: string }
export type FakePayPalOrder = {
  id: string
  status: string
  unit: FakePurchaseUnit
  captures: FakePayPalCapture[]
  refunds: FakePayPalRefund[]
  changes: number
  context: Record<string, string>
}

export type FakeOrdersApiRequest = { method: string; path: string; body: string; headers: NodeJS.Dict<string | string[]> }
type ApiReply = { status: number; body?: unknown }

/** The settings by which a test changes the API's replies. */
export type FakeOrdersApiSettings = {
  /** The state that new captures get. */
  captures: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED'
  /** The Orders v2 issues that refuse captures and new orders. */
  captureIssue: string | undefined
  createIssue: string | undefined
  /** Delays reads: they miss the order, or its captures. */
  lag: 'none' | 'missing' | 'uncaptured'
  /** Whether optional fields of captures are null instead of missing. */
  hasNulls: boolean
  /** Replaces the payee that the site sent. */
  payee: FakePurchaseUnit['payee'] | undefined
  /** The outcome of refunds: a state, an issue, or an HTTP status without a body. */
  refunds: string | number
}

export type FakePayPalState = {
  /** PayPal's base URL. */
  url: string
  newId: () => string
  /** Adds a transaction to PayPal's records. */
  recordTransaction: (
    kind: 'paid' | 'refunded' | 'reversed',
    order: FakePayPalOrder,
    transactionId: string,
    cents: number,
  ) => void
  settings: FakeOrdersApiSettings
  orders: Map<string, FakePayPalOrder>
  /** The ids of orders and refunds by `paypal-request-id`. */
  idsByRequest: Map<string, string>
  /** The bytes of each webhook by its id and signature. */
  webhooks: Map<string, string>
  tokens: Set<string>
  /** All requests, as `GET /path`. */
  requests: string[]
}

/** Answers a request to the REST API. */
export function answerApiRequest(state: FakePayPalState, { method, path, body, headers }: FakeOrdersApiRequest): ApiReply {
  state.requests.push(`${method} ${path}`)
  if (path === '/v1/oauth2/token') return issueToken(state, String(headers.authorization))
  if (!state.tokens.has(String(headers.authorization).replace('Bearer ', '')))
    return { status: 401, body: { name: 'INVALID_TOKEN' } }
  if (path === '/v1/notifications/verify-webhook-signature') return verifyWebhook(state, body)
  if (method === 'POST' && path === '/v2/checkout/orders') return createOrder(state, body, String(headers['paypal-request-id']))
  const [, captureId] = /^\/v2\/payments\/captures\/([^/]+)\/refund$/.exec(path) ?? []
  if (captureId !== undefined) return refundCapture(state, captureId, body, String(headers['paypal-request-id']))
  const [, kind = '', id = '', action] = /^\/v2\/(checkout\/orders|payments\/captures)\/([^/]+)(\/capture)?$/.exec(path) ?? []
  const order = kind === 'checkout/orders' ? state.orders.get(id) : findOrderByCapture(state, id)
  if (!order || (method === 'GET' && state.settings.lag === 'missing'))
    return { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
  if (action) return captureFakeOrder(state, order)
  return {
    status: 200,
    body: kind === 'checkout/orders' ? serializeFakeOrder(state, order) : serializeFakeCapture(state, order, id),
  }
}

function issueToken(state: FakePayPalState, authorization: string): ApiReply {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = PAYPAL_CREDENTIALS
  const expected = `Basic ${Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`).toString('base64')}`
  if (authorization !== expected) return { status: 401, body: { error: 'invalid_client' } }
  const access_token = state.newId()
  state.tokens.add(access_token)
  return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: 32_400 } }
}

/** Compares bytes, because PayPal signs the bytes. */
function verifyWebhook(state: FakePayPalState, body: string): ApiReply {
  const request = JSON.parse(body) as Record<string, string>
  const [, event] = body.split(/,"webhook_event":(.*)\}$/s)
  const isOurs =
    request.webhook_id === PAYPAL_CREDENTIALS.PAYPAL_WEBHOOK_ID &&
    state.webhooks.get(`${request.transmission_id} ${request.transmission_sig}`) === event
  return { status: 200, body: { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' } }
}

function createOrder(state: FakePayPalState, body: string, requestId: string): ApiReply {
  const known = state.orders.get(state.idsByRequest.get(requestId) ?? '')
  if (known) return { status: 200, body: serializeFakeOrder(state, known) }
  const { intent, purchase_units, payment_source } = JSON.parse(body)
  const [unit] = purchase_units as [FakePurchaseUnit]
  if (intent !== 'CAPTURE' || !/^\d+\.\d\d$/.test(unit.amount.value)) return unprocessable('INVALID_PARAMETER_SYNTAX')
  const context = payment_source.paypal.experience_context as Record<string, string>
  if (state.settings.createIssue) return unprocessable(state.settings.createIssue)
  const order: FakePayPalOrder = {
    id: state.newId(),
    status: 'PAYER_ACTION_REQUIRED',
    unit,
    captures: [],
    refunds: [],
    changes: 0,
    context,
  }
  state.orders.set(order.id, order)
  state.idsByRequest.set(requestId, order.id)
  return { status: 201, body: serializeFakeOrder(state, order) }
}

export function captureFakeOrder(state: FakePayPalState, order: FakePayPalOrder): ApiReply {
  if (order.captures.length > 0) return unprocessable('ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') return unprocessable('ORDER_NOT_APPROVED')
  if (state.settings.captureIssue) return unprocessable(state.settings.captureIssue)
  const { value } = order.unit.amount
  const capture = { id: state.newId(), status: state.settings.captures, value }
  order.captures.push(capture)
  order.status = 'COMPLETED'
  order.changes++
  if (capture.status === 'COMPLETED') state.recordTransaction('paid', order, capture.id, parseCents(value) ?? 0)
  return { status: 201, body: serializeFakeOrder(state, order) }
}

/** Refunds a capture. The same request id makes the same refund. */
function refundCapture(state: FakePayPalState, captureId: string, body: string, requestId: string): ApiReply {
  const { settings } = state
  const order = findOrderByCapture(state, captureId)
  if (!order) return { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
  if (typeof settings.refunds === 'number') return { status: settings.refunds, body: {} }
  const existing = order.refunds.find(({ id }) => id === state.idsByRequest.get(requestId))
  if (existing) return { status: 200, body: serializeFakeRefund(state, order, existing) }
  if (settings.refunds !== 'COMPLETED' && settings.refunds !== 'PENDING') return unprocessable(settings.refunds)
  const { value } = (JSON.parse(body) as { amount: { value: string } }).amount
  const refund = { id: state.newId(), value, captureId, status: settings.refunds }
  order.refunds.push(refund)
  state.idsByRequest.set(requestId, refund.id)
  state.recordTransaction('refunded', order, refund.id, parseCents(value) ?? 0)
  return { status: 201, body: serializeFakeRefund(state, order, refund) }
}

export function serializeFakeOrder(state: FakePayPalState, order: FakePayPalOrder) {
  const { id, status, unit, captures, refunds, changes } = order
  const payments = {
    captures: captures.map((capture) => serializeFakeCapture(state, order, capture.id)),
    refunds: refunds.map((refund) => serializeFakeRefund(state, order, refund)),
  }
  return {
    id,
    status,
    intent: 'CAPTURE',
    update_time: new Date(Date.UTC(2026, 0, 1) + changes * 1_000).toISOString(),
    purchase_units: [
      {
        reference_id: 'default',
        ...unit,
        payee: state.settings.payee ?? unit.payee,
        ...(captures.length > 0 && state.settings.lag === 'none' && { payments }),
      },
    ],
    links: [
      { rel: 'self', href: `${state.url}/v2/checkout/orders/${id}`, method: 'GET' },
      { rel: 'payer-action', href: `${state.url}/checkoutnow?token=${id}`, method: 'GET' },
    ],
  }
}

export function serializeFakeCapture(state: FakePayPalState, { id: orderId, unit, captures }: FakePayPalOrder, id: string) {
  const { status = '', value = '' } = captures.find((one) => one.id === id) ?? {}
  const { custom_id, invoice_id } = unit
  const links = [{ rel: 'up', href: `${state.url}/v2/checkout/orders/${orderId}`, method: 'GET' }]
  return {
    id,
    status,
    amount: { ...unit.amount, value },
    custom_id,
    invoice_id,
    final_capture: true,
    create_time: '2026-01-13T20:12:59Z',
    seller_receivable_breakdown: { paypal_fee: { currency_code: 'USD', value: '35.36' } },
    links,
    ...(state.settings.hasNulls && {
      custom_id: null,
      invoice_id: null,
      final_capture: null,
      create_time: null,
      seller_receivable_breakdown: null,
      status_details: null,
      links: null,
    }),
  }
}

export function serializeFakeRefund(
  state: FakePayPalState,
  { unit }: FakePayPalOrder,
  { id, value, captureId, status = 'COMPLETED' }: FakePayPalRefund,
) {
  const links = [{ rel: 'up', href: `${state.url}/v2/payments/captures/${captureId}`, method: 'GET' }]
  return {
    id,
    status,
    amount: { ...unit.amount, value },
    custom_id: unit.custom_id,
    create_time: '2026-02-13T20:12:59Z',
    links,
  }
}

function findOrderByCapture(state: FakePayPalState, id: string): FakePayPalOrder | undefined {
  return [...state.orders.values()].find(({ captures }) => captures.some((capture) => capture.id === id))
}

export function getFakeOrder(state: FakePayPalState, id: string): FakePayPalOrder {
  const order = state.orders.get(id)
  if (!order) throw new Error(`PayPal has no order ${id}`)
  return order
}

/** Builds a signed webhook without sending it. */
export function buildWebhook(state: FakePayPalState, event_type: string, resource: object): FakePayPalWebhook {
  const event = { id: `WH-${state.newId()}`, event_version: '1.0', create_time: '2026-01-13T20:13:00.123Z', event_type, resource }
  // The spaces and the escaped letter show whether the site serializes the text again.
  const text = JSON.stringify(event, undefined, 1).replace('WH-', '\\u0057H-')
  const [id, signature] = [state.newId(), state.newId()]
  state.webhooks.set(`${id} ${signature}`, text)
  const headers = {
    'content-type': 'application/json',
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': `${state.url}/v1/notifications/certs/CERT`,
    'paypal-transmission-id': id,
    'paypal-transmission-sig': signature,
    'paypal-transmission-time': '2026-01-13T20:13:01Z',
  }
  return { bytes: Buffer.from(text), headers }
}

function unprocessable(issue: string): ApiReply {
  return { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] } }
}
