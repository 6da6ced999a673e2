import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { currentPasswordSchema } from './confirm-password-endpoint.ts'

const message = z.object({ message: z.string() })
const recoveryCodesReply = z.object({ message: z.string(), recoveryCodes: z.array(z.string()) })

/** Empty for an account without a password, which needs a recent log-in instead. */
const password = z.strictObject({ password: currentPasswordSchema })

const codeBody = z.strictObject({
  code: z
    .string('Code is required.')
    .check(z.trim(), z.minLength(1, 'Code is required.'), z.maxLength(40, 'This code is too long.')),
})

/**
 * Creates a secret for an authenticator app. Log-ins ask for a code only after `confirmSecondFactorSetup` has checked the
 * app.
 */
export const startSecondFactorSetupEndpoint = defineEndpoint({
  method: 'POST',
  path: '/second-factor/begin',
  access: 'signedIn',
  summary: 'Start setting up two-step verification',
  tag: 'accounts',
  limit: 'ownPassword',
  body: password,
  reply: z.object({ message: z.string(), secret: z.string() }),
  status: 200,
})

/** Ends every other session, because those have no second factor. Only this reply contains the recovery codes. */
export const confirmSecondFactorSetupEndpoint = defineEndpoint({
  method: 'POST',
  path: '/second-factor/confirm',
  access: 'signedIn',
  summary: 'Finish the set-up with a code from the app',
  tag: 'accounts',
  limit: 'secondFactor',
  body: codeBody,
  reply: recoveryCodesReply,
  status: 200,
})

/** The second step of a log-in, after the password. */
export const verifyAppCodeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/second-factor/verify',
  access: 'anyone',
  limit: 'secondFactor',
  summary: 'Log in: enter the code from the app',
  tag: 'accounts',
  body: codeBody,
  reply: message,
  status: 200,
})

/** The second step of a log-in without the app. Each recovery code works once. */
export const verifyRecoveryCodeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/second-factor/recover',
  access: 'anyone',
  limit: 'secondFactor',
  summary: 'Log in: enter a recovery code',
  tag: 'accounts',
  body: codeBody,
  reply: message,
  status: 200,
})

export const disableSecondFactorEndpoint = defineEndpoint({
  method: 'POST',
  path: '/second-factor/turn-off',
  access: 'signedIn',
  summary: 'Turn off two-step verification',
  tag: 'accounts',
  limit: 'ownPassword',
  body: password,
  reply: message,
  status: 200,
})

/** Replaces the recovery codes. The old ones stop working. */
export const regenerateRecoveryCodesEndpoint = defineEndpoint({
  method: 'POST',
  path: '/second-factor/recovery-codes',
  access: 'signedIn',
  summary: 'Create new recovery codes for two-step verification',
  tag: 'accounts',
  limit: 'ownPassword',
  body: password,
  reply: recoveryCodesReply,
  status: 200,
})
