/** At most `most` attempts in a window of `seconds`, which begins with the first. */
type Rule = { most: number; seconds: number }

/**
 * How often something may be tried from one address and, where somebody could be the target of many
 * addresses, for one account (docs/decisions/0011). Declared on an endpoint, counted in the database.
 */
export type Limit = {
  address: Rule
  /** `by`: the field of the body that names the account, or `session` for whoever is signed in. */
  account?: Rule & { by: 'email' | 'session'; slowsDown?: SlowDown }
  /** The limit of all logged-out visitors together, for calls that store something for anyone. */
  ceiling?: Ceiling
  /**
   * Guesses at a secret. A success is not counted and clears the account's count. A browser in which the owner has logged
   * in before has a count of its own and isn't counted by IP address.
   */
  forgivesSuccess?: true
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
export const LARGER_NETWORK_FACTORS = [2, 4] as const

/** After `free` attempts the next is due `firstPause` seconds after the window's first, the one after it twice as late, and so on. */
type SlowDown = { free: number; firstPause: number }

const MINUTE = 60
const HOUR = 60 * MINUTE

export const limits = {
  /** Guesses at one account: 4 at once, the 10th after 160 s, no more until half an hour is over. */
  signIn: {
    address: { most: 30, seconds: 15 * MINUTE },
    account: { by: 'email', most: 10, seconds: 30 * MINUTE, slowsDown: { free: 4, firstPause: 5 } },
    forgivesSuccess: true,
  },
  /** The account's own count of wrong codes is kept with its second factor. */
  secondFactor: { address: { most: 20, seconds: 15 * MINUTE }, forgivesSuccess: true },
  /** The password once more, by somebody who is signed in. */
  ownPassword: {
    address: { most: 30, seconds: 15 * MINUTE },
    account: { by: 'session', most: 10, seconds: 30 * MINUTE, slowsDown: { free: 4, firstPause: 5 } },
    forgivesSuccess: true,
  },
  /**
   * An email has no limit of its own here, because strangers could use it up. They can cause at most one email an hour to
   * that address (`EMAIL_INTERVAL`).
   */
  registration: {
    address: { most: 10, seconds: HOUR },
    ceiling: { hour: 200, day: 1_000, of: 'registrations', page: '/audit-log' },
  },
  /** Stores nothing for long, so it has no ceiling. Strangers could use up a ceiling and lock every customer out. */
  passwordReset: { address: { most: 10, seconds: HOUR } },
  ownMail: { address: { most: 10, seconds: HOUR }, account: { by: 'session', most: 5, seconds: HOUR } },
  mailedLink: { address: { most: 20, seconds: HOUR } },
  firstAdmin: { address: { most: 10, seconds: 15 * MINUTE } },
  /** Each call asks the identity provider. What it stores is deleted within minutes. */
  providerSignIn: { address: { most: 30, seconds: 15 * MINUTE } },
  subscription: {
    address: { most: 10, seconds: HOUR },
    ceiling: { hour: 200, day: 1_000, of: 'subscriptions', page: '/all-subscriber' },
  },
  message: { address: { most: 10, seconds: HOUR }, ceiling: { hour: 120, day: 600, of: 'messages', page: '/all-messages' } },
  /** Each writes mails; a business orders a few times a year. */
  order: { address: { most: 60, seconds: HOUR }, account: { by: 'session', most: 30, seconds: HOUR } },
  /** Each look at the page of a payment. */
  payment: { address: { most: 300, seconds: HOUR }, account: { by: 'session', most: 150, seconds: HOUR } },
  /** Whatever a payment provider sends at once passes, and what is refused it sends again; of one address at most 20 MB. */
  paymentNotice: { address: { most: 300, seconds: 5 * MINUTE } },
  /** Each is drawn in a process of its own. */
  invoice: { address: { most: 600, seconds: HOUR }, account: { by: 'session', most: 300, seconds: HOUR } },
  /** Each is read and encoded in a process of its own. */
  media: { address: { most: 600, seconds: HOUR }, account: { by: 'session', most: 300, seconds: HOUR } },
  /** Each reads all content, or writes it. */
  transfer: { address: { most: 60, seconds: HOUR }, account: { by: 'session', most: 60, seconds: HOUR } },
  adminUser: { address: { most: 60, seconds: HOUR }, account: { by: 'session', most: 60, seconds: HOUR } },
  /** Whatever else changes an account. */
  ownAccount: { address: { most: 120, seconds: 15 * MINUTE } },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** The least time between two emails of one kind to the same address, in seconds. */
export const EMAIL_INTERVAL = HOUR

export const periods = ['hour', 'day'] as const
export type Period = (typeof periods)[number]
/** In seconds. */
export const PERIOD_SECONDS: Readonly<Record<Period, number>> = { hour: HOUR, day: 24 * HOUR }
