import { identityProviderCallback } from '../../../contract/people/better-auth.ts'
import { startIdentityProviderSignIn } from '../../../contract/people/identity-provider.ts'
import { defineHandler, type EndpointHandler } from '../../platform/http/register-api.ts'
import type { IdentityProvider } from './identity-provider.ts'

export function identityProviderHandlers(identityProvider: IdentityProvider): EndpointHandler[] {
  return [
    defineHandler(startIdentityProviderSignIn, async ({ body: { from } }, caller) => ({
      url: await identityProvider.startSignIn(from, caller),
    })),
    defineHandler(identityProviderCallback, async ({ params: { id }, query }, caller) => ({
      location: await identityProvider.finishSignIn({ id, query }, caller),
    })),
  ]
}
