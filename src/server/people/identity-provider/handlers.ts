import { identityProviderCallbackEndpoint } from '#contract/people/better-auth-endpoints.ts'
import { startIdentityProviderSignInEndpoint } from '#contract/people/start-identity-provider-sign-in.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { IdentityProviderModule } from './identity-provider.ts'

export function createIdentityProviderHandlers(identityProvider: IdentityProviderModule): EndpointHandler[] {
  return [
    defineHandler(startIdentityProviderSignInEndpoint, async ({ body: { from } }, caller) => ({
      url: await identityProvider.startSignIn(from, caller),
    })),
    defineHandler(identityProviderCallbackEndpoint, async ({ params: { id }, query }, caller) => ({
      location: await identityProvider.finishSignIn({ id, query }, caller),
    })),
  ]
}
