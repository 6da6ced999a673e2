import { Refusal } from '../../../contract/refusal.ts'
import { recoverSecondFactor, verifySecondFactor } from '../../../contract/second-factor.ts'
import { type Caller, type Handled, handled } from '../../http/http.ts'
import { letIn, libraryAnswer } from '../library.ts'
import type { Parts } from '../parts.ts'
import { appCodeOf, wrongCode } from '../second-factor/codes.ts'
import { recoveryCodeOf } from '../second-factor/recovery-codes.ts'
import { liftImplausibleLocks, spendCode } from '../second-factor/store.ts'
import { recoveryCodeUsedMail } from '../security-mails.ts'
import { writeDown } from '../write-down.ts'

const OVER = 'Your log-in took too long, or there were too many wrong codes. Please log in again.'
const LOCKED = 'There were too many wrong codes for this account. Please try again in 15 minutes.'
const UNKNOWN = 'This is none of your recovery codes, or it was used before.'

type SignedIn = { token: string; user: { id: string; email: string } }

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function secondStepHandlers(parts: Parts): Handled[] {
  const { auth, database, sessions, config } = parts
  return [
    handled(verifySecondFactor, async ({ body }, caller) => {
      refuseSignedIn(caller)
      await liftImplausibleLocks(database)
      const code = appCodeOf(body.code)
      const response = await libraryAnswer(auth.api.verifyTOTP({ body: { code }, headers: caller.headers, asResponse: true }))
      const { token, user } = await signedIn(response)
      if (!(await spendCode(database, user.id, code))) {
        await (await auth.$context).internalAdapter.deleteSession(token)
        throw wrongCode()
      }
      sessions.forget()
      await letIn(parts, response, caller)
      return { message: 'You are logged in.' }
    }),
    handled(recoverSecondFactor, async ({ body }, caller) => {
      refuseSignedIn(caller)
      await liftImplausibleLocks(database)
      const code = recoveryCodeOf(body.code)
      const response = await libraryAnswer(
        auth.api.verifyBackupCode({ body: { code }, headers: caller.headers, asResponse: true }),
      )
      const { user } = await signedIn(response, UNKNOWN)
      sessions.forget()
      await letIn(parts, response, caller)
      const { length: left } = (await auth.api.viewBackupCodes({ body: { userId: user.id } })).backupCodes
      const entry = { actor: user.email, action: 'recovery-code.used', subject: user.email, detail: { left: String(left) } }
      await writeDown(parts, entry, recoveryCodeUsedMail(user.email, config.origins[0], left))
      return { message: `You are logged in. ${left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left.` }
    }),
  ]
}

function refuseSignedIn({ session: { viewer } }: Caller): void {
  if (viewer.kind !== 'visitor') throw new Refusal(409, 'You are logged in already.')
}

async function signedIn(response: Response, wrong?: string): Promise<SignedIn> {
  const answer = (await response.json()) as SignedIn & { code?: string }
  if (response.ok) return answer
  switch (answer.code) {
    case 'INVALID_TWO_FACTOR_COOKIE':
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
    case 'TOTP_NOT_ENABLED':
    case 'BACKUP_CODES_NOT_ENABLED':
      throw new Refusal(401, OVER)
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      throw new Refusal(429, LOCKED)
    default:
      throw wrongCode(wrong)
  }
}
