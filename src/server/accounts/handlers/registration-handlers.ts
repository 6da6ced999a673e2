import { register } from '../../../contract/accounts.ts'
import { resendVerification, verifyEmail } from '../../../contract/passwords.ts'
import { Refusal } from '../../../contract/refusal.ts'
import { type Handled, handled } from '../../http/http.ts'
import type { Parts } from '../parts.ts'
import { copyCookies } from './copy-cookies.ts'

const REGISTERED = 'Thank you. We sent you a mail: please look into your inbox.'
const STALE = 'This link has expired or is not complete. Ask for a new one.'

/** Joining, and proving that the address is one's own. */
export function registrationHandlers({ auth, sessions }: Parts): Handled[] {
  return [
    handled(register, async ({ body }, caller) => {
      const response = await auth.api.signUpEmail({
        body: { name: body.email, ...body },
        headers: caller.headers,
        asResponse: true,
      })
      if (!response.ok) {
        const { internalAdapter } = await auth.$context
        // Two registrations of one address at the same time: the slower one is told what everybody is told.
        if (!(await internalAdapter.findUserByEmail(body.email))) throw refusalOf(response)
      }
      copyCookies(response, caller)
      return { message: REGISTERED }
    }),
    handled(verifyEmail, async ({ body: { token } }, { headers, session: { viewer } }) => {
      const email = addresseeOf(token)
      // Only with the account's own session: else a link mailed for an account that a stranger made would confirm it for them.
      if (email && viewer.kind !== 'visitor' && email !== viewer.email.toLowerCase()) {
        throw new Refusal(409, 'This link was mailed to another address. Log in with the account that it belongs to.')
      }
      const response = await auth.api.verifyEmail({ query: { token }, headers, asResponse: true })
      if (!response.ok) throw new Refusal(400, STALE)
      sessions.forget()
      return { message: 'Your email address is confirmed.' }
    }),
    handled(resendVerification, async (_, { headers, session: { viewer } }) => {
      if (viewer.kind === 'visitor') throw new Refusal(401, 'Please log in to do this.')
      const response = await auth.api.sendVerificationEmail({ body: { email: viewer.email }, headers, asResponse: true })
      return { message: response.ok ? 'We sent a link to your inbox.' : 'Your email address is confirmed already.' }
    }),
  ]
}

function refusalOf({ status }: Response): Refusal {
  if (status >= 500 || status === 422)
    return new Refusal(503, 'Your account could not be made right now. Please try again in a moment.')
  return new Refusal(400, 'One field needs your attention.', { email: 'Provide a Valid Email' })
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
