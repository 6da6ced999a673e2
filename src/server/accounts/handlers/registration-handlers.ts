import { register } from '../../../contract/accounts.ts'
import { resendVerification, verifyEmail } from '../../../contract/passwords.ts'
import { isRefusal, Refusal } from '../../../contract/refusal.ts'
import { type Caller, type Handled, handled } from '../../http/http.ts'
import { letIn, libraryAnswer } from '../library.ts'
import type { Parts } from '../parts.ts'
import { protectionOf } from '../prove-identity.ts'
import { confirmationMail, registerAccount } from '../registration.ts'
import { writeDown } from '../write-down.ts'

const REGISTERED = 'Thank you. We sent you a mail: please look into your inbox.'
const ELSEWHERE = 'This link was mailed to another address. Log in with the account that it belongs to.'
const STALE = 'This link has expired or is not complete. Ask for a new one.'

/** Joining, and proving that the address is one's own. */
export function registrationHandlers(parts: Parts): Handled[] {
  const { auth, sessions } = parts
  return [
    handled(register, async ({ body }, caller) => {
      const userId = await registerAccount(parts, body)
      if (userId) await letInNew(parts, userId, caller)
      return { message: REGISTERED }
    }),
    handled(verifyEmail, async ({ body: { token } }, { headers, person }) => {
      const email = addresseeOf(token)
      // Only with the account's own session: else a link mailed for an account that a stranger made would confirm it for them.
      if (email && email !== person.email.toLowerCase()) {
        throw new Refusal(409, ELSEWHERE, { token: ELSEWHERE })
      }
      const response = await libraryAnswer(auth.api.verifyEmail({ query: { token }, headers, asResponse: true }))
      if (!response.ok) throw new Refusal(400, STALE, { token: STALE })
      sessions.forget()
      return { message: 'Your email address is confirmed.' }
    }),
    handled(resendVerification, async (_, { person: { userId, email } }) => {
      if ((await protectionOf(parts, userId)).isVerified) return { message: 'Your email address is confirmed already.' }
      await writeDown(parts, { actor: email, action: 'email.link-mailed', subject: email }, await confirmationMail(parts, email))
      return { message: 'We sent a link to your inbox.' }
    }),
  ]
}

/** Logs in whoever has just registered. The account is stored by now: without a session they log in by themselves. */
export async function letInNew(parts: Parts, userId: string, caller: Caller): Promise<{ token: string } | undefined> {
  const { auth } = parts
  const response = await libraryAnswer(
    auth.api.startSession({ body: { userId }, headers: caller.headers, asResponse: true }),
  ).catch(forgo)
  if (!response) return undefined
  await letIn(parts, response, caller)
  return (await response.json()) as { token: string }
}

function forgo(error: unknown): undefined {
  if (!isRefusal(error)) throw error
}

/** Whom a link was made for. Unproven until the library has checked the signature. */
function addresseeOf(token: string): string | undefined {
  try {
    const { email } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { email?: unknown }
    return typeof email === 'string' ? email : undefined
  } catch {
    return undefined
  }
}
