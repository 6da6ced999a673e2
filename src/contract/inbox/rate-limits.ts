import { HOUR, type RateLimit } from '../core/rate-limit.ts'

export const inboxRateLimits = {
  subscription: {
    address: { maxAttempts: 10, seconds: HOUR },
    siteWideLimit: { hour: 200, day: 1_000, of: 'subscriptions', page: '/all-subscriber' },
  },
  message: {
    address: { maxAttempts: 10, seconds: HOUR },
    siteWideLimit: { hour: 120, day: 600, of: 'messages', page: '/all-messages' },
  },
  /**
   * Emails that thank a visitor for a message. A message beyond the limit is stored without one. So a form filled with
   * other people's addresses sends little, and none of the visitor's own text.
   */
  acknowledgment: {
    address: { maxAttempts: 3, seconds: 24 * HOUR },
    account: { by: 'email', maxAttempts: 1, seconds: 24 * HOUR },
    siteWideLimit: { hour: 30, day: 120, of: 'acknowledgments', page: '/all-messages' },
  },
} satisfies Record<string, RateLimit>
