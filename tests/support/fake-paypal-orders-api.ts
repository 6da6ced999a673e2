import { formatDecimalAmount, parseCents } from '#contract/core/money.ts'
import {
  answerApiRequest,
  buildWebhook,
  captureFakeOrder,
  type FakeOrdersApiRequest,
  type FakeOrdersApiSettings,
  type FakePayPalCapture,
  type FakePayPalOrder,
  type FakePayPalRefund,
  type FakePayPalState,
  type FakePayPalWebhook,
  type FakePurchaseUnit,
  getFakeOrder,
  serializeFakeCapture,
  serializeFakeOrder,
  serializeFakeRefund,
} from './fake-paypal-orders-endpoints.ts'

type Parts = Pick<FakePayPalState, 'url' | 'newId' | 'recordTransaction'>

const CAPTURE_EVENTS: Readonly<Record<string, string>> = {
  COMPLETED: 'COMPLETED',
  PENDING: 'PENDING',
  DECLINED: 'DECLINED',
  FAILED: 'DENIED',
}

/** Fakes the PayPal REST API for orders (Orders v2, Payments v2, Webhooks v1). Tests control how each order goes. */
export function createFakeOrdersApi(parts: Parts) {
  const settings: FakeOrdersApiSettings = {
    captures: 'COMPLETED',
    captureIssue: undefined,
    createIssue: undefined,
    lag: 'none',
    hasNulls: false,
    payee: undefined,
    refunds: 'COMPLETED',
  }
  const state: FakePayPalState = {
    ...parts,
    settings,
    orders: new Map(),
    idsByRequest: new Map(),
    webhooks: new Map(),
    tokens: new Set(),
    requests: [],
  }
  return Object.assign(settings, {
    all: state.orders,
    /** All requests, as `GET /path`. */
    requests: state.requests,
    /** Lists the requests that change something at PayPal, as `POST /path`. */
    listWrites: () => state.requests.filter((request) => /^POST \/v2\/(checkout|payments)/.test(request)),
    answer: (request: FakeOrdersApiRequest) => answerApiRequest(state, request),
    /** Expires every access token. */
    revokeTokens: () => state.tokens.clear(),
    /** Builds a signed webhook without sending it. */
    webhook: (eventType: string, resource: object): FakePayPalWebhook => buildWebhook(state, eventType, resource),
    ...createOrderActions(state),
    ...createRefundActions(state),
  })
}

/** What the customer and other programs do with orders. No action sends its webhook. */
function createOrderActions(state: FakePayPalState) {
  return {
    /** Adds an order of another program that uses the same PayPal application. */
    add(unit: Partial<FakePurchaseUnit>): string {
      const amount = { currency_code: 'USD', value: '999.00' }
      const order = { id: state.newId(), status: 'CREATED', captures: [], refunds: [], changes: 0, context: {} }
      state.orders.set(order.id, { ...order, unit: { custom_id: '', invoice_id: '', payee: {}, amount, ...unit } })
      return order.id
    },

    /** Captures an order as that other program. */
    captureElsewhere: (id: string) => void captureFakeOrder(state, getFakeOrder(state, id)),

    /** Approves an order as the customer. */
    approve(id: string): FakePayPalWebhook {
      const order = getFakeOrder(state, id)
      order.status = 'APPROVED'
      order.changes++
      return buildWebhook(state, 'CHECKOUT.ORDER.APPROVED', serializeFakeOrder(state, order))
    },

    buildCaptureWebhook: (id: string): FakePayPalWebhook => buildCaptureWebhook(state, getFakeOrder(state, id)),

    /** Ends a pending capture. */
    settle(id: string, status: 'COMPLETED' | 'DECLINED' | 'FAILED'): FakePayPalWebhook {
      const order = getFakeOrder(state, id)
      const capture = getCapture(order)
      capture.status = status
      if (status === 'COMPLETED') state.recordTransaction('paid', order, capture.id, parseCents(capture.value) ?? 0)
      return buildCaptureWebhook(state, order)
    },

    /** Deletes an unpaid order. */
    forget: (id: string) => void state.orders.delete(id),
  }
}

/** How money goes back. No action sends its webhook. */
function createRefundActions(state: FakePayPalState) {
  return {
    /** Refunds an amount in cents. */
    refund(id: string, cents: number): FakePayPalWebhook {
      const order = getFakeOrder(state, id)
      const refund = { id: state.newId(), value: formatDecimalAmount(cents), captureId: order.captures[0]?.id ?? '' }
      order.refunds.push(refund)
      state.recordTransaction('refunded', order, refund.id, cents)
      return buildWebhook(state, 'PAYMENT.CAPTURE.REFUNDED', serializeFakeRefund(state, order, refund))
    },

    /** Ends pending refunds. Returns the webhook of the last one. */
    endRefunds(id: string, status: 'COMPLETED' | 'FAILED'): FakePayPalWebhook {
      const order = getFakeOrder(state, id)
      for (const refund of order.refunds) if (refund.status === 'PENDING') refund.status = status
      const type = status === 'COMPLETED' ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.REFUND.FAILED'
      return buildWebhook(state, type, serializeFakeRefund(state, order, order.refunds.at(-1) as FakePayPalRefund))
    },

    /** Reverses a payment. The order itself doesn't show it. */
    reverse(id: string): FakePayPalWebhook {
      const order = getFakeOrder(state, id)
      const [capture] = order.captures
      const refund = { id: state.newId(), value: capture?.value ?? '', captureId: capture?.id ?? '' }
      state.recordTransaction('reversed', order, refund.id, parseCents(refund.value) ?? 0)
      return buildWebhook(state, 'PAYMENT.CAPTURE.REVERSED', serializeFakeRefund(state, order, refund))
    },
  }
}

function buildCaptureWebhook(state: FakePayPalState, order: FakePayPalOrder): FakePayPalWebhook {
  const { id, status } = getCapture(order)
  return buildWebhook(state, `PAYMENT.CAPTURE.${CAPTURE_EVENTS[status]}`, serializeFakeCapture(state, order, id))
}

function getCapture({ id, captures: [capture] }: FakePayPalOrder): FakePayPalCapture {
  if (!capture) throw new Error(`Order ${id} is not captured`)
  return capture
}
