/** The window begins with the first attempt. */
type AttemptLimit = { maxAttempts: number; seconds: number }

/**
 * How often one IP address may try something, and how often all addresses together may try it for one account (decision 11).
 * Endpoints declare a limit, and the database counts.
 */
export type RateLimit = {
  address: AttemptLimit
  /** `by` is the body field that names the account, or `session` for the signed-in account. */
  account?: AttemptLimit & { by: 'email' | 'session'; backoff?: Backoff }
  /** The limit of all logged-out visitors together, for calls that store something. */
  siteWideLimit?: SiteWideLimit
  /**
   * For guesses at a secret. A success isn't counted and clears the account's count. A browser in which the owner logged
   * in before has its own count, and isn't counted by IP address.
   */
  ignoresSuccess?: true
  /** Counts every attempt on one account, also successes and those of known browsers, because each costs a password hash. */
  allAttempts?: AttemptLimit
}

/** How many calls the site accepts in an hour and in a day. */
export type SiteWideLimit = {
  hour: number
  day: number
  /** The counted things, such as "messages", and the admin page that lists them. */
  of: string
  page: `/${string}`
}

/** The /56 and the /48 of an IPv6 address get this multiple of the address's limit. */
export const IPV6_NETWORK_LIMIT_MULTIPLIERS = [2, 4] as const

/** After `freeAttempts`, the next attempt may come `firstPauseSeconds` after the window's first one. Each later pause doubles. */
type Backoff = { freeAttempts: number; firstPauseSeconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE

export const rateLimits = {
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
  mailedLink: { address: { maxAttempts: 20, seconds: HOUR } },
  firstAdmin: { address: { maxAttempts: 10, seconds: 15 * MINUTE } },
  /** Each call queries the identity provider. The site deletes what it stores within minutes. */
  providerSignIn: { address: { maxAttempts: 30, seconds: 15 * MINUTE } },
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
  /** Each order sends emails. A business orders a few times a year. */
  order: { address: { maxAttempts: 60, seconds: HOUR }, account: { by: 'session', maxAttempts: 30, seconds: HOUR } },
  /** Each view of a payment page counts. */
  payment: { address: { maxAttempts: 300, seconds: HOUR }, account: { by: 'session', maxAttempts: 150, seconds: HOUR } },
  /** Allows bursts from a payment provider, which repeats a refused notice. One address can send at most 20 MB. */
  paymentNotice: { address: { maxAttempts: 300, seconds: 5 * MINUTE } },
  /** Each invoice is rendered in a child process. */
  invoice: { address: { maxAttempts: 600, seconds: HOUR }, account: { by: 'session', maxAttempts: 300, seconds: HOUR } },
  /** Each image is encoded in a child process. */
  media: { address: { maxAttempts: 600, seconds: HOUR }, account: { by: 'session', maxAttempts: 300, seconds: HOUR } },
  /** Each burst of messages sends an email. */
  orderMessage: { address: { maxAttempts: 240, seconds: HOUR }, account: { by: 'session', maxAttempts: 120, seconds: HOUR } },
  /** Files that people add to orders. The database keeps each. */
  orderFile: {
    address: { maxAttempts: 400, seconds: 24 * HOUR },
    account: { by: 'session', maxAttempts: 200, seconds: 24 * HOUR },
  },
  /** Each call reads or writes all content. */
  transfer: { address: { maxAttempts: 60, seconds: HOUR }, account: { by: 'session', maxAttempts: 60, seconds: HOUR } },
  adminUser: { address: { maxAttempts: 60, seconds: HOUR }, account: { by: 'session', maxAttempts: 60, seconds: HOUR } },
  /** Other changes of an account. */
  ownAccount: { address: { maxAttempts: 120, seconds: 15 * MINUTE } },
} satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits

/** The minimum time between two emails of one kind to the same address, in seconds. */
export const REPEATED_EMAIL_INTERVAL_SECONDS = HOUR

export const siteWideLimitPeriods = ['hour', 'day'] as const
export type SiteWideLimitPeriod = (typeof siteWideLimitPeriods)[number]
/** In seconds. */
export const SITE_WIDE_LIMIT_PERIOD_SECONDS: Readonly<Record<SiteWideLimitPeriod, number>> = { hour: HOUR, day: 24 * HOUR }
