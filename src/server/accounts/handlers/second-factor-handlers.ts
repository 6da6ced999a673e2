import { Refusal } from '../../../contract/refusal.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '../../../contract/second-factor.ts'
import { type CallerFor, type Handled, handled } from '../../http/http.ts'
import type { Person } from '../../http/session.ts'
import { copyCookies, libraryAnswer } from '../library.ts'
import type { Parts } from '../parts.ts'
import { protectionOf, proveIdentity } from '../prove-identity.ts'
import { appCodeOf } from '../second-factor/codes.ts'
import { confirmSetUp } from '../second-factor/confirm-set-up.ts'
import { newRecoveryCodesMail, secondFactorOffMail, secondFactorOnMail } from '../security-mails.ts'
import { writeDown } from '../write-down.ts'

type SignedIn = CallerFor<'signedIn'>

/** Sets the second factor of the own account up, renews its recovery codes, turns it off. */
export function secondFactorHandlers(parts: Parts): Handled[] {
  const { auth, sessions, config } = parts
  const [origin] = config.origins

  /** The person, where the second factor stands as the call needs it. */
  async function personWith(hasOne: boolean, { person }: SignedIn): Promise<Person> {
    const { isVerified, hasSecondFactor } = await protectionOf(parts, person.userId)
    // Else whoever registers an address first could lock its owner out of it.
    if (!isVerified) throw new Refusal(409, 'Please confirm your email address first: we sent a link to your inbox.')
    if (hasSecondFactor === hasOne) return person
    throw new Refusal(409, hasOne ? 'Your account has no second factor.' : 'Your account has a second factor already.')
  }

  return [
    handled(beginSecondFactor, async ({ body: { password } }, caller) => {
      await personWith(false, caller)
      await proveIdentity(parts, caller, password)
      const begun = await auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers: caller.headers })
      const secret = 'totpURI' in begun ? new URL(String(begun.totpURI)).searchParams.get('secret') : null
      if (!secret) throw new Error('The authentication library made no secret.')
      return { message: 'Scan the picture with your app, then enter the code that it shows.', secret }
    }),
    handled(confirmSecondFactor, async ({ body }, caller) => {
      const { userId, email } = await personWith(false, caller)
      const response = await confirmSetUp(parts, caller.headers, userId, appCodeOf(body.code))
      sessions.forget()
      copyCookies(response, caller)
      const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } })
      const entry = { actor: email, action: 'second-factor.set-up', subject: email }
      await writeDown(parts, entry, secondFactorOnMail(email, origin))
      return { message: 'Your second factor is set up.', recoveryCodes: backupCodes }
    }),
    handled(turnOffSecondFactor, async ({ body: { password } }, caller) => {
      const { email } = await personWith(true, caller)
      await proveIdentity(parts, caller, password)
      const response = await libraryAnswer(
        auth.api.disableTwoFactor({ body: { password }, headers: caller.headers, asResponse: true }),
      )
      if (!response.ok) throw new Error(`The second factor could not be turned off (${response.status}).`)
      sessions.forget()
      copyCookies(response, caller)
      const entry = { actor: email, action: 'second-factor.turned-off', subject: email }
      await writeDown(parts, entry, secondFactorOffMail(email, origin))
      return { message: 'Your second factor was turned off.' }
    }),
    handled(renewRecoveryCodes, async ({ body: { password } }, caller) => {
      const { email } = await personWith(true, caller)
      await proveIdentity(parts, caller, password)
      const { backupCodes } = await auth.api.generateBackupCodes({ body: { password }, headers: caller.headers })
      const entry = { actor: email, action: 'recovery-codes.renewed', subject: email }
      await writeDown(parts, entry, newRecoveryCodesMail(email, origin))
      return { message: 'These are your new recovery codes. The old ones no longer work.', recoveryCodes: backupCodes }
    }),
  ]
}
