import { UserError } from '#contract/core/user-error.ts'
import { startIdentityProviderSignInEndpoint } from '#contract/people/authentication.ts'
import { identityProviderCallbackEndpoint } from '#contract/people/better-auth-endpoints.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { isSameOriginLocation } from '#platform/http/same-origin.ts'
import type { ServerModule } from '#platform/module.ts'
import type { Config } from '../../config/config.ts'
import { type Auth, awaitAuthLibraryResponse, copySetCookiesToReply } from '../auth/auth.ts'
import type { SessionsModule } from '../sessions/sessions.ts'
import { deriveIdentityProviderId } from './callback-url.ts'

export { buildIdentityProviderCallbackUrl } from './callback-url.ts'

type Dependencies = { auth: Auth; sessions: Pick<SessionsModule, 'completeSignIn'>; config: Pick<Config, 'provider' | 'origins'> }

/** Creates the module for "Join With Google" (docs/decisions/0009). Without a provider, its calls answer 404. */
export function createIdentityProviderModule({ auth, sessions, config: { provider, origins } }: Dependencies) {
  const [origin] = origins
  const handlers = [
    // Sets the cookie that ties the callback to this browser. `from` is the page after the sign-in.
    defineHandler(startIdentityProviderSignInEndpoint, async ({ body: { from } }, caller) => {
      if (!provider) throw new UserError(404, 'Join With Google isn’t set up on this site yet.')
      const returnPath = parseReturnPath(origin, from)
      const login = new URL('/login', origin)
      if (returnPath) login.searchParams.set('from', returnPath)
      const { api } = await auth.library()
      const response = await api.signInSocial({
        body: {
          provider: deriveIdentityProviderId(provider.issuer),
          callbackURL: new URL(returnPath ?? '/dashboard', origin).href,
          errorCallbackURL: login.href,
          disableRedirect: true,
        },
        headers: caller.headers,
        asResponse: true,
      })
      if (response.status === 503)
        throw new UserError(503, 'We can’t reach the identity provider. Please try again in a few minutes.')
      const { url } = (await response.json()) as { url?: string }
      if (!url) throw new Error(`The authentication library did not start the sign-in (status ${response.status}).`)
      copySetCookiesToReply(response, caller)
      return { url }
    }),

    defineHandler(identityProviderCallbackEndpoint, async ({ params: { id }, query }, caller) => {
      if (!provider) throw new UserError(404, 'This site has no identity provider.')
      const callbackUrl = new URL(`/api/auth/callback/${encodeURIComponent(id)}`, origin)
      for (const [name, value] of Object.entries(query)) if (value !== undefined) callbackUrl.searchParams.set(name, value)
      const { handler } = await auth.library()
      const response = await awaitAuthLibraryResponse(handler(new Request(callbackUrl, { headers: caller.headers })))
      const location = response.headers.get('location')
      if (location === null || !isSameOriginLocation(location, origins))
        throw new UserError(400, 'This link leads to another site.')
      await sessions.completeSignIn(response, caller)
      return { location }
    }),
  ]
  return { name: 'people/identity-provider', handlers } satisfies ServerModule
}

/** Parses the URL like a browser, so that both agree whether it leads to this site. */
function parseReturnPath(origin: string, from: string | undefined): string | undefined {
  if (!from?.startsWith('/') || from.length > 2_000) return undefined
  const url = URL.parse(from, origin)
  return url?.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}
