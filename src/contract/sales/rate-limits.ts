import { HOUR, MINUTE, type RateLimit } from '../core/rate-limit.ts'

export const salesRateLimits = {
  /** Each order sends emails. A business orders a few times a year. */
  order: { address: { maxAttempts: 60, seconds: HOUR }, account: { by: 'session', maxAttempts: 30, seconds: HOUR } },
  /** Each view of a payment page counts. */
  payment: { address: { maxAttempts: 300, seconds: HOUR }, account: { by: 'session', maxAttempts: 150, seconds: HOUR } },
  /** Allows bursts from a payment provider, which repeats a refused notice. One address can send at most 20 MB. */
  paymentNotice: { address: { maxAttempts: 300, seconds: 5 * MINUTE } },
  /** Each invoice is rendered in a child process. */
  invoice: { address: { maxAttempts: 600, seconds: HOUR }, account: { by: 'session', maxAttempts: 300, seconds: HOUR } },
} satisfies Record<string, RateLimit>
