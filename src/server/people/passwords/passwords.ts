import { Refusal } from '../../../contract/grammar/refusal.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Limits } from '../../limits/limits.ts'
import type { Mail } from '../../mail/mail.ts'
import type { Database } from '../../platform/db/db.ts'
import type { ResetRequestTable } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Caller, CallerFor, Handled } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import { createQueue, type QueueTiming } from '../../platform/queue/queue.ts'
import { hashOf, newCode } from '../../platform/secrets/secrets.ts'
import { type Accounts, confirmEmail, findAccountByEmail, setPassword } from '../accounts/accounts.ts'
import type { Hashing } from '../auth/auth.ts'
import { endAllSessions, type Sessions } from '../sessions/sessions.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { passwordHandlers } from './handlers.ts'
import { passwordChangedMail, resetMail } from './mails.ts'
import { findLink, hasLink, insertLink, insertRequest, requests, takeLinks, takeRequest } from './store.ts'

export { isCommonPassword, refuseCommonPassword } from './common-passwords.ts'
export { passwordChangedMail } from './mails.ts'

export type Passwords = Api<typeof createPasswords>

const SPENT = 'This link was used already or has expired. Ask for a new one.'

type Parts = {
  database: Database
  mail: Mail
  accounts: Accounts
  sessions: Sessions
  hashing: Hashing
  limits: Pick<Limits, 'areOn' | 'rememberDevice'>
  /** The site's address, for links. */
  origin: string
  problem: (error: unknown, sentence: string) => void
}

type SignedIn = CallerFor<'signedIn'>

/**
 * Passwords: the proof of one, a change, and a new one by a mailed link. A request for a link is stored and answered
 * before anybody looks whether there is such an account: what was not done yet cannot be measured, and what is stored
 * outlives the process (docs/decisions/0009).
 */
export function createPasswords({ database, mail, accounts, sessions, hashing, limits, origin, problem }: Parts) {
  const { read, write } = database
  const queue = createQueue<ResetRequestTable>({
    database,
    table: requests,
    timing: TIMING,
    name: 'requests for a new password',
    problem,
    concurrent: CONCURRENT,
    work: async ({ id }) => {
      await write((tx) => answerRequest(tx, id))
      mail.wake()
    },
    failed: ({ id }, error) => {
      problem(error, `the request ${id} for a new password waits for another attempt`)
      return undefined
    },
    isRepeatable: true,
  })

  /** Request, link and mail change in one transaction: none of them is lost or doubled, whenever the process ends. */
  async function answerRequest(tx: Tx, id: string): Promise<void> {
    const email = await takeRequest(tx, id)
    const account = email === undefined ? undefined : await findAccountByEmail(tx, email)
    if (!account) return
    // A link works as long as the pause between two emails. A second email would bring nothing new.
    if (limits.areOn && (await hasLink(tx, account.id))) return
    await mail.post(tx, resetMail(account.email, await issueLink(tx, account.id, origin)))
  }

  /**
   * Makes sure that the person at the keyboard is the one who logged in: by the password or, where the
   * account has none, by a recent sign-in. Throws a 400 for a wrong password; the calls that use it are limited.
   */
  async function prove({ session, person }: SignedIn, password: string): Promise<void> {
    const hash = await accounts.passwordHashOf(person.userId)
    if (hash === undefined) return proveWithoutPassword(session)
    if (password === '') throw wrongPassword('Password is Required')
    if (!(await hashing.verify({ hash, password }))) throw wrongPassword('The password is not right.')
  }

  const passwords = {
    prove,

    /** Makes the session a recent one, after the same proof. */
    async confirm(caller: SignedIn, password: string): Promise<void> {
      await prove(caller, password)
      await sessions.confirm(caller.person)
    },

    /** Changes the own password and ends every session; a new one takes the place of the caller's. */
    async change(caller: SignedIn, { password, newPassword }: { password: string; newPassword: string }): Promise<void> {
      const { userId, email } = caller.person
      if ((await accounts.passwordHashOf(userId)) === undefined) {
        throw new Refusal(409, 'Your account has no password yet. Choose one with Forgot password on the login page.')
      }
      await prove(caller, password)
      await refuseCommonPassword(newPassword, email, 'newPassword')
      const hash = await hashing.hash(newPassword)
      await write(async (tx) => {
        await setPassword(tx, userId, hash)
        await endAllSessions(tx, userId)
        await recordAudit(tx, { actor: email, action: 'password.changed', subject: email })
        await mail.post(tx, passwordChangedMail(email, 'others', origin))
      })
      mail.wake()
      sessions.forget()
      // Somebody else may have this browser's old session too, so it ended like all others.
      await sessions.renew(userId, caller)
    },

    /** Asks for a link to a new password, for an address that may have no account. */
    async askForLink(email: string): Promise<void> {
      const pause = pauseBefore()
      await write((tx) => insertRequest(tx, email, pause))
      queue.wake(pause)
    },

    /** Sets the password by a mailed link, once; ends every session and confirms the address. */
    async reset({ token, password }: { token: string; password: string }, { replyHeaders }: Caller): Promise<void> {
      const link = hashOf(token)
      // Before the costly hash too: a made-up link must cost next to nothing.
      const found = await findLink(read, link)
      if (!found) throw new Refusal(400, SPENT)
      await refuseCommonPassword(password, found.email, 'password')
      const hash = await hashing.hash(password)
      const email = await write(async (tx) => {
        const owner = await findLink(tx, link)
        if (!owner || !(await takeLinks(tx, link, owner.userId))) throw new Refusal(400, SPENT)
        await setPassword(tx, owner.userId, hash)
        // Whoever used the link reads the mailbox.
        await confirmEmail(tx, owner.userId)
        await endAllSessions(tx, owner.userId)
        await recordAudit(tx, { actor: owner.email, action: 'password.reset', subject: owner.email })
        await mail.post(tx, passwordChangedMail(owner.email, 'all', origin))
        return owner.email
      })
      mail.wake()
      sessions.forget()
      // Whoever reads the mailbox gets in, even while strangers use up the attempts at the account.
      limits.rememberDevice(email, replyHeaders)
    },
  }
  return {
    ...passwords,
    name: 'people/passwords',
    handlers: (): Handled[] => passwordHandlers(passwords),
    dataTables: ['reset_request'],
    stateTables: ['reset_link'],
    retention: {
      'reset-links': {
        what: 'Links to a new password',
        days: 1,
        since: 'they stopped working',
        why: 'They prove nothing any more. Asking for one removes old ones too.',
        rows: { table: 'reset_link', key: ['hash'], at: 'ends_at' },
      },
    },
    queues: [queue],
    start: queue.start,
    close: queue.close,
  } satisfies Module
}

/** A link to a new password, which works once, for an hour, and confirms the address. */
export async function issueLink(tx: Tx, userId: string, origin: string): Promise<string> {
  const token = newCode()
  await insertLink(tx, hashOf(token), userId)
  return `${origin}/reset?token=${token}`
}

async function proveWithoutPassword({ isRecent }: SignedIn['session']): Promise<void> {
  if (await isRecent?.()) return
  throw new Refusal(403, 'Your account has no password. Please log out, log in again, and do this within 15 minutes.')
}

function wrongPassword(sentence: string): Refusal {
  return new Refusal(400, sentence, { password: sentence })
}

/** How long a request for a new password waits at least and at most, in ms. */
const MIN_PAUSE = 50
const MAX_PAUSE = 500

const SECOND = 1_000

/** How many requests are carried out at a time. */
const CONCURRENT = 10

const TIMING: QueueTiming = {
  poll: 5 * SECOND,
  lease: 60 * SECOND,
  deadline: 20 * SECOND,
  firstPause: SECOND,
  longestPause: 60 * SECOND,
  closeWithin: 3 * SECOND,
}

/** The random pause, in ms, for which the work on a request cannot be seen in the next answer either. */
function pauseBefore(): number {
  return MIN_PAUSE + Math.floor(Math.random() * (MAX_PAUSE - MIN_PAUSE))
}
