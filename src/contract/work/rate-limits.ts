import { HOUR, type RateLimit } from '../core/rate-limit.ts'

export const workRateLimits = {
  /** Each burst of messages sends an email. */
  orderMessage: { address: { maxAttempts: 240, seconds: HOUR }, account: { by: 'session', maxAttempts: 120, seconds: HOUR } },
  /** An answer to a draft can send an email to every admin. */
  draftAnswer: { address: { maxAttempts: 120, seconds: HOUR }, account: { by: 'session', maxAttempts: 60, seconds: HOUR } },
  /** Files that people add to orders. The database keeps each. */
  orderFile: {
    address: { maxAttempts: 400, seconds: 24 * HOUR },
    account: { by: 'session', maxAttempts: 200, seconds: 24 * HOUR },
  },
} satisfies Record<string, RateLimit>
