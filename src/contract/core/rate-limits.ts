/** At most `most` attempts in a window of `seconds`, which begins with the first. */
type AttemptLimit = { maxAttempts: number; seconds: number }

/**
 * How often something may be tried from one address and, where somebody could be the target of many
 * addresses, for one account (docs/decisions/0011). Declared on an endpoint, counted in the database.
 */
export type RateLimit = {
  address: AttemptLimit
  /** `by`: the field of the body that names the account, or `session` for whoever is signed in. */
  account?: AttemptLimit & { by: 'email' | 'session'; backoff?: Backoff }
  /** The limit of all logged-out visitors together, for calls that store something for anyone. */
  ceiling?: Ceiling
  /**
   * Guesses at a secret. A success is not counted and clears the account's count. A browser in which the owner has logged
   * in before has a count of its own and isn't counted by IP address.
   */
  ignoresSuccess?: true
}

/** How many calls the site accepts in an hour and in a day. */
export type Ceiling = {
  hour: number
  day: number
  /** What is counted, such as "messages", and the admin page that lists it. */
  of: string
  page: string
}

/** How many times the limit of one address the /56 and the /48 of an IPv6 address get. */
export const IPV6_NETWORK_FACTORS = [2, 4] as const

/** After `free` attempts the next is due `firstPause` seconds after the window's first, the one after it twice as late, and so on. */
type Backoff = { freeAttempts: number; firstPauseSeconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE

export const rateLimits = {
  /** Guesses at one account: 4 at once, the 10th after 160 s, no more until half an hour is over. */
  signIn: {
    address: { maxAttempts: 30, seconds: 15 * MINUTE },
    account: { by: 'email', maxAttempts: 10, seconds: 30 * MINUTE, backoff: { freeAttempts: 4, firstPauseSeconds: 5 } },
    ignoresSuccess: true,
  },
  /** The account's own count of wrong codes is kept with its second factor. */
  secondFactor: { address: { maxAttempts: 20, seconds: 15 * MINUTE }, ignoresSuccess: true },
  /** The password once more, by somebody who is signed in. */
  ownPassword: {
    address: { maxAttempts: 30, seconds: 15 * MINUTE },
    account: { by: 'session', maxAttempts: 10, seconds: 30 * MINUTE, backoff: { freeAttempts: 4, firstPauseSeconds: 5 } },
    ignoresSuccess: true,
  },
  /**
   * An email has no limit of its own here, because strangers could use it up. They can cause at most one email an hour to
   * that address (`EMAIL_INTERVAL`).
   */
  registration: {
    address: { maxAttempts: 10, seconds: HOUR },
    ceiling: { hour: 200, day: 1_000, of: 'registrations', page: '/audit-log' },
  },
  /** Stores nothing for long, so it has no ceiling. Strangers could use up a ceiling and lock every customer out. */
  passwordReset: { address: { maxAttempts: 10, seconds: HOUR } },
  ownMail: { address: { maxAttempts: 10, seconds: HOUR }, account: { by: 'session', maxAttempts: 5, seconds: HOUR } },
  mailedLink: { address: { maxAttempts: 20, seconds: HOUR } },
  firstAdmin: { address: { maxAttempts: 10, seconds: 15 * MINUTE } },
  /** Each call asks the identity provider. What it stores is deleted within minutes. */
  providerSignIn: { address: { maxAttempts: 30, seconds: 15 * MINUTE } },
  subscription: {
    address: { maxAttempts: 10, seconds: HOUR },
    ceiling: { hour: 200, day: 1_000, of: 'subscriptions', page: '/all-subscriber' },
  },
  message: {
    address: { maxAttempts: 10, seconds: HOUR },
    ceiling: { hour: 120, day: 600, of: 'messages', page: '/all-messages' },
  },
  /** Each writes mails; a business orders a few times a year. */
  order: { address: { maxAttempts: 60, seconds: HOUR }, account: { by: 'session', maxAttempts: 30, seconds: HOUR } },
  /** Each look at the page of a payment. */
  payment: { address: { maxAttempts: 300, seconds: HOUR }, account: { by: 'session', maxAttempts: 150, seconds: HOUR } },
  /** Whatever a payment provider sends at once passes, and what is refused it sends again; of one address at most 20 MB. */
  paymentNotice: { address: { maxAttempts: 300, seconds: 5 * MINUTE } },
  /** Each is drawn in a process of its own. */
  invoice: { address: { maxAttempts: 600, seconds: HOUR }, account: { by: 'session', maxAttempts: 300, seconds: HOUR } },
  /** Each is read and encoded in a process of its own. */
  media: { address: { maxAttempts: 600, seconds: HOUR }, account: { by: 'session', maxAttempts: 300, seconds: HOUR } },
  /** Each reads all content, or writes it. */
  transfer: { address: { maxAttempts: 60, seconds: HOUR }, account: { by: 'session', maxAttempts: 60, seconds: HOUR } },
  adminUser: { address: { maxAttempts: 60, seconds: HOUR }, account: { by: 'session', maxAttempts: 60, seconds: HOUR } },
  /** Whatever else changes an account. */
  ownAccount: { address: { maxAttempts: 120, seconds: 15 * MINUTE } },
} satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits

/** The least time between two emails of one kind to the same address, in seconds. */
export const EMAIL_INTERVAL_SECONDS = HOUR

export const ceilingPeriods = ['hour', 'day'] as const
export type CeilingPeriod = (typeof ceilingPeriods)[number]
/** In seconds. */
export const PERIOD_SECONDS: Readonly<Record<CeilingPeriod, number>> = { hour: HOUR, day: 24 * HOUR }
