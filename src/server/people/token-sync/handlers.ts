import { UserError } from '../../../contract/core/user-error.ts'
import { getSigningKeysEndpoint } from '../../../contract/people/better-auth.ts'
import { defineHandler, type EndpointHandler } from '../../platform/http/register-api.ts'
import type { TokenSyncModule } from './token-sync.ts'

export function createSigningKeyHandlers(tokenSync: TokenSyncModule): EndpointHandler[] {
  return [
    defineHandler(getSigningKeysEndpoint, async () => {
      const keys = await tokenSync.getPublicKeys()
      if (!keys) throw new UserError(404, 'There are no ID tokens on this site.')
      return keys
    }),
  ]
}
