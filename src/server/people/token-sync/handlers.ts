import { Refusal } from '../../../contract/grammar/refusal.ts'
import { signingKeys } from '../../../contract/people/better-auth.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { TokenSync } from './token-sync.ts'

/** The keys that prove the ID tokens of this site, where the authentication library has them. */
export function tokenSyncHandlers(tokenSync: TokenSync): Handled[] {
  return [
    handled(signingKeys, async () => {
      const keys = await tokenSync.publicKeys()
      if (!keys) throw new Refusal(404, 'There are no ID tokens on this site.')
      return keys
    }),
  ]
}
