import { HOUR, type RateLimit } from '../core/rate-limit.ts'

export const contentRateLimits = {
  /** Each image is encoded in a child process. */
  media: { address: { maxAttempts: 600, seconds: HOUR }, account: { by: 'session', maxAttempts: 300, seconds: HOUR } },
  /** Each call reads or writes all content. */
  transfer: { address: { maxAttempts: 60, seconds: HOUR }, account: { by: 'session', maxAttempts: 60, seconds: HOUR } },
} satisfies Record<string, RateLimit>
