import {
  getRehearsalModeEndpoint,
  openRehearsalCheckoutEndpoint,
  rehearsePaymentEndpoint,
  verifyRehearsalIpnEndpoint,
} from '#contract/sales/rehearsal-checkout.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { RehearsalCheckoutModule } from './rehearsal-checkout.ts'

export function createRehearsalHandlers({
  assertRehearsal,
  openCheckout,
  finishCheckout,
  verifyIpnRequest,
}: RehearsalCheckoutModule): EndpointHandler[] {
  return [
    defineHandler(getRehearsalModeEndpoint, async () => {
      assertRehearsal()
      return { isRehearsal: true as const }
    }),
    defineHandler(openRehearsalCheckoutEndpoint, async ({ body }) => openCheckout(body)),
    defineHandler(rehearsePaymentEndpoint, async ({ body: { outcome, ...form } }) => ({
      location: await finishCheckout(form, outcome),
    })),
    defineHandler(verifyRehearsalIpnEndpoint, async ({ bytes }) => verifyIpnRequest(bytes)),
  ]
}
