import { randomBytes } from 'node:crypto'
import { createSignedIds, createSigner } from '#platform/secrets/tokens.ts'
import type { LinkInEmail } from '../../mail/mail.ts'

export const CONFIRMATION_LINK_DAYS = 7

/** Creates the paths that emails about subscriptions link to. All processes on one database share `secret`. */
export function createSubscriptionLinks(secret: string) {
  const { sign } = createSigner(secret)
  const { buildToken, parseToken } = createSignedIds(secret, 'unsubscribe')
  const addToken = (path: LinkInEmail['path'], token: string) => `${path}?token=${encodeURIComponent(token)}` as const
  const hashToken = (token: string) => sign(`confirm ${token}`)

  return {
    /** Creates a new path. The database stores only its hash. */
    createConfirmationPath(): { path: LinkInEmail['path']; hash: string } {
      const token = randomBytes(32).toString('base64url')
      return { path: addToken('/confirm-subscription', token), hash: hashToken(token) }
    },

    hashToken,

    /** Returns the same path in every email to a subscriber. */
    buildUnsubscribePath: (id: string) => addToken('/unsubscribe', buildToken(id)),

    /** Returns the subscriber's id, or undefined for a token that this site didn't sign. */
    parseUnsubscribeToken: parseToken,
  }
}
