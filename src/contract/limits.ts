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
  /** A success is not counted and clears the account's count. */
  forgivesSuccess?: true
}

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
  /** Each may send a mail to the address that was typed, so an address is worth few. */
  registration: { address: { most: 10, seconds: HOUR }, account: { by: 'email', most: 3, seconds: HOUR } },
  passwordReset: { address: { most: 10, seconds: HOUR }, account: { by: 'email', most: 3, seconds: HOUR } },
  ownMail: { address: { most: 10, seconds: HOUR }, account: { by: 'session', most: 5, seconds: HOUR } },
  mailedLink: { address: { most: 20, seconds: HOUR } },
  firstAdmin: { address: { most: 10, seconds: 15 * MINUTE } },
  /** Each asks the identity provider. */
  providerSignIn: { address: { most: 30, seconds: 15 * MINUTE } },
  subscription: { address: { most: 10, seconds: HOUR } },
  message: { address: { most: 10, seconds: HOUR } },
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
