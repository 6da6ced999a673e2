import { randomBytes } from 'node:crypto'
import type { Outgoing } from '../../mail/mail.ts'
import { createSigner } from '../../platform/secrets/secrets.ts'

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
    subscriberOf(token: string): string | undefined {
      const [, id = '', signature = ''] = /^(.+)\.([^.]+)$/s.exec(token) ?? []
      return isSigned(claimOf(id), signature) ? id : undefined
    },
  }
}

export function confirmationMail(to: string, link: string): Outgoing {
  const text = `Someone, most likely you, asked us to send news to this address. If you would like that, confirm it here:

${link}

The link works for ${LINK_LASTS} days. If you did not ask, ignore this email: without your confirmation we send no news.`
  return { to, subject: 'Please confirm your subscription', text }
}

/** Carries the way out, as every mail to a subscriber must: in its text, and for mail programs in its headers. */
export function welcomeMail(to: string, unsubscribe: string): Outgoing {
  const text = `Thank you. Your subscription is confirmed, and you will hear from us at this address.

To unsubscribe at any time, use this link:

${unsubscribe}`
  return { to, subject: 'Your subscription is confirmed', text, unsubscribe }
}
