import { providerCallback } from '../../../contract/people/better-auth.ts'
import { startProviderSignIn } from '../../../contract/people/provider.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { IdentityProvider } from './identity-provider.ts'

/** Log in with the identity provider: the way there, and the way back. */
export function identityProviderHandlers(identityProvider: IdentityProvider): Handled[] {
  return [
    handled(startProviderSignIn, async ({ body: { from } }, caller) => ({ url: await identityProvider.begin(from, caller) })),
    handled(providerCallback, async ({ params: { id }, query }, caller) => ({
      location: await identityProvider.finish({ id, query }, caller),
    })),
  ]
}
