import { createHash } from 'node:crypto'
import { rehearsalNotice } from '../../../../contract/sales/payment-notices.ts'
import { rehearsalVerification } from '../../../../contract/sales/rehearsal.ts'
import type { Config } from '../../../config/config.ts'
import type { PaymentGateway } from '../gateway.ts'
import type { Fact } from '../ledger/fact.ts'
import { createPayPalStandard } from '../paypal-standard/paypal-standard.ts'
import { createNotices } from './notice.ts'
import { ownAddress } from './own-address.ts'

/** A page of this site. */
const CHECKOUT = '/rehearsal/checkout'

/**
 * A provider inside the product, in which no money moves: it speaks the form and the notices of PayPal's Website
 * Payments Standard, over real HTTP, so that everything which is ours runs as it does with PayPal.
 */
type Parts = { config: Pick<Config, 'port' | 'host'>; origin: string; secret: string }

export function createRehearsal({ config, origin, secret }: Parts): PaymentGateway {
  const here = ownAddress(config)
  const notifyUrl = `${here}/api${rehearsalNotice.path}`
  const gateway = createPayPalStandard({
    id: 'rehearsal',
    isRehearsal: true,
    isLive: false,
    webUrl: CHECKOUT,
    verifyUrl: `${here}/api${rehearsalVerification.path}`,
    notifyUrl,
    origin,
  })
  return { ...gateway, refund: createRehearsalRefund({ secret, notifyUrl }) }
}

/**
 * Refunds a rehearsed payment as PayPal would: only a notice over real HTTP reports it. The same request id makes the same
 * refund. Throws if the notice was refused.
 */
function createRehearsalRefund({ secret, notifyUrl }: { secret: string; notifyUrl: string }) {
  const { write } = createNotices(secret)
  return async (payment: Fact, cents: number, requestId: string, signal: AbortSignal): Promise<Fact[]> => {
    const { transactionId: parent, attemptId = '', currency, payees } = payment
    const transactionId = createHash('sha256').update(requestId).digest('hex').slice(0, 17).toUpperCase()
    const form = { invoice: attemptId, custom: '', business: payees[0] ?? '', item_name: 'Refund', currency_code: currency }
    const body = write(form, { status: 'Refunded', transactionId, cents: -cents, parent })
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Rankstead rehearsal' }
    const response = await fetch(notifyUrl, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the notice of a rehearsed refund was answered with ${response.status}`)
    return []
  }
}
