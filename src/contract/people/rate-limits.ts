import { HOUR, MINUTE, type RateLimit } from '../core/rate-limit.ts'

export const peopleRateLimits = {
  /** Guesses at one account: 4 at once, the 10th after 160 s, then none until half an hour is over. */
  signIn: {
    address: { maxAttempts: 30, seconds: 15 * MINUTE },
    account: { by: 'email', maxAttempts: 10, seconds: 30 * MINUTE, backoff: { freeAttempts: 4, firstPauseSeconds: 5 } },
    ignoresSuccess: true,
    allAttempts: { maxAttempts: 100, seconds: 15 * MINUTE },
  },
  /** The second factor itself counts wrong codes per account. */
  secondFactor: { address: { maxAttempts: 20, seconds: 15 * MINUTE }, ignoresSuccess: true },
  /** Password confirmations of a signed-in person. */
  ownPassword: {
    address: { maxAttempts: 30, seconds: 15 * MINUTE },
    account: { by: 'session', maxAttempts: 10, seconds: 30 * MINUTE, backoff: { freeAttempts: 4, firstPauseSeconds: 5 } },
    ignoresSuccess: true,
    allAttempts: { maxAttempts: 100, seconds: 15 * MINUTE },
  },
  /**
   * There is no limit per email, because strangers could use it up. They can cause at most one email an hour to an
   * address with an account (`REPEATED_EMAIL_INTERVAL_SECONDS`).
   */
  registration: {
    address: { maxAttempts: 10, seconds: HOUR },
    siteWideLimit: { hour: 200, day: 1_000, of: 'registrations', page: '/audit-log' },
  },
  /** It stores nothing for long, so it has no site-wide limit. Strangers could use one up and lock out every customer. */
  passwordReset: { address: { maxAttempts: 10, seconds: HOUR } },
  ownMail: { address: { maxAttempts: 10, seconds: HOUR }, account: { by: 'session', maxAttempts: 5, seconds: HOUR } },
  /** Each request emails an address that may be a stranger's. */
  emailChange: { address: { maxAttempts: 10, seconds: HOUR }, account: { by: 'session', maxAttempts: 5, seconds: HOUR } },
  mailedLink: { address: { maxAttempts: 20, seconds: HOUR } },
  firstAdmin: { address: { maxAttempts: 10, seconds: 15 * MINUTE } },
  /** Each call queries the identity provider. The site deletes what it stores within minutes. */
  providerSignIn: { address: { maxAttempts: 30, seconds: 15 * MINUTE } },
  adminUser: { address: { maxAttempts: 60, seconds: HOUR }, account: { by: 'session', maxAttempts: 60, seconds: HOUR } },
  /** Other changes of an account. */
  ownAccount: { address: { maxAttempts: 120, seconds: 15 * MINUTE } },
} satisfies Record<string, RateLimit>
