import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { formatAmount, parseCents } from '../../src/contract/core/money.ts'
import { createFakeOrdersApi, PAYPAL_CREDENTIALS } from './fake-paypal-orders-api.ts'
import { encodeIpn, formatPayPalDate, type IpnFields } from './paypal-ipn.ts'

/**
 * How PayPal answers whoever asks whether a notice is its own: rightly, rightly and with a line break, with a web page
 * that holds the right word, with a 503, with a redirect to where the right word is, never, or by denying its own.
 */
export type PayPalBehavior = 'well' | 'breaking the line' | 'as a page' | 'unavailable' | 'redirecting' | 'silent' | 'denying'

/** The fields of the form that hands a customer over. */
export type PaymentForm = Readonly<Record<string, string>>

/** A notice as it goes out; `isOurs` where PayPal will say that it is. */
export type PayPalNotice = { url: string; bytes: Buffer; isOurs: boolean }

/** A payment at PayPal, and what was paid with it. */
export type PayPalPayment = {
  transactionId: string
  form: PaymentForm
  cents: number
  currency: string
  payee: string
  charset: string
}

/** One line of PayPal's own books: what came is positive, what went back negative, in cents. */
export type PayPalTransaction = {
  kind: 'paid' | 'refunded' | 'reversed' | 'returned'
  transactionId: string
  cents: number
  currency: string
  invoice: string
}

/** How a payment differs from what the form asks for. */
type PaymentOverrides = {
  status?: string
  /** Such as `1.00`. */
  gross?: string
  currency?: string
  payee?: string
  invoice?: string | undefined
  /** What the notice is written in; PayPal's default is windows-1252. */
  charset?: string
  /** Any field of the notice; undefined leaves it out. */
  fields?: IpnFields
}

const WELCOME = '<!doctype html><title>PayPal</title><h1>Pay with PayPal</h1>'

export type FakePayPal = Awaited<ReturnType<typeof startFakePayPal>>

/**
 * PayPal as we know it, on a free port of 127.0.0.1: it verifies the notices that it sent, byte by byte, misbehaves on
 * command, and keeps its own books. `deliver` hands a notice to the site; by default it is posted to where the form says.
 */
export async function startFakePayPal({ deliver = post }: { deliver?: (notice: PayPalNotice) => Promise<number> } = {}) {
  const ownNotices = new Set<string>()
  const transactions: PayPalTransaction[] = []
  const submittedForms: PaymentForm[] = []
  const verificationRequests: Buffer[] = []

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const { pathname } = new URL(request.url ?? '', 'http://paypal.example')
    if (/^\/v[12]\//.test(pathname)) return handleApiRequest(request, pathname, body.toString(), response)
    if (pathname === '/checkoutnow') return void response.setHeader('content-type', 'text/html').end(WELCOME)
    if (request.method !== 'POST' || pathname !== '/cgi-bin/webscr') return void response.writeHead(404).end()
    const text = body.toString('latin1')
    const prefix = 'cmd=_notify-validate&'
    if (text.startsWith(prefix)) return verify(body.subarray(prefix.length), response)
    submittedForms.push(Object.fromEntries(new URLSearchParams(text)))
    response.setHeader('content-type', 'text/html').end(WELCOME)
  }

  function handleApiRequest(
    { method = '', headers }: IncomingMessage,
    path: string,
    body: string,
    response: ServerResponse,
  ): void {
    if (paypal.behavior === 'silent') return
    if (paypal.behavior === 'unavailable') return void response.writeHead(503).end('{}')
    if (paypal.behavior !== 'well') return void response.setHeader('content-type', 'text/html').end('<html>SUCCESS</html>')
    const { status, body: reply } = orders.answer({ method, path, body, headers })
    const send = () => void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    if (paypal.replyDelayMs > 0) setTimeout(send, paypal.replyDelayMs)
    else send()
  }

  function verify(bytes: Buffer, response: ServerResponse): void {
    verificationRequests.push(bytes)
    const word = ownNotices.has(bytes.toString('latin1')) ? 'VERIFIED' : 'INVALID'
    switch (paypal.behavior) {
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

  const server = createServer((request, response) => void handleRequest(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** A notice about a payment; of `isOurs` PayPal says later that it sent it. */
  function buildNotice(payment: PayPalPayment, status: string, fields: IpnFields = {}, isOurs = true): PayPalNotice {
    const { form, transactionId, cents, currency, payee, charset } = payment
    const bytes = encodeIpn({
      mc_gross: formatAmount(cents),
      invoice: form.invoice,
      protection_eligibility: 'Eligible',
      payer_id: 'LPLWNMTBWMFAY',
      payment_date: formatPayPalDate(Date.now()),
      payment_status: status,
      charset,
      first_name: 'Zoë',
      notify_version: '3.9',
      custom: form.custom,
      payer_status: 'verified',
      business: payee,
      quantity: '1',
      verify_sign: randomId(56),
      payer_email: 'zoe@example.com',
      txn_id: transactionId,
      payment_type: 'instant',
      receiver_email: payee,
      txn_type: 'web_accept',
      item_name: form.item_name,
      mc_currency: currency,
      item_number: form.item_number,
      test_ipn: '1',
      ipn_track_id: randomId(13),
      ...fields,
    })
    if (isOurs) ownNotices.add(bytes.toString('latin1'))
    return { url: form.notify_url ?? '', bytes, isOurs }
  }

  /** Enters into the books what a status means for the money. */
  function recordTransaction(
    kind: PayPalTransaction['kind'],
    { form, currency }: PayPalPayment,
    transactionId: string,
    cents: number,
  ): void {
    const isIncoming = kind === 'paid' || kind === 'returned'
    transactions.push({ kind, transactionId, cents: isIncoming ? cents : -cents, currency, invoice: form.invoice ?? '' })
  }

  /** Takes a payment by the form, and writes the notice of it, which is not sent yet. */
  function charge(form: PaymentForm, overrides: PaymentOverrides = {}): { payment: PayPalPayment; notice: PayPalNotice } {
    const { status = 'Completed', gross = form.amount ?? '', currency, payee, charset = 'windows-1252', fields } = overrides
    const payment: PayPalPayment = {
      transactionId: randomId(17),
      form: 'invoice' in overrides ? { ...form, invoice: overrides.invoice ?? '' } : form,
      cents: parseCents(gross) ?? 0,
      currency: currency ?? form.currency_code ?? 'USD',
      payee: payee ?? form.business ?? '',
      charset,
    }
    if (status === 'Completed') recordTransaction('paid', payment, payment.transactionId, payment.cents)
    return { payment, notice: buildNotice(payment, status, fields) }
  }

  /** Another status of the same payment, such as `Completed` after `Pending`; not sent yet. */
  function change(payment: PayPalPayment, status: string, fields?: IpnFields): PayPalNotice {
    if (status === 'Completed') recordTransaction('paid', payment, payment.transactionId, payment.cents)
    return buildNotice(payment, status, fields)
  }

  /** Sends money back, all of it unless `cents` says how much; the notice is not sent yet. */
  function returnMoney(
    kind: 'refunded' | 'reversed',
    payment: PayPalPayment,
    cents = payment.cents,
  ): { transactionId: string; notice: PayPalNotice } {
    const transactionId = randomId(17)
    recordTransaction(kind, payment, transactionId, cents)
    const status = kind === 'refunded' ? 'Refunded' : 'Reversed'
    return {
      transactionId,
      notice: buildNotice(payment, status, buildReturnFields(payment, transactionId, `-${formatAmount(cents)}`)),
    }
  }

  /** Ends a reversal in our favour; the notice is not sent yet. */
  function cancelReversal(payment: PayPalPayment, cents = payment.cents): PayPalNotice {
    const transactionId = randomId(17)
    recordTransaction('returned', payment, transactionId, cents)
    return buildNotice(payment, 'Canceled_Reversal', buildReturnFields(payment, transactionId, formatAmount(cents)))
  }

  /** Sends a notice so many times at once; answers the statuses. */
  function send(one: PayPalNotice, copies = 1): Promise<number[]> {
    return Promise.all(Array.from({ length: copies }, () => deliver(one)))
  }

  const orders = createFakeOrdersApi({
    url,
    newId: () => randomId(17),
    recordTransaction: (kind, { unit }, transactionId, cents) =>
      void transactions.push({
        kind,
        transactionId,
        cents: kind === 'paid' ? cents : -cents,
        currency: unit.amount.currency_code,
        invoice: unit.invoice_id,
      }),
  })

  const paypal = {
    /** The Orders API. */
    orders,
    behavior: 'well' as PayPalBehavior,
    /** How long the Orders API takes for each answer, in ms. */
    replyDelayMs: 0,
    url,
    books: transactions,
    /** The forms that browsers brought. */
    handedOver: submittedForms,
    /** What somebody wanted to have verified, without the word in front. */
    asked: verificationRequests,
    charge,
    change,
    cancelReversal,
    send,
    refund: (payment: PayPalPayment, cents?: number) => returnMoney('refunded', payment, cents),
    reverse: (payment: PayPalPayment, cents?: number) => returnMoney('reversed', payment, cents),

    /** Takes a payment and sends the notice of it. */
    async pay(form: PaymentForm, overrides?: PaymentOverrides): Promise<PayPalPayment> {
      const charged = charge(form, overrides)
      await send(charged.notice)
      return charged.payment
    },

    /** A notice that PayPal never wrote, about a payment that may exist; not sent yet. */
    forge: (
      form: PaymentForm,
      { status = 'Completed', gross = form.amount ?? '', fields }: PaymentOverrides = {},
    ): PayPalNotice => {
      const cents = parseCents(gross) ?? 0
      const payment = {
        transactionId: randomId(17),
        form,
        cents,
        currency: 'USD',
        payee: form.business ?? '',
        charset: 'windows-1252',
      }
      return buildNotice(payment, status, fields, false)
    },

    /** What is left at the payee's, of everything or of one hand-off; in cents. */
    sumNetCents(invoice?: string): number {
      const matching = transactions.filter((entry) => invoice === undefined || entry.invoice === invoice)
      return matching.reduce((sum, { cents }) => sum + cents, 0)
    },

    /** The variables of a site that pays here. */
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
  }
  return paypal
}

function buildReturnFields({ transactionId }: PayPalPayment, id: string, gross: string): IpnFields {
  return { txn_id: id, parent_txn_id: transactionId, mc_gross: gross, reason_code: 'refund', txn_type: undefined }
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

/** In the letters of PayPal's own. */
function randomId(length: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}
