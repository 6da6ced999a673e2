import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { removeInvisibleCharacters } from '../core/remove-invisible-characters.ts'
import { currentPasswordSchema } from './authentication.ts'

const message = z.object({ message: z.string() })
const recoveryCodesReply = z.object({ message: z.string(), recoveryCodes: z.array(z.string()) })

/** Empty for an account without a password, which needs a recent log-in instead. */
const password = z.strictObject({ password: currentPasswordSchema })

const codeBody = z.strictObject({
  code: z
    .string('Code is required.')
    .check(
      z.overwrite(removeInvisibleCharacters),
      z.minLength(1, 'Code is required.'),
      z.maxLength(40, 'This code is too long.'),
    ),
})

/**
 * Creates a secret for an authenticator app. Log-ins ask for a code only after `confirmSecondFactorSetup` has checked the
 * app.
 */
export const startSecondFactorSetupEndpoint = defineEndpoint('POST /second-factor/begin', 'signedIn', {
  summary: 'Start setting up two-step verification',
  limit: 'ownPassword',
  body: password,
  reply: z.object({ message: z.string(), secret: z.string() }),
})

/** Ends every other session, because those have no second factor. Only this reply contains the recovery codes. */
export const confirmSecondFactorSetupEndpoint = defineEndpoint('POST /second-factor/confirm', 'signedIn', {
  summary: 'Finish the set-up with a code from the app',
  limit: 'secondFactor',
  body: codeBody,
  reply: recoveryCodesReply,
})

/** The second step of a log-in, after the password. */
export const verifyAppCodeEndpoint = defineEndpoint('POST /second-factor/verify', 'anyone', {
  limit: 'secondFactor',
  summary: 'Log in: enter the code from the app',
  body: codeBody,
  reply: message,
})

/** The second step of a log-in without the app. Each recovery code works once. */
export const verifyRecoveryCodeEndpoint = defineEndpoint('POST /second-factor/recover', 'anyone', {
  limit: 'secondFactor',
  summary: 'Log in: enter a recovery code',
  body: codeBody,
  reply: message,
})

export const disableSecondFactorEndpoint = defineEndpoint('POST /second-factor/turn-off', 'signedIn', {
  summary: 'Turn off two-step verification',
  limit: 'ownPassword',
  body: password,
  reply: message,
})

/** Replaces the recovery codes. The old ones stop working. */
export const regenerateRecoveryCodesEndpoint = defineEndpoint('POST /second-factor/recovery-codes', 'signedIn', {
  summary: 'Create new recovery codes for two-step verification',
  limit: 'ownPassword',
  body: password,
  reply: recoveryCodesReply,
})
