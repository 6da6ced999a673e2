import { UserError } from '#contract/core/user-error.ts'
import { getJwksEndpoint } from '#contract/people/better-auth-endpoints.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { TokenSyncModule } from './token-sync.ts'

export function createJwksHandlers(tokenSync: TokenSyncModule): EndpointHandler[] {
  return [
    defineHandler(getJwksEndpoint, async () => {
      const keys = await tokenSync.getPublicKeys()
      if (!keys) throw new UserError(404, 'There are no ID tokens on this site.')
      return keys
    }),
  ]
}
