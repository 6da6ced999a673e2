import { contentRateLimits } from './content/rate-limits.ts'
import { inboxRateLimits } from './inbox/rate-limits.ts'
import { peopleRateLimits } from './people/rate-limits.ts'
import { salesRateLimits } from './sales/rate-limits.ts'
import { workRateLimits } from './work/rate-limits.ts'

/** The limits of all areas, by the names that endpoints declare. */
export const rateLimits = {
  ...contentRateLimits,
  ...inboxRateLimits,
  ...peopleRateLimits,
  ...salesRateLimits,
  ...workRateLimits,
}

export type RateLimitName = keyof typeof rateLimits
