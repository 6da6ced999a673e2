import {
  getRehearsalState,
  openRehearsalCheckout,
  rehearsePayment,
  verifyRehearsalIpn,
} from '../../../../contract/sales/rehearsal-checkout.ts'
import { defineHandler, type EndpointHandler } from '../../../platform/http/register-api.ts'
import type { RehearsalCheckout } from './rehearsal-checkout.ts'

export function rehearsalHandlers({
  assertRehearsal,
  openCheckout,
  finishCheckout,
  verifyIpnRequest,
}: RehearsalCheckout): EndpointHandler[] {
  return [
    defineHandler(getRehearsalState, async () => {
      assertRehearsal()
      return { isRehearsal: true as const }
    }),
    defineHandler(openRehearsalCheckout, async ({ body }) => openCheckout(body)),
    defineHandler(rehearsePayment, async ({ body: { outcome, ...form } }) => ({ location: await finishCheckout(form, outcome) })),
    defineHandler(verifyRehearsalIpn, async ({ bytes }) => verifyIpnRequest(bytes)),
  ]
}
