import {
  confirmSecondFactorSetupEndpoint,
  disableSecondFactorEndpoint,
  regenerateRecoveryCodesEndpoint,
  startSecondFactorSetupEndpoint,
  verifyAppCodeEndpoint,
  verifyRecoveryCodeEndpoint,
} from '#contract/people/second-factor.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { SecondFactorModule } from './second-factor.ts'

export function createSecondFactorHandlers(secondFactor: SecondFactorModule): EndpointHandler[] {
  return [
    defineHandler(startSecondFactorSetupEndpoint, async ({ body: { password } }, caller) => {
      const secret = await secondFactor.startSetup(caller, password)
      return { message: 'Scan the QR code with your app, then enter the code that it shows.', secret }
    }),
    defineHandler(confirmSecondFactorSetupEndpoint, async ({ body: { code } }, caller) => {
      const recoveryCodes = await secondFactor.confirmSetup(caller, code)
      return { message: 'Two-step verification is on.', recoveryCodes }
    }),
    defineHandler(disableSecondFactorEndpoint, async ({ body: { password } }, caller) => {
      await secondFactor.disable(caller, password)
      return { message: 'Two-step verification is off.' }
    }),
    defineHandler(regenerateRecoveryCodesEndpoint, async ({ body: { password } }, caller) => {
      const recoveryCodes = await secondFactor.regenerateRecoveryCodes(caller, password)
      return { message: 'These are your new recovery codes. The old ones no longer work.', recoveryCodes }
    }),
    defineHandler(verifyAppCodeEndpoint, async ({ body: { code } }, caller) => {
      await secondFactor.verifyAppCode(caller, code)
      return { message: 'You’re logged in.' }
    }),
    defineHandler(verifyRecoveryCodeEndpoint, async ({ body: { code } }, caller) => {
      const remaining = await secondFactor.verifyRecoveryCode(caller, code)
      return { message: `You’re logged in. ${remaining === 1 ? '1 recovery code is' : `${remaining} recovery codes are`} left.` }
    }),
  ]
}
