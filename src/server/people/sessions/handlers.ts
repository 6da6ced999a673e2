import { signInEndpoint, signOutEndpoint } from '#contract/people/authentication.ts'
import {
  betterAuthSignInEndpoint,
  betterAuthSignOutEndpoint,
  getBetterAuthSessionEndpoint,
} from '#contract/people/better-auth-endpoints.ts'
import { endOtherSessionsEndpoint, endSessionEndpoint, listOwnSessionsEndpoint } from '#contract/people/own-account-security.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import { getDeviceName } from './device-name.ts'
import type { SessionsModule } from './sessions.ts'

/** Includes the paths of the authentication library's clients (P-160). */
export function createLogInAndSessionHandlers(sessions: SessionsModule): EndpointHandler[] {
  return [
    defineHandler(signInEndpoint, async ({ body }, caller) => {
      const signInReply = await sessions.logIn(body, caller)
      if (!signInReply) return { message: 'Now enter the code from your app.', next: 'second-factor' as const }
      return { message: 'You’re logged in.' }
    }),
    defineHandler(signOutEndpoint, async (_, caller) => {
      await sessions.logOut(caller)
      return { message: 'You’re logged out.' }
    }),
    defineHandler(listOwnSessionsEndpoint, async (_, { person: { userId, sessionId } }) => {
      const sessionList = await sessions.list(userId)
      return sessionList
        .map(({ id, userAgent, ...rest }) => ({ _id: id, device: getDeviceName(userAgent), ...rest, isThis: id === sessionId }))
        .sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.lastSeenAt - a.lastSeenAt)
    }),
    defineHandler(endSessionEndpoint, async ({ body: { id } }, { person }) => {
      await sessions.end(person, id)
      return { message: 'The device was logged out.' }
    }),
    defineHandler(endOtherSessionsEndpoint, async (_, { person }) => {
      const count = await sessions.endOthers(person)
      if (count === 0) return { message: 'No other device is logged in.' }
      return { message: count === 1 ? 'The other device was logged out.' : `${count} other devices were logged out.` }
    }),
    defineHandler(betterAuthSignInEndpoint, async ({ body: { email, password, rememberMe } }, caller) => {
      const signInReply = await sessions.logIn({ email, password, rememberMe }, caller)
      return signInReply ? { ...signInReply, redirect: false as const } : { twoFactorRedirect: true as const }
    }),
    defineHandler(betterAuthSignOutEndpoint, async (_, caller) => {
      await sessions.logOut(caller)
      return { success: true as const }
    }),
    defineHandler(getBetterAuthSessionEndpoint, async (_, caller) => sessions.readAsBetterAuth(caller)),
  ]
}
