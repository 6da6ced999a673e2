import { createHash } from 'node:crypto'
import type { PaymentGateway } from '../gateway.ts'
import { payPalPage } from '../paypal.ts'
import { checkoutForm } from './form.ts'
import { factsIn } from './notice.ts'
import { verifyNotice } from './verify.ts'

type Settings = {
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
export function createPayPalStandard({ id, isRehearsal, isLive, ...places }: Settings): PaymentGateway {
  const { webUrl, verifyUrl, origin } = places
  const formTarget = new URL(webUrl, origin).origin
  return {
    id,
    begins: 'form',
    isRehearsal,
    isLive,
    formTarget,
    ...(!isRehearsal && { paymentPage: (transactionId: string) => payPalPage(formTarget, transactionId) }),
    begin: async (handOff) => checkoutForm(places, handOff),
    // Sent again byte by byte.
    key: ({ bytes }) => createHash('sha256').update(bytes).digest('hex'),
    verify: (raw, signal) => verifyNotice(verifyUrl, raw, signal),
    facts: async (raw) => ({ facts: factsIn(raw, Date.now()) }),
  }
}
