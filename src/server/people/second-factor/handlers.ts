import {
  beginSecondFactor,
  confirmSecondFactor,
  recoverSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  verifySecondFactor,
} from '../../../contract/people/second-factor.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { SecondFactor } from './second-factor.ts'

/** The second factor of the own account, and the second step of a log-in. */
export function secondFactorHandlers(secondFactor: SecondFactor): Handled[] {
  return [
    handled(beginSecondFactor, async ({ body: { password } }, caller) => {
      const secret = await secondFactor.begin(caller, password)
      return { message: 'Scan the picture with your app, then enter the code that it shows.', secret }
    }),
    handled(confirmSecondFactor, async ({ body: { code } }, caller) => {
      const recoveryCodes = await secondFactor.confirm(caller, code)
      return { message: 'Your second factor is set up.', recoveryCodes }
    }),
    handled(turnOffSecondFactor, async ({ body: { password } }, caller) => {
      await secondFactor.turnOff(caller, password)
      return { message: 'Your second factor was turned off.' }
    }),
    handled(renewRecoveryCodes, async ({ body: { password } }, caller) => {
      const recoveryCodes = await secondFactor.renewRecoveryCodes(caller, password)
      return { message: 'These are your new recovery codes. The old ones no longer work.', recoveryCodes }
    }),
    handled(verifySecondFactor, async ({ body: { code } }, caller) => {
      await secondFactor.verify(caller, code)
      return { message: 'You are logged in.' }
    }),
    handled(recoverSecondFactor, async ({ body: { code } }, caller) => {
      const left = await secondFactor.recover(caller, code)
      return { message: `You are logged in. ${left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left.` }
    }),
  ]
}
