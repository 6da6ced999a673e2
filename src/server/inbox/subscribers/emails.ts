import { randomBytes } from 'node:crypto'
import type { OutgoingEmail } from '../../mail/mail.ts'
import { createSigner } from '../../platform/secrets/secrets.ts'

export const CONFIRMATION_LINK_DAYS = 7

/** Creates the links in emails about subscriptions. All processes on one database share `secret`. */
export function createSubscriptionLinks({ origin, secret }: { origin: string; secret: string }) {
  const { sign, isValidSignature } = createSigner(secret)
  const buildUnsubscribeClaim = (id: string) => `unsubscribe ${id}`
  const buildLink = (path: string, token: string) => `${origin}${path}?token=${encodeURIComponent(token)}`
  const hashToken = (token: string) => sign(`confirm ${token}`)

  return {
    /** Creates a new link. The database stores only its hash. */
    createConfirmationLink(): { link: string; hash: string } {
      const token = randomBytes(32).toString('base64url')
      return { link: buildLink('/confirm-subscription', token), hash: hashToken(token) }
    },

    hashToken,

    /** Returns the same link in every email to a subscriber. The database doesn't store it. */
    buildUnsubscribeLink: (id: string): string => buildLink('/unsubscribe', `${id}.${sign(buildUnsubscribeClaim(id))}`),

    /** Returns the subscriber's id, or undefined for a token that this site didn't sign. */
    parseUnsubscribeToken(token: string): string | undefined {
      const [, id = '', signature = ''] = /^(.+)\.([^.]+)$/s.exec(token) ?? []
      return isValidSignature(buildUnsubscribeClaim(id), signature) ? id : undefined
    },
  }
}

export function buildConfirmationEmail(to: string, link: string): OutgoingEmail {
  const text = `Someone, most likely you, asked us to send news to this address. If you would like that, confirm it here:

${link}

The link works for ${CONFIRMATION_LINK_DAYS} days. If you did not ask, ignore this email: without your confirmation we send no news.`
  return { to, subject: 'Please confirm your subscription', text }
}

/** Builds an email with the unsubscribe link in its text and its headers (P-127). */
export function buildWelcomeEmail(to: string, unsubscribeLink: string): OutgoingEmail {
  const text = `Thank you. Your subscription is confirmed, and you will hear from us at this address.

To unsubscribe at any time, use this link:

${unsubscribeLink}`
  return { to, subject: 'Your subscription is confirmed', text, unsubscribe: unsubscribeLink }
}
