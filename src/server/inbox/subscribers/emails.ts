import { randomBytes } from 'node:crypto'
import { defineEmail, type LinkInEmail } from '../../mail/mail.ts'
import { createSigner } from '../../platform/secrets/tokens-and-signatures.ts'

export const CONFIRMATION_LINK_DAYS = 7

/** Creates the paths that emails about subscriptions link to. All processes on one database share `secret`. */
export function createSubscriptionLinks(secret: string) {
  const { sign, isValidSignature } = createSigner(secret)
  const buildUnsubscribeClaim = (id: string) => `unsubscribe ${id}`
  const addToken = (path: LinkInEmail['path'], token: string) => `${path}?token=${encodeURIComponent(token)}` as const
  const hashToken = (token: string) => sign(`confirm ${token}`)

  return {
    /** Creates a new path. The database stores only its hash. */
    createConfirmationPath(): { path: LinkInEmail['path']; hash: string } {
      const token = randomBytes(32).toString('base64url')
      return { path: addToken('/confirm-subscription', token), hash: hashToken(token) }
    },

    hashToken,

    /** Returns the same path in every email to a subscriber. The database doesn't store it. */
    buildUnsubscribePath: (id: string) => addToken('/unsubscribe', `${id}.${sign(buildUnsubscribeClaim(id))}`),

    /** Returns the subscriber's id, or undefined for a token that this site didn't sign. */
    parseUnsubscribeToken(token: string): string | undefined {
      const [, id = '', signature = ''] = /^(.+)\.([^.]+)$/s.exec(token) ?? []
      return isValidSignature(buildUnsubscribeClaim(id), signature) ? id : undefined
    },
  }
}

export const buildSubscriptionConfirmationEmail = defineEmail<{ path: LinkInEmail['path'] }>({
  name: 'confirm-subscription',
  title: 'Confirm the subscription',
  audience: 'subscriber',
  sentWhen: 'Someone enters an address in the subscribe box.',
  sample: { path: '/confirm-subscription?token=sample' },
  compose: ({ path }) => ({
    subject: 'Please confirm your subscription',
    heading: 'Confirm your subscription',
    intro: ['Someone, most likely you, signed this address up for our local SEO tips.'],
    action: { label: 'Confirm the subscription', path },
    details: [
      `The link works for ${CONFIRMATION_LINK_DAYS} days. If this wasn’t you, ignore this email. We won’t send tips without your OK.`,
    ],
  }),
})

/** Has the unsubscribe link in its text and its headers (P-127). */
export const buildSubscriptionConfirmedEmail = defineEmail<{ unsubscribePath: LinkInEmail['path'] }>({
  name: 'subscription-confirmed',
  title: 'Subscription confirmed',
  audience: 'subscriber',
  sentWhen: 'A subscriber confirms the address.',
  sample: { unsubscribePath: '/unsubscribe?token=sample' },
  compose: ({ unsubscribePath }) => ({
    subject: 'Your subscription is confirmed',
    heading: 'You’re subscribed',
    intro: [
      'Thank you. You’ll get our occasional local SEO tips at this address.',
      'You can unsubscribe at any time with the link at the end of each email.',
    ],
    unsubscribe: { label: 'Unsubscribe', path: unsubscribePath },
  }),
})
