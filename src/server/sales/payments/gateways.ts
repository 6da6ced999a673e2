import type { PaymentMode } from '#contract/sales/order-statuses.ts'
import { receivePayPalIpnEndpoint } from '#contract/sales/payment-webhooks.ts'
import type { AllowedFormOrigins } from '#platform/http/reply-headers.ts'
import type { Config } from '../../config/config.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { createPayPalOrders } from './paypal-orders/paypal-orders.ts'
import { createPayPalStandard } from './paypal-standard/paypal-standard.ts'
import { createRehearsalGateway } from './rehearsal/rehearsal-gateway.ts'

export type Gateways = {
  current: PaymentGateway
  /** All gateways by id. A gateway that the site used earlier still receives notices (decision 34). */
  all: ReadonlyMap<string, PaymentGateway>
}

type Dependencies = {
  config: Pick<Config, 'payments' | 'port' | 'host'>
  origin: string
  /** The key that signs the notices of rehearsals. */
  rehearsalSecret: string
}

/** Matches every spelling of the pay page's path. */
const PAY_PAGE_PATH = /^\/pay-now\/[^/]+\/?$/i

export function createGateways({ config, origin, rehearsalSecret }: Dependencies): Gateways {
  const { gateway, paypal } = config.payments
  const gateways = [
    ...(gateway === 'rehearsal' ? [createRehearsalGateway({ config, origin, secret: rehearsalSecret })] : []),
    ...(paypal
      ? [
          createPayPalStandard({
            id: 'paypal-standard',
            isRehearsal: false,
            isLive: paypal.isLive,
            webUrl: paypal.webUrl,
            verifyUrl: paypal.verifyUrl,
            notifyUrl: `${origin}/api${receivePayPalIpnEndpoint.path}`,
            origin,
          }),
        ]
      : []),
  ]
  if (paypal?.app) {
    const { isLive, apiUrl, webUrl, app } = paypal
    gateways.push(createPayPalOrders({ isLive, apiUrl, webUrl, app, origin }))
  }
  const all = new Map(gateways.map((one) => [one.id, one]))
  const current = all.get(gateway)
  if (!current) throw new Error(`The gateway ${gateway} is not set up`)
  return { current, all }
}

export function getPaymentMode({ isLive, isRehearsal }: Pick<PaymentGateway, 'isLive' | 'isRehearsal'>): PaymentMode {
  if (isLive) return 'live'
  return isRehearsal ? 'rehearsal' : 'sandbox'
}

/**
 * Lets the pay page's form lead to the provider (CSP `form-action`). Browsers also check the redirect after a form
 * against it.
 */
export function createPayPageFormActionPolicy({ current }: Gateways, origins: readonly string[]) {
  const policy = origins.includes(current.formTarget) ? undefined : { formAction: [current.formTarget] }
  return (path: string): AllowedFormOrigins | undefined => (PAY_PAGE_PATH.test(path) ? policy : undefined)
}
