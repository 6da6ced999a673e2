import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { Config } from '../../config/config.ts'
import type { Caller, Handled } from '../../platform/http/http.ts'
import { isSameOriginAddress } from '../../platform/http/same-origin.ts'
import type { Api, Module } from '../../platform/module.ts'
import { type Auth, copyCookies, libraryAnswer } from '../auth/auth.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { providerIdOf } from './discovery.ts'
import { identityProviderHandlers } from './handlers.ts'

export { callbackAddress } from './discovery.ts'

export type IdentityProvider = Api<typeof createIdentityProvider>

type Parts = { auth: Auth; sessions: Pick<Sessions, 'letIn'>; config: Pick<Config, 'provider' | 'origins'> }

/** What came back from the provider, by the browser. */
type Callback = { id: string; query: Record<string, string | undefined> }

/** "Join With Google", where an identity provider is set up (docs/decisions/0010). */
export function createIdentityProvider({ auth, sessions, config: { provider, origins } }: Parts) {
  const [origin] = origins
  const identityProvider = {
    /** Where to send the browser, with the cookie that ties the answer to it. `from`: the page to go to afterwards. */
    async begin(from: string | undefined, caller: Caller): Promise<string> {
      if (!provider) throw new Refusal(404, 'Join With Google is not set up on this site yet.')
      const page = pageOf(origin, from)
      const login = new URL('/login', origin)
      if (page) login.searchParams.set('from', page)
      const { api } = await auth.library()
      const response = await api.signInSocial({
        body: {
          provider: providerIdOf(provider.issuer),
          callbackURL: new URL(page ?? '/dashboard', origin).href,
          errorCallbackURL: login.href,
          disableRedirect: true,
        },
        headers: caller.headers,
        asResponse: true,
      })
      if (response.status === 503)
        throw new Refusal(503, 'The identity provider cannot be reached. Please try again in a few minutes.')
      const { url } = (await response.json()) as { url?: string }
      if (!url) throw new Error(`A sign-in with the identity provider could not be begun (${response.status}).`)
      copyCookies(response, caller)
      return url
    },

    /** Lets in whoever comes back with a right answer of the provider; answers where to send the browser. */
    async finish({ id, query }: Callback, caller: Caller): Promise<string> {
      if (!provider) throw new Refusal(404, 'There is no identity provider.')
      const address = new URL(`/api/auth/callback/${encodeURIComponent(id)}`, origin)
      for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value)
      const { handler } = await auth.library()
      const response = await libraryAnswer(handler(new Request(address, { headers: caller.headers })))
      const location = response.headers.get('location')
      if (location === null || !isSameOriginAddress(location, origins)) throw new Refusal(400, 'This link leads to another site.')
      await sessions.letIn(response, caller)
      return location
    },
  }
  return {
    ...identityProvider,
    name: 'people/identity-provider',
    handlers: (): Handled[] => identityProviderHandlers(identityProvider),
  } satisfies Module
}

/** Read as a browser reads it, so that both agree on whether it is a page of ours. */
function pageOf(origin: string, from: string | undefined): string | undefined {
  if (!from?.startsWith('/') || from.length > 2_000) return undefined
  const url = URL.parse(from, origin)
  return url?.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}
