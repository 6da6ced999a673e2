import {
  libraryPasswordReset,
  librarySession,
  librarySignIn,
  librarySignOut,
  librarySignUp,
  providerCallback,
  signingKeys,
} from '../../../contract/better-auth.ts'
import { Refusal } from '../../../contract/refusal.ts'
import { type Handled, handled } from '../../http/http.ts'
import { isOwnAddress } from '../../http/own-address.ts'
import { letIn, libraryAnswer } from '../library.ts'
import type { Parts } from '../parts.ts'
import { registerAccount } from '../registration.ts'
import { letInNew } from './registration-handlers.ts'
import { enter, leave } from './session-handlers.ts'

/** The library's own answer; the same whoever asks. */
const ASKED = 'If this email exists in our system, check your email for the reset link'

/** The paths of the authentication library that its clients may use: the same work as our own calls, in its words. */
export function libraryHandlers(parts: Parts): Handled[] {
  const { auth, config, passwordReset } = parts
  return [
    handled(librarySignUp, async ({ body: { name, email, password } }, caller) => {
      const id = await registerAccount(parts, { email, name, password })
      const session = id ? await letInNew(parts, id, caller) : undefined
      const now = new Date().toISOString()
      // For a known address it names an account that does not exist.
      const user = { id: id ?? crypto.randomUUID(), email: email.toLowerCase(), emailVerified: false, name: name || email }
      return { token: session?.token ?? null, user: { ...user, image: null, createdAt: now, updatedAt: now } }
    }),
    handled(librarySignIn, async ({ body: { email, password, rememberMe } }, caller) => {
      const entered = await enter(parts, { email, password, rememberMe }, caller)
      return entered ? { ...entered, redirect: false as const } : { twoFactorRedirect: true as const }
    }),
    handled(librarySignOut, async (_, caller) => {
      await leave(parts, caller)
      return { success: true as const }
    }),
    handled(librarySession, async (_, { headers }) => {
      const response = await libraryAnswer(auth.api.getSession({ headers, asResponse: true }))
      return response.json()
    }),
    handled(libraryPasswordReset, async ({ body: { email } }) => {
      await passwordReset.ask(email)
      return { status: true as const, message: ASKED }
    }),
    handled(providerCallback, async ({ params, query }, caller) => {
      if (!config.provider) throw new Refusal(404, 'There is no identity provider.')
      const [origin] = config.origins
      const address = new URL(`/api/auth/callback/${encodeURIComponent(params.id)}`, origin)
      for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value)
      const response = await libraryAnswer(auth.handler(new Request(address, { headers: caller.headers })))
      const location = response.headers.get('location')
      if (location === null || !isOwnAddress(location, config.origins)) {
        throw new Refusal(400, 'This link leads to another site.')
      }
      await letIn(parts, response, caller)
      return { location }
    }),
    handled(signingKeys, async () => {
      if (!('getJwks' in auth.api)) throw new Refusal(404, 'There are no ID tokens on this site.')
      return auth.api.getJwks()
    }),
  ]
}
