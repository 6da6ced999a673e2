import { createFirstAdmin, setUpState, signIn, signOut } from '../../../contract/accounts.ts'
import { Refusal } from '../../../contract/refusal.ts'
import { user } from '../../../contract/sections/user.ts'
import { type Caller, type Handled, handled } from '../../http/http.ts'
import { createFirstAdminIn, needsFirstAdmin } from '../first-admin.ts'
import type { Parts } from '../parts.ts'
import { copyCookies } from './copy-cookies.ts'
import { toWire } from './user-handlers.ts'

/** Log in, log out, and the first admin. */
export function sessionHandlers({ database, auth, sessions, setUpLink }: Parts): Handled[] {
  const signInAs = async (body: { email: string; password: string }, caller: Caller) => {
    const response = await auth.api.signInEmail({ body, headers: caller.headers, asResponse: true })
    if (response.status === 503) throw new Refusal(503, 'Too many people are logging in right now. Please try again in a moment.')
    // One sentence for both, so that nobody learns which addresses have an account.
    if (!response.ok) throw new Refusal(401, 'The email or the password is not right.')
    copyCookies(response, caller)
    const { twoFactorRedirect } = (await response.json()) as { twoFactorRedirect?: boolean }
    return twoFactorRedirect === true
  }
  return [
    handled(signIn, async ({ body }, caller) => {
      const needsCode = await signInAs(body, caller)
      if (needsCode) return { message: 'Now enter the code of your app.', next: 'second-factor' as const }
      return { message: 'You are logged in.' }
    }),
    handled(signOut, async (_, caller) => {
      const response = await auth.api.signOut({ headers: caller.headers, asResponse: true })
      sessions.forgetOne(caller.headers)
      copyCookies(response, caller)
      return { message: 'You are logged out.' }
    }),
    handled(setUpState, async () => ({ needsAdmin: await needsFirstAdmin(database) })),
    handled(createFirstAdmin, async ({ body }, caller) => {
      const record = await createFirstAdminIn(database, auth, body)
      sessions.forget()
      // The code in it is spent: a file that cannot be removed harms nobody.
      await setUpLink.withdraw().catch(() => {})
      await signInAs({ email: record.email, password: body.password }, caller)
      return { message: user.messages.added, record: toWire(record) }
    }),
  ]
}
