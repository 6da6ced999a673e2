import { createHash } from 'node:crypto'
import type { PaymentGateway } from '../payment-gateway.ts'
import { buildPayPalActivityUrl } from '../paypal-fields.ts'
import { buildCheckoutForm } from './checkout-form.ts'
import { parseIpnFacts } from './parse-ipn.ts'
import { verifyIpn } from './verify-ipn.ts'

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
