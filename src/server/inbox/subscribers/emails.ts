import { defineEmail, type LinkInEmail } from '../../mail/mail.ts'
import { CONFIRMATION_LINK_DAYS } from './subscription-links.ts'

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
