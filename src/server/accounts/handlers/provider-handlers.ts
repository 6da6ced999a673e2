import { startProviderSignIn } from '../../../contract/provider.ts'
import { Refusal } from '../../../contract/refusal.ts'
import type { Config } from '../../config.ts'
import { type Handled, handled } from '../../http/http.ts'
import type { Auth } from '../auth.ts'
import { copyCookies } from '../library.ts'
import { providerIdOf } from '../provider/identity-provider.ts'

/** Log in with the identity provider: where to send the browser, and the cookie that ties the answer to it. */
export function providerHandlers(auth: Auth, { provider, origins: [origin] }: Pick<Config, 'provider' | 'origins'>): Handled[] {
  return [
    handled(startProviderSignIn, async ({ body: { from } }, caller) => {
      if (!provider) throw new Refusal(404, 'Join With Google is not set up on this site yet.')
      const page = pageOf(origin, from)
      const login = new URL('/login', origin)
      if (page) login.searchParams.set('from', page)
      const response = await auth.api.signInSocial({
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
      return { url }
    }),
  ]
}

/** Read as a browser reads it, so that both agree on whether it is a page of ours. */
function pageOf(origin: string, from: string | undefined): string | undefined {
  if (!from?.startsWith('/') || from.length > 2_000) return undefined
  const url = URL.parse(from, origin)
  return url?.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}
