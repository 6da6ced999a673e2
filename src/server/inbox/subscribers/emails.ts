import { randomBytes } from 'node:crypto'
import type { OutgoingEmail } from '../../mail/mail.ts'
import { createSigner } from '../../platform/secrets/secrets.ts'

/** How long the link of a confirmation mail works, in days. */
export const CONFIRMATION_LINK_DAYS = 7

/** The links in mail about subscriptions; `secret` is shared by all processes on one database. */
export function createSubscriptionLinks({ origin, secret }: { origin: string; secret: string }) {
  const { sign, isValidSignature: isSigned } = createSigner(secret)
  const buildUnsubscribeClaim = (id: string) => `unsubscribe ${id}`
  const buildLink = (path: string, token: string) => `${origin}${path}?token=${encodeURIComponent(token)}`
  const hashToken = (token: string) => sign(`confirm ${token}`)

  return {
    /** A new link, and what is stored of it. */
    createConfirmationLink(): { link: string; hash: string } {
      const token = randomBytes(32).toString('base64url')
      return { link: buildLink('/confirm-subscription', token), hash: hashToken(token) }
    },

    hashOf: hashToken,

    /** The same for every mail to a subscriber, and stored nowhere. */
    buildUnsubscribeLink: (id: string): string => buildLink('/unsubscribe', `${id}.${sign(buildUnsubscribeClaim(id))}`),

    /** Whose unsubscribe link it is; undefined where we made none such. */
    parseUnsubscribeToken(token: string): string | undefined {
      const [, id = '', signature = ''] = /^(.+)\.([^.]+)$/s.exec(token) ?? []
      return isSigned(buildUnsubscribeClaim(id), signature) ? id : undefined
    },
  }
}

export function buildConfirmationEmail(to: string, link: string): OutgoingEmail {
  const text = `Someone, most likely you, asked us to send news to this address. If you would like that, confirm it here:

${link}

The link works for ${CONFIRMATION_LINK_DAYS} days. If you did not ask, ignore this email: without your confirmation we send no news.`
  return { to, subject: 'Please confirm your subscription', text }
}

/** Carries the way out, as every mail to a subscriber must: in its text, and for mail programs in its headers. */
export function buildWelcomeEmail(to: string, unsubscribeLink: string): OutgoingEmail {
  const text = `Thank you. Your subscription is confirmed, and you will hear from us at this address.

To unsubscribe at any time, use this link:

${unsubscribeLink}`
  return { to, subject: 'Your subscription is confirmed', text, unsubscribe: unsubscribeLink }
}
