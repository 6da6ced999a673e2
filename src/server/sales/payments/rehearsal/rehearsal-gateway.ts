import { createHash } from 'node:crypto'
import { receiveRehearsalIpnEndpoint } from '#contract/sales/payment-webhooks.ts'
import { verifyRehearsalIpnEndpoint } from '#contract/sales/rehearsal-checkout.ts'
import type { Config } from '#server/config/config.ts'
import type { PaymentFact } from '../ledger/payment-fact.ts'
import type { PaymentGateway } from '../payment-gateway.ts'
import { createPayPalStandard } from '../paypal-standard/paypal-standard.ts'
import { createRehearsalIpnSigner, postIpn } from './rehearsal-ipn-signer.ts'

const CHECKOUT_PATH = '/rehearsal/checkout'

type RehearsalOptions = { config: Pick<Config, 'port' | 'host'>; origin: string; secret: string }

/**
 * Creates a provider inside the product that moves no money (P-100). It speaks PayPal's Website Payments Standard over
 * real HTTP, so that our code runs as it does with PayPal.
 */
export function createRehearsalGateway({ config, origin, secret }: RehearsalOptions): PaymentGateway {
  const localUrl = getOwnLoopbackUrl(config)
  const notifyUrl = `${localUrl}/api${receiveRehearsalIpnEndpoint.path}`
  const gateway = createPayPalStandard({
    id: 'rehearsal',
    isRehearsal: true,
    isLive: false,
    webUrl: CHECKOUT_PATH,
    verifyUrl: `${localUrl}/api${verifyRehearsalIpnEndpoint.path}`,
    notifyUrl,
    origin,
  })
  return { ...gateway, refund: createRehearsalRefund({ secret, notifyUrl }) }
}

/**
 * Refunds a rehearsed payment as PayPal does: only a notice over HTTP reports it. The same request id makes the same
 * refund. Throws if the site doesn't accept the notice.
 */
function createRehearsalRefund({ secret, notifyUrl }: { secret: string; notifyUrl: string }) {
  const { buildIpn } = createRehearsalIpnSigner(secret)
  return async (payment: PaymentFact, cents: number, requestId: string, signal: AbortSignal): Promise<PaymentFact[]> => {
    const { transactionId: parent, attemptId = '', currency, payees } = payment
    const transactionId = createHash('sha256').update(requestId).digest('hex').slice(0, 17).toUpperCase()
    const form = { invoice: attemptId, custom: '', business: payees[0] ?? '', item_name: 'Refund', currency_code: currency }
    const body = buildIpn(form, { status: 'Refunded', transactionId, cents: -cents, parent })
    const { ok, status } = await postIpn(notifyUrl, body, signal)
    if (!ok) throw new Error(`the site answered ${status} to the notice of a rehearsed refund`)
    return []
  }
}

/**
 * Returns this process's URL from this machine, without any proxy. If the process listens on all interfaces, that is the
 * loopback address of the same family.
 */
export function getOwnLoopbackUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const hostname = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}
