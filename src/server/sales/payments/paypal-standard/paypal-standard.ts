import { createHash } from 'node:crypto'
import type { CheckoutStart, GatewayCheckoutInput, NoticeVerdict, PaymentGateway, RawPaymentNotice } from '../payment-gateway.ts'
import { buildPayPalActivityUrl, buildReturnUrls, truncatePayPalItemName } from '../paypal-fields.ts'
import { parseIpnFacts } from './parse-ipn.ts'

type PayPalStandardOptions = {
  id: string
  isRehearsal: boolean
  isLive: boolean
  /** The checkout's URL, or a path on this site. */
  webUrl: string
  verifyUrl: string
  notifyUrl: string
  origin: string
}

/** Creates a gateway for PayPal's Website Payments Standard: the browser posts a form, and a notice (IPN) reports the payment. */
export function createPayPalStandard({ id, isRehearsal, isLive, ...urls }: PayPalStandardOptions): PaymentGateway {
  const { webUrl, verifyUrl, origin } = urls
  const formTarget = new URL(webUrl, origin).origin
  return {
    id,
    begins: 'form',
    isRehearsal,
    isLive,
    formTarget,
    ...(!isRehearsal && { buildPaymentUrl: (transactionId: string) => buildPayPalActivityUrl(formTarget, transactionId) }),
    begin: async (attempt) => buildCheckoutForm(urls, attempt),
    // PayPal repeats a notice with the same bytes.
    createNoticeKey: ({ bytes }) => createHash('sha256').update(bytes).digest('hex'),
    verifyNotice: (raw, signal) => verifyIpn(verifyUrl, raw, signal),
    readFacts: async (raw) => ({ facts: parseIpnFacts(raw, Date.now()) }),
  }
}

/** `webUrl`: PayPal's checkout. `notifyUrl`: receives the notice. */
type CheckoutUrls = { webUrl: string; notifyUrl: string; origin: string }

/**
 * Builds the form that leads a customer to PayPal's checkout (P-96, P-97). `invoice` is the attempt's id. PayPal accepts each
 * invoice id once, which prevents a second payment.
 */
export function buildCheckoutForm({ webUrl, notifyUrl, origin }: CheckoutUrls, attempt: GatewayCheckoutInput): CheckoutStart {
  const { id, orderId, amount, currency, payee, title } = attempt
  const { paid, cancelled } = buildReturnUrls(origin, orderId)
  return {
    form: {
      action: webUrl,
      fields: {
        cmd: '_xclick',
        business: payee,
        item_number: '1',
        item_name: truncatePayPalItemName(title),
        amount,
        currency_code: currency,
        no_shipping: '1',
        // Override amounts from the account's profile, such as a sales tax (PayPal, HTML variables).
        tax: '0',
        tax_cart: '0',
        shipping: '0',
        handling: '0',
        invoice: id,
        custom: orderId,
        notify_url: notifyUrl,
        return: paid,
        cancel_return: cancelled,
        // PayPal returns by GET, because browsers send no session cookie with a POST from another site.
        rm: '1',
        cbt: 'Return to your order',
        charset: 'utf-8',
      },
    },
  }
}

/** How much of a reply to read. PayPal answers with one word; anything longer is an error page. */
const MAX_RESPONSE_BYTES = 1024

/**
 * Verifies a notice by sending its untouched bytes back to PayPal (IPN protocol, step 2). Only a reply of the exact word
 * counts. Any other reply means `retry`.
 */
export async function verifyIpn(verifyUrl: string, { bytes }: RawPaymentNotice, signal: AbortSignal): Promise<NoticeVerdict> {
  const response = await fetch(verifyUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Rankstead-IPN-Verification' },
    body: Buffer.concat([Buffer.from('cmd=_notify-validate&'), bytes]),
    redirect: 'manual',
    signal,
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    return 'retry'
  }
  const answer = (await readStart(response)).trim()
  if (answer === 'VERIFIED') return 'authentic'
  return answer === 'INVALID' ? 'forged' : 'retry'
}

async function readStart({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  while (reader && length <= MAX_RESPONSE_BYTES) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  await reader?.cancel()
  return Buffer.concat(chunks).toString()
}
