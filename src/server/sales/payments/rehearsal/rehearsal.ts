import { rehearsalNotice } from '../../../../contract/sales/payment-notices.ts'
import { rehearsalVerification } from '../../../../contract/sales/rehearsal.ts'
import type { Config } from '../../../config/config.ts'
import type { PaymentGateway } from '../gateway.ts'
import { createPayPalStandard } from '../paypal-standard/paypal-standard.ts'
import { ownAddress } from './own-address.ts'
import { createRehearsalRefund } from './refund.ts'

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
