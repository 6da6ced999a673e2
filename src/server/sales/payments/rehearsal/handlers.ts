import { openRehearsal, rehearsalState, rehearsalVerification, rehearsePayment } from '../../../../contract/sales/rehearsal.ts'
import { type Handled, handled } from '../../../platform/http/http.ts'
import type { Checkout } from './checkout.ts'

export function rehearsalHandlers({ check, open, finish, verdict }: Checkout): Handled[] {
  return [
    handled(rehearsalState, async () => {
      check()
      return { isRehearsal: true as const }
    }),
    handled(openRehearsal, async ({ body }) => open(body)),
    handled(rehearsePayment, async ({ body: { outcome, ...form } }) => ({ location: await finish(form, outcome) })),
    handled(rehearsalVerification, async ({ bytes }) => verdict(bytes)),
  ]
}
