import { twoFactor } from 'better-auth/plugins/two-factor'
import { newRecoveryCodes } from './recovery-codes.ts'
import { secondStepAfterProvider } from './second-step-after-provider.ts'
import { SECOND_STEP_LASTS } from './second-step-lasts.ts'

/** The second factor, for sign-ins by password and by the identity provider alike. Belongs before whatever acts on a sign-in. */
export const secondFactor = [
  twoFactor({
    issuer: 'Rankstead',
    // Whoever has no password proves themselves by a recent sign-in; our handlers see to that.
    allowPasswordless: true,
    twoFactorCookieMaxAge: SECOND_STEP_LASTS,
    backupCodeOptions: { customBackupCodesGenerate: newRecoveryCodes },
  }),
  secondStepAfterProvider,
] as const
