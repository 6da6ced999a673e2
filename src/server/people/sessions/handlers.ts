import { signIn, signOut } from '../../../contract/people/accounts.ts'
import { librarySession, librarySignIn, librarySignOut } from '../../../contract/people/better-auth.ts'
import { endOtherSessions, endSession, ownSessions } from '../../../contract/people/sessions.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import { deviceOf } from './device.ts'
import type { Sessions } from './sessions.ts'

/** Log in, log out, and where the own account is logged in; the library's paths for it beside ours. */
export function sessionHandlers(sessions: Sessions): Handled[] {
  return [
    handled(signIn, async ({ body }, caller) => {
      const entered = await sessions.logIn(body, caller)
      if (!entered) return { message: 'Now enter the code of your app.', next: 'second-factor' as const }
      return { message: 'You are logged in.' }
    }),
    handled(signOut, async (_, caller) => {
      await sessions.logOut(caller)
      return { message: 'You are logged out.' }
    }),
    handled(ownSessions, async (_, { person: { userId, sessionId } }) => {
      const all = await sessions.list(userId)
      return all
        .map(({ id, userAgent, ...rest }) => ({ _id: id, device: deviceOf(userAgent), ...rest, isThis: id === sessionId }))
        .sort((one, other) => Number(other.isThis) - Number(one.isThis) || other.lastSeenAt - one.lastSeenAt)
    }),
    handled(endSession, async ({ body: { id } }, { person }) => {
      await sessions.end(person, id)
      return { message: 'The device was logged out.' }
    }),
    handled(endOtherSessions, async (_, { person }) => {
      const count = await sessions.endOthers(person)
      if (count === 0) return { message: 'No other device is logged in.' }
      return { message: count === 1 ? 'The other device was logged out.' : `${count} other devices were logged out.` }
    }),
    handled(librarySignIn, async ({ body: { email, password, rememberMe } }, caller) => {
      const entered = await sessions.logIn({ email, password, rememberMe }, caller)
      return entered ? { ...entered, redirect: false as const } : { twoFactorRedirect: true as const }
    }),
    handled(librarySignOut, async (_, caller) => {
      await sessions.logOut(caller)
      return { success: true as const }
    }),
    handled(librarySession, async (_, caller) => sessions.asLibrary(caller)),
  ]
}
