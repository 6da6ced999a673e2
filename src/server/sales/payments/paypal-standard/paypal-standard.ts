import { createHash } from 'node:crypto'
import type { PaymentGateway } from '../payment-gateway.ts'
import { buildPayPalPaymentUrl } from '../paypal-helpers.ts'
import { buildCheckoutForm } from './checkout-form.ts'
import { parseIpnFacts } from './parse-ipn.ts'
import { verifyIpn } from './verify-ipn.ts'

type PayPalStandardOptions = {
  id: string
  isRehearsal: boolean
  isLive: boolean
  /** Where customers pay, a path where that is on this site, and where notices are verified. */
  webUrl: string
  verifyUrl: string
  notifyUrl: string
  origin: string
}

/**
 * PayPal's Website Payments Standard, or whatever speaks the same: a form that the browser posts, finished by a notice
 * (IPN) that is verified by sending it back.
 */
export function createPayPalStandard({ id, isRehearsal, isLive, ...urls }: PayPalStandardOptions): PaymentGateway {
  const { webUrl, verifyUrl, origin } = urls
  const formTarget = new URL(webUrl, origin).origin
  return {
    id,
    begins: 'form',
    isRehearsal,
    isLive,
    formTarget,
    ...(!isRehearsal && { buildPaymentUrl: (transactionId: string) => buildPayPalPaymentUrl(formTarget, transactionId) }),
    begin: async (handOff) => buildCheckoutForm(urls, handOff),
    // Sent again byte by byte.
    createNoticeKey: ({ bytes }) => createHash('sha256').update(bytes).digest('hex'),
    verifyNotice: (raw, signal) => verifyIpn(verifyUrl, raw, signal),
    readFacts: async (raw) => ({ facts: parseIpnFacts(raw, Date.now()) }),
  }
}
