import { formatAmount, parseCents } from '../../src/contract/core/money.ts'

export const PAYPAL_CREDENTIALS = {
  PAYPAL_CLIENT_ID: 'client-of-tests',
  PAYPAL_CLIENT_SECRET: 'secret-of-tests',
  PAYPAL_WEBHOOK_ID: 'WH1',
}

/** A webhook as it goes out. */
export type Webhook = { bytes: Buffer; headers: Record<string, string> }

type Unit = {
  custom_id: string
  invoice_id: string
  amount: { currency_code: string; value: string }
  payee: { email_address?: string; merchant_id?: string }
}
type Capture = { id: string; status: string; value: string }
type Refund = { id: string; value: string; captureId: string; status?: string }
type Order = {
  id: string
  status: string
  unit: Unit
  captures: Capture[]
  refunds: Refund[]
  changes: number
  context: Record<string, string>
}

type ApiRequest = { method: string; path: string; body: string; headers: NodeJS.Dict<string | string[]> }
type ApiReply = { status: number; body?: unknown }

type Parts = {
  /** PayPal's own address. */
  url: string
  newId: () => string
  /** Enters money into PayPal's books. */
  recordTransaction: (kind: 'paid' | 'refunded' | 'reversed', order: Order, transactionId: string, cents: number) => void
}

/** PayPal's REST API as far as an order needs it (Orders v2, Payments v2, Webhooks v1), with what a test makes of each order. */
export function createFakeOrdersApi({ url, newId, recordTransaction }: Parts) {
  const all = new Map<string, Order>()
  const orderIdsByRequest = new Map<string, string>()
  const webhooks = new Map<string, string>()
  const tokens = new Set<string>()
  const requests: string[] = []

  function answer(one: ApiRequest): ApiReply {
    const { method, path, body, headers } = one
    requests.push(`${method} ${path}`)
    if (path === '/v1/oauth2/token') return issueToken(String(headers.authorization))
    if (!tokens.has(String(headers.authorization).replace('Bearer ', ''))) return { status: 401, body: { name: 'INVALID_TOKEN' } }
    if (path === '/v1/notifications/verify-webhook-signature') return verify(body)
    if (method === 'POST' && path === '/v2/checkout/orders') return createOrder(body, String(headers['paypal-request-id']))
    const [, refunded] = /^\/v2\/payments\/captures\/([^/]+)\/refund$/.exec(path) ?? []
    if (refunded !== undefined) return refund(refunded, body, String(headers['paypal-request-id']))
    const [, kind = '', id = '', act] = /^\/v2\/(checkout\/orders|payments\/captures)\/([^/]+)(\/capture)?$/.exec(path) ?? []
    const order = kind === 'checkout/orders' ? all.get(id) : findOrderByCapture(id)
    if (!order || (method === 'GET' && orders.lag === 'missing')) return { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
    if (act) return capture(order)
    return { status: 200, body: kind === 'checkout/orders' ? serializeOrder(order) : serializeCapture(order, id) }
  }

  function issueToken(authorization: string): ApiReply {
    const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = PAYPAL_CREDENTIALS
    const expected = `Basic ${Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`).toString('base64')}`
    if (authorization !== expected) return { status: 401, body: { error: 'invalid_client' } }
    const access_token = newId()
    tokens.add(access_token)
    return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: 32_400 } }
  }

  /** Byte by byte, as PayPal's signature is over the bytes. */
  function verify(question: string): ApiReply {
    const asked = JSON.parse(question) as Record<string, string>
    const [, event] = question.split(/,"webhook_event":(.*)\}$/s)
    const isOurs =
      asked.webhook_id === PAYPAL_CREDENTIALS.PAYPAL_WEBHOOK_ID &&
      webhooks.get(`${asked.transmission_id} ${asked.transmission_sig}`) === event
    return { status: 200, body: { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' } }
  }

  function createOrder(body: string, request: string): ApiReply {
    const known = all.get(orderIdsByRequest.get(request) ?? '')
    if (known) return { status: 200, body: serializeOrder(known) }
    const { intent, purchase_units, payment_source } = JSON.parse(body)
    const [unit] = purchase_units as [Unit]
    if (intent !== 'CAPTURE' || !/^\d+\.\d\d$/.test(unit.amount.value)) return unprocessable('INVALID_PARAMETER_SYNTAX')
    const context = payment_source.paypal.experience_context as Record<string, string>
    if (orders.createIssue) return unprocessable(orders.createIssue)
    const order: Order = { id: newId(), status: 'PAYER_ACTION_REQUIRED', unit, captures: [], refunds: [], changes: 0, context }
    all.set(order.id, order)
    orderIdsByRequest.set(request, order.id)
    return { status: 201, body: serializeOrder(order) }
  }

  function capture(order: Order): ApiReply {
    if (order.captures.length > 0) return unprocessable('ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') return unprocessable('ORDER_NOT_APPROVED')
    if (orders.captureIssue) return unprocessable(orders.captureIssue)
    const { value } = order.unit.amount
    const made = { id: newId(), status: orders.captures, value }
    order.captures.push(made)
    order.status = 'COMPLETED'
    order.changes++
    if (made.status === 'COMPLETED') recordTransaction('paid', order, made.id, parseCents(value) ?? 0)
    return { status: 201, body: serializeOrder(order) }
  }

  /** Refunds a capture. The same request id makes the same refund. */
  function refund(captureId: string, body: string, request: string): ApiReply {
    const order = findOrderByCapture(captureId)
    if (!order) return { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
    if (typeof orders.refunds === 'number') return { status: orders.refunds, body: {} }
    const before = order.refunds.find(({ id }) => id === orderIdsByRequest.get(request))
    if (before) return { status: 200, body: serializeRefund(order, before) }
    if (orders.refunds !== 'COMPLETED' && orders.refunds !== 'PENDING') return unprocessable(orders.refunds)
    const { value } = (JSON.parse(body) as { amount: { value: string } }).amount
    const made = { id: newId(), value, captureId, status: orders.refunds }
    order.refunds.push(made)
    orderIdsByRequest.set(request, made.id)
    recordTransaction('refunded', order, made.id, parseCents(value) ?? 0)
    return { status: 201, body: serializeRefund(order, made) }
  }

  function serializeOrder(order: Order) {
    const { id, status, unit, captures, refunds, changes } = order
    const payments = {
      captures: captures.map((one) => serializeCapture(order, one.id)),
      refunds: refunds.map((one) => serializeRefund(order, one)),
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
          payee: orders.payee ?? unit.payee,
          ...(captures.length > 0 && orders.lag === 'none' && { payments }),
        },
      ],
      links: [
        { rel: 'self', href: `${url}/v2/checkout/orders/${id}`, method: 'GET' },
        { rel: 'payer-action', href: `${url}/checkoutnow?token=${id}`, method: 'GET' },
      ],
    }
  }

  function serializeCapture({ id: orderId, unit, captures }: Order, id: string) {
    const { status = '', value = '' } = captures.find((one) => one.id === id) ?? {}
    const { custom_id, invoice_id } = unit
    const links = [{ rel: 'up', href: `${url}/v2/checkout/orders/${orderId}`, method: 'GET' }]
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
    }
  }

  function serializeRefund({ unit }: Order, { id, value, captureId, status = 'COMPLETED' }: Refund) {
    const links = [{ rel: 'up', href: `${url}/v2/payments/captures/${captureId}`, method: 'GET' }]
    return {
      id,
      status,
      amount: { ...unit.amount, value },
      custom_id: unit.custom_id,
      create_time: '2026-02-13T20:12:59Z',
      links,
    }
  }

  function findOrderByCapture(id: string): Order | undefined {
    return [...all.values()].find(({ captures }) => captures.some((one) => one.id === id))
  }

  function getOrder(id: string): Order {
    const order = all.get(id)
    if (!order) throw new Error(`PayPal has no order ${id}`)
    return order
  }

  /** A webhook with a signature that PayPal knows again; it is not sent yet. */
  function webhook(event_type: string, resource: object): Webhook {
    const event = { id: `WH-${newId()}`, event_version: '1.0', create_time: '2026-01-13T20:13:00.123Z', event_type, resource }
    // With spaces, and a letter by its number, as no program would write it anew.
    const text = JSON.stringify(event, undefined, 1).replace('WH-', '\\u0057H-')
    const [id, signature] = [newId(), newId()]
    webhooks.set(`${id} ${signature}`, text)
    const headers = {
      'content-type': 'application/json',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `${url}/v1/notifications/certs/CERT`,
      'paypal-transmission-id': id,
      'paypal-transmission-sig': signature,
      'paypal-transmission-time': '2026-01-13T20:13:01Z',
    }
    return { bytes: Buffer.from(text), headers }
  }

  const captureEvents: Record<string, string> = {
    COMPLETED: 'COMPLETED',
    PENDING: 'PENDING',
    DECLINED: 'DECLINED',
    FAILED: 'DENIED',
  }

  const orders = {
    /** The state that a capture takes. */
    captures: 'COMPLETED' as 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED',
    /** Why a capture is refused, or an order not made: an issue as Orders v2 names it. */
    captureIssue: undefined as string | undefined,
    createIssue: undefined as string | undefined,
    /** Reads lag behind: an order is not shown, or without what became of it. */
    lag: 'none' as 'none' | 'missing' | 'uncaptured',
    /** What PayPal adds to, or says instead of, the payee that it was given. */
    payee: undefined as Unit['payee'] | undefined,
    /** Sets the outcome of refunds: a state, an issue, or a status without an answer. */
    refunds: 'COMPLETED' as string | number,
    all,
    /** What was asked, as `GET /path`. */
    asked: requests,
    answer,

    /** Another program's order by the same application. */
    add(unit: Partial<Unit>): string {
      const amount = { currency_code: 'USD', value: '999.00' }
      const order = { id: newId(), status: 'CREATED', captures: [], refunds: [], changes: 0, context: {} }
      all.set(order.id, { ...order, unit: { custom_id: '', invoice_id: '', payee: {}, amount, ...unit } })
      return order.id
    },
    /** That program takes the payment. */
    captureElsewhere: (id: string) => void capture(getOrder(id)),

    /** The customer agrees to pay; the webhook of it is not sent yet. */
    approve(id: string): Webhook {
      const order = getOrder(id)
      order.status = 'APPROVED'
      order.changes++
      return webhook('CHECKOUT.ORDER.APPROVED', serializeOrder(order))
    },

    /** The webhook of what became of the capture; not sent yet. */
    buildCaptureWebhook(id: string): Webhook {
      const order = getOrder(id)
      const [made] = order.captures
      if (!made) throw new Error(`Order ${id} is not captured`)
      return webhook(`PAYMENT.CAPTURE.${captureEvents[made.status]}`, serializeCapture(order, made.id))
    },

    /** A pending capture comes to an end; its webhook is not sent yet. */
    settle(id: string, status: 'COMPLETED' | 'DECLINED' | 'FAILED'): Webhook {
      const order = getOrder(id)
      const [made] = order.captures
      if (!made) throw new Error(`Order ${id} is not captured`)
      made.status = status
      if (status === 'COMPLETED') recordTransaction('paid', order, made.id, parseCents(made.value) ?? 0)
      return orders.buildCaptureWebhook(id)
    },

    /** Sends so much back, in cents; the webhook is not sent yet. */
    refund(id: string, cents: number): Webhook {
      const order = getOrder(id)
      const refund = { id: newId(), value: formatAmount(cents), captureId: order.captures[0]?.id ?? '' }
      order.refunds.push(refund)
      recordTransaction('refunded', order, refund.id, cents)
      return webhook('PAYMENT.CAPTURE.REFUNDED', serializeRefund(order, refund))
    },

    /** Completes pending refunds. The webhook of the last one is not sent yet. */
    completeRefunds(id: string): Webhook {
      const order = getOrder(id)
      for (const one of order.refunds) one.status = 'COMPLETED'
      return webhook('PAYMENT.CAPTURE.REFUNDED', serializeRefund(order, order.refunds.at(-1) as Refund))
    },

    /** PayPal takes a payment back; the order itself does not say so. The webhook is not sent yet. */
    reverse(id: string): Webhook {
      const order = getOrder(id)
      const [made] = order.captures
      const refund = { id: newId(), value: made?.value ?? '', captureId: made?.id ?? '' }
      recordTransaction('reversed', order, refund.id, parseCents(refund.value) ?? 0)
      return webhook('PAYMENT.CAPTURE.REVERSED', serializeRefund(order, refund))
    },

    /** PayPal forgets an order that nobody paid. */
    forget: (id: string) => void all.delete(id),
    /** What was asked that changes something at PayPal, as `POST /path`. */
    listWrites: () => requests.filter((one) => /^POST \/v2\/(checkout|payments)/.test(one)),
    /** Every access token ends. */
    revokeTokens: () => tokens.clear(),
    webhook,
  }
  return orders
}

function unprocessable(issue: string): ApiReply {
  return { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] } }
}
