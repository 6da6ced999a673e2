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

/** In seconds. */
export const MINUTE = 60
export const HOUR = 60 * MINUTE

/** The minimum time between two emails of one kind to the same address, in seconds. */
export const REPEATED_EMAIL_INTERVAL_SECONDS = 60 * MINUTE

export const siteWideLimitPeriods = ['hour', 'day'] as const
export type SiteWideLimitPeriod = (typeof siteWideLimitPeriods)[number]
/** In seconds. */
export const SITE_WIDE_LIMIT_PERIOD_SECONDS: Readonly<Record<SiteWideLimitPeriod, number>> = { hour: HOUR, day: 24 * HOUR }
