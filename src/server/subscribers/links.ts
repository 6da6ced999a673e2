import { randomBytes } from 'node:crypto'
import { createSigner } from '../secrets/signature.ts'

/** How long the link of a confirmation mail works, in days. */
export const LINK_LASTS = 7

/** The links in mail about subscriptions; `secret` is shared by all processes on one database. */
export function createLinks({ origin, secret }: { origin: string; secret: string }) {
  const { sign, isSigned } = createSigner(secret)
  const claimOf = (id: string) => `unsubscribe ${id}`
  const addressOf = (path: string, token: string) => `${origin}${path}?token=${encodeURIComponent(token)}`
  const hashOf = (token: string) => sign(`confirm ${token}`)

  return {
    /** A new link, and what is stored of it. */
    confirmation(): { link: string; hash: string } {
      const token = randomBytes(32).toString('base64url')
      return { link: addressOf('/confirm-subscription', token), hash: hashOf(token) }
    },

    hashOf,

    /** The same for every mail to a subscriber, and stored nowhere. */
    unsubscribe: (id: string): string => addressOf('/unsubscribe', `${id}.${sign(claimOf(id))}`),

    /** Whose unsubscribe link it is; undefined where we made none such. */
    leaverOf(token: string): string | undefined {
      const [, id = '', signature = ''] = /^(.+)\.([^.]+)$/s.exec(token) ?? []
      return isSigned(claimOf(id), signature) ? id : undefined
    },
  }
}
