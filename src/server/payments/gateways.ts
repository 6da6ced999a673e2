import { payPalNotice, rehearsalNotice } from '../../contract/payment-notices.ts'
import type { Config } from '../config.ts'
import type { PaymentGateway } from './gateway.ts'
import { createPayPalStandard } from './paypal-standard/paypal-standard.ts'

/** The one that customers pay by, and those whose notices are still taken, by their ids. */
export type Gateways = { current: PaymentGateway; all: ReadonlyMap<string, PaymentGateway> }

export function createGateways({ payments: { paypal } }: Config, origin: string): Gateways {
  const webUrl = paypal?.webUrl ?? `${origin}/rehearsal`
  const verifyUrl = paypal?.verifyUrl ?? `${origin}/api/rehearsal/verify`
  const id = paypal ? 'paypal-standard' : 'rehearsal'
  const notifyUrl = `${origin}/api${(paypal ? payPalNotice : rehearsalNotice).path}`
  const current = createPayPalStandard({
    id,
    webUrl,
    verifyUrl,
    notifyUrl,
    origin,
    isLive: paypal?.isLive ?? false,
    isRehearsal: !paypal,
  })
  return { current, all: new Map([[id, current]]) }
}
