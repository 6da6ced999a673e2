import { createFirstAdmin, setUpState, signIn, signOut } from '../../../contract/accounts.ts'
import { Refusal } from '../../../contract/refusal.ts'
import { user } from '../../../contract/sections/user.ts'
import { type Caller, type Handled, handled } from '../../http/http.ts'
import { createFirstAdminIn, needsFirstAdmin } from '../first-admin.ts'
import { copyCookies, letIn, libraryAnswer } from '../library.ts'
import { deleteSession } from '../own-sessions/store.ts'
import type { Parts } from '../parts.ts'
import { toWire } from './user-handlers.ts'

/** Log in, log out, and the first admin. */
export function sessionHandlers(parts: Parts): Handled[] {
  const { database, sessions, hash, setUpLink } = parts
  return [
    handled(signIn, async ({ body }, caller) => {
      const entered = await enter(parts, body, caller)
      if (!entered) return { message: 'Now enter the code of your app.', next: 'second-factor' as const }
      return { message: 'You are logged in.' }
    }),
    handled(signOut, async (_, caller) => {
      await leave(parts, caller)
      return { message: 'You are logged out.' }
    }),
    handled(setUpState, async () => ({ needsAdmin: await needsFirstAdmin(database) })),
    handled(createFirstAdmin, async ({ body }, caller) => {
      const record = await createFirstAdminIn(database, hash, body)
      sessions.forget()
      // The code in it is spent: a file that cannot be removed harms nobody.
      await setUpLink.withdraw().catch(() => {})
      await enter(parts, { email: record.email, password: body.password }, caller)
      return { message: user.messages.added, record: toWire(record) }
    }),
  ]
}

type Credentials = { email: string; password: string; rememberMe?: boolean }

/** Logs in; answers the library's reply, or undefined where the second step is still to come. Throws a 401 for a wrong password. */
export async function enter(parts: Parts, body: Credentials, caller: Caller): Promise<Entered | undefined> {
  const { auth } = parts
  const response = await libraryAnswer(auth.api.signInEmail({ body, headers: caller.headers, asResponse: true }))
  // One sentence for both, so that nobody learns which addresses have an account.
  if (!response.ok) throw new Refusal(401, 'The email or the password is not right.')
  const reply = (await response.json()) as Entered | { twoFactorRedirect: true }
  if (!('twoFactorRedirect' in reply)) {
    await letIn(parts, response, caller)
    return reply
  }
  copyCookies(response, caller)
  return undefined
}

type Person = {
  id: string
  email: string
  emailVerified: boolean
  name: string
  image: string | null
  createdAt: string
  updatedAt: string
}
type Entered = { token: string; user: Person }

/**
 * Ends the session of a request. Its row goes by our own hand and first: the library clears the cookie even
 * where it could not delete the row, and whoever has a copy of the cookie would stay logged in.
 */
export async function leave({ database, auth, sessions, tokenSync }: Parts, caller: Caller): Promise<void> {
  const { person } = caller.session
  if (person) await database.write((tx) => deleteSession(tx, person.userId, person.sessionId))
  sessions.forgetOne(caller.headers)
  copyCookies(await libraryAnswer(auth.api.signOut({ headers: caller.headers, asResponse: true })), caller)
  if (person) tokenSync?.signedOut()
}
