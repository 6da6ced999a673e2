import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { IpnFields } from './encode-paypal-ipn.ts'
import {
  cancelReversal,
  changePaymentStatus,
  chargePayment,
  forgeNotice,
  generatePayPalId,
  type PaymentForm,
  type PaymentOverrides,
  type PayPalNotice,
  type PayPalPayment,
  type PayPalRecords,
  refundOrReversePayment,
} from './fake-paypal-ipn-notices.ts'
import { createFakeOrdersApi } from './fake-paypal-orders-api.ts'
import { PAYPAL_CREDENTIALS } from './fake-paypal-orders-endpoints.ts'

/** How PayPal answers when the site asks whether a notice is genuine. */
export type PayPalBehavior = 'well' | 'breaking the line' | 'as a page' | 'unavailable' | 'redirecting' | 'silent' | 'denying'

type OrdersApi = ReturnType<typeof createFakeOrdersApi>

/** What the HTTP server reads and records. */
type PayPalServer = PayPalRecords & {
  settings: { behavior: PayPalBehavior; replyGate: Promise<void> }
  url: string
  orders: OrdersApi
  submittedForms: PaymentForm[]
  verificationRequests: Buffer[]
}

const WELCOME = '<!doctype html><title>PayPal</title><h1>Pay with PayPal</h1>'

export type FakePayPal = Awaited<ReturnType<typeof startFakePayPal>>

/**
 * Starts a fake PayPal on a free port of 127.0.0.1.
 * It verifies its own notices byte by byte, fails on command and records all transactions. `deliver` hands a notice to
 * the site. By default it posts to the form's `notify_url`.
 */
export async function startFakePayPal({ deliver = post }: { deliver?: (notice: PayPalNotice) => Promise<number> } = {}) {
  const settings = {
    behavior: 'well' as PayPalBehavior,
    /** Each Orders API reply waits for this. */
    replyGate: Promise.resolve(),
  }
  const records: PayPalRecords = { ownNotices: new Set(), transactions: [] }
  const { server, url } = await startServer((request, response) => handleRequest(paypal, request, response))
  const orders = createOrdersApi(url, records)
  const paypal: PayPalServer = { ...records, settings, url, orders, submittedForms: [], verificationRequests: [] }

  /** Sends copies of a notice at once. Returns the statuses. */
  function send(notice: PayPalNotice, copies = 1): Promise<number[]> {
    return Promise.all(Array.from({ length: copies }, () => deliver(notice)))
  }

  return Object.assign(settings, {
    orders,
    url,
    transactions: records.transactions,
    /** The forms that browsers submitted. */
    submittedForms: paypal.submittedForms,
    /** The verification requests, without the `cmd` prefix. */
    verificationRequests: paypal.verificationRequests,
    ...createPaymentActions(records),
    send,

    /** Charges a form and sends the notice, again if the site couldn't store it. */
    async pay(form: PaymentForm, overrides?: PaymentOverrides): Promise<PayPalPayment> {
      const { payment, notice } = chargePayment(records, form, overrides)
      let status: number
      do status = await deliver(notice)
      while (status === 503)
      return payment
    },

    /** Returns the payee's net cents, for all payments or for one checkout attempt. */
    sumNetCents(invoice?: string): number {
      const matching = records.transactions.filter((entry) => invoice === undefined || entry.invoice === invoice)
      return matching.reduce((sum, { cents }) => sum + cents, 0)
    },

    /** Returns the configuration of a site that uses this PayPal. */
    environment: (gateway = 'paypal-standard') => ({
      PAYMENTS: gateway,
      PAYPAL_MODE: 'sandbox',
      PAYPAL_WEB_URL: `${url}/cgi-bin/webscr`,
      PAYPAL_VERIFY_URL: `${url}/cgi-bin/webscr`,
      PAYPAL_API_URL: url,
      ...(gateway === 'paypal-orders' && PAYPAL_CREDENTIALS),
    }),

    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

async function startServer(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function createPaymentActions(records: PayPalRecords) {
  return {
    charge: (form: PaymentForm, overrides?: PaymentOverrides) => chargePayment(records, form, overrides),
    change: (payment: PayPalPayment, status: string, fields?: IpnFields) => changePaymentStatus(records, payment, status, fields),
    cancelReversal: (payment: PayPalPayment, cents?: number) => cancelReversal(records, payment, cents),
    refund: (payment: PayPalPayment, cents?: number) => refundOrReversePayment(records, 'refunded', payment, cents),
    reverse: (payment: PayPalPayment, cents?: number) => refundOrReversePayment(records, 'reversed', payment, cents),
    forge: (form: PaymentForm, overrides?: PaymentOverrides) => forgeNotice(records, form, overrides),
  }
}

function createOrdersApi(url: string, { transactions }: PayPalRecords): OrdersApi {
  return createFakeOrdersApi({
    url,
    newId: () => generatePayPalId(17),
    recordTransaction: (kind, { unit }, transactionId, cents) =>
      void transactions.push({
        kind,
        transactionId,
        cents: kind === 'paid' ? cents : -cents,
        currency: unit.amount.currency_code,
        invoice: unit.invoice_id,
      }),
  })
}

async function handleRequest(paypal: PayPalServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request)
  const { pathname } = new URL(request.url ?? '', 'http://paypal.example')
  if (/^\/v[12]\//.test(pathname)) return handleApiRequest(paypal, request, pathname, body.toString(), response)
  if (pathname === '/checkoutnow') return void response.setHeader('content-type', 'text/html').end(WELCOME)
  if (request.method !== 'POST' || pathname !== '/cgi-bin/webscr') return void response.writeHead(404).end()
  const text = body.toString('latin1')
  const prefix = 'cmd=_notify-validate&'
  if (text.startsWith(prefix)) return verify(paypal, body.subarray(prefix.length), response)
  paypal.submittedForms.push(Object.fromEntries(new URLSearchParams(text)))
  response.setHeader('content-type', 'text/html').end(WELCOME)
}

function handleApiRequest(
  { settings, orders }: PayPalServer,
  { method = '', headers }: IncomingMessage,
  path: string,
  body: string,
  response: ServerResponse,
): void {
  if (settings.behavior === 'silent') return
  if (settings.behavior === 'unavailable') return void response.writeHead(503).end('{}')
  if (settings.behavior !== 'well') return void response.setHeader('content-type', 'text/html').end('<html>SUCCESS</html>')
  const { status, body: reply } = orders.answer({ method, path, body, headers })
  const send = () => void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  void settings.replyGate.then(send)
}

function verify(
  { settings, ownNotices, verificationRequests, url }: PayPalServer,
  bytes: Buffer,
  response: ServerResponse,
): void {
  verificationRequests.push(bytes)
  const word = ownNotices.has(bytes.toString('latin1')) ? 'VERIFIED' : 'INVALID'
  switch (settings.behavior) {
    case 'well':
      return void response.end(word)
    case 'breaking the line':
      return void response.end(`${word}\n`)
    case 'as a page':
      return void response.setHeader('content-type', 'text/html').end(`<html><body>${word} VERIFIED</body></html>`)
    case 'unavailable':
      return void response.writeHead(503).end('VERIFIED')
    case 'redirecting':
      return void response.writeHead(302, { location: `${url}/verified` }).end('VERIFIED')
    case 'denying':
      return void response.end('INVALID')
    case 'silent':
  }
}

async function post({ url, bytes }: PayPalNotice): Promise<number> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': 'PayPal IPN ( https://www.paypal.com/ipn )',
  }
  const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(bytes) })
  await response.body?.cancel()
  return response.status
}
