import { UserError } from '../../../contract/core/user-error.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { MailService } from '../../mail/mail.ts'
import type { Tx } from '../../platform/db/database-writer.ts'
import type { Database } from '../../platform/db/open-database.ts'
import type { ResetRequestTable } from '../../platform/db/tables.ts'
import type { AuthorizedCaller, Caller, EndpointHandler } from '../../platform/http/register-api.ts'
import type { ModuleApi, ServerModule } from '../../platform/module.ts'
import { createJobQueue, type QueueTiming } from '../../platform/queue/queue.ts'
import { generateToken, hashToken } from '../../platform/secrets/secrets.ts'
import type { RateLimits } from '../../rate-limits/rate-limits.ts'
import { type Accounts, findAccountByEmail, markEmailVerified, setPassword } from '../accounts/accounts.ts'
import type { PasswordHasher } from '../auth/auth.ts'
import { endAllSessions, type Sessions } from '../sessions/sessions.ts'
import { assertUncommonPassword } from './common-passwords.ts'
import { buildPasswordChangedEmail, buildPasswordResetEmail } from './emails.ts'
import { passwordHandlers } from './handlers.ts'
import {
  claimResetRequest,
  consumeResetLink,
  findResetLinkOwner,
  hasActiveResetLink,
  insertResetLink,
  insertResetRequest,
  resetRequestJobs,
} from './store.ts'

export { assertUncommonPassword, isCommonPassword } from './common-passwords.ts'
export { buildPasswordChangedEmail } from './emails.ts'

export type Passwords = ModuleApi<typeof createPasswords>

const EXPIRED_LINK_MESSAGE = 'This link was used already or has expired. Ask for a new one.'

type Dependencies = {
  database: Database
  mail: MailService
  accounts: Accounts
  sessions: Sessions
  hashing: PasswordHasher
  limits: Pick<RateLimits, 'isEnabled' | 'rememberDevice'>
  /** The site's address, for links. */
  origin: string
  problem: (error: unknown, message: string) => void
}

type SignedInCaller = AuthorizedCaller<'signedIn'>

/**
 * Passwords: the proof of one, a change, and a new one by a mailed link. A request for a link is stored and answered
 * before anybody looks whether there is such an account: what was not done yet cannot be measured, and what is stored
 * outlives the process (docs/decisions/0009).
 */
export function createPasswords({ database, mail, accounts, sessions, hashing, limits, origin, problem }: Dependencies) {
  const { read, write } = database
  const queue = createJobQueue<ResetRequestTable>({
    database,
    table: resetRequestJobs,
    timing: TIMING,
    name: 'requests for a new password',
    problem,
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    work: async ({ id }) => {
      await write((tx) => processResetRequest(tx, id))
      mail.wake()
    },
    onFailure: ({ id }, error) => {
      problem(error, `the request ${id} for a new password waits for another attempt`)
      return undefined
    },
    isRepeatable: true,
  })

  /** Request, link and mail change in one transaction: none of them is lost or doubled, whenever the process ends. */
  async function processResetRequest(tx: Tx, id: string): Promise<void> {
    const email = await claimResetRequest(tx, id)
    const account = email === undefined ? undefined : await findAccountByEmail(tx, email)
    if (!account) return
    // A link works as long as the pause between two emails. A second email would bring nothing new.
    if (limits.isEnabled && (await hasActiveResetLink(tx, account.id))) return
    await mail.enqueue(tx, buildPasswordResetEmail(account.email, await createResetLink(tx, account.id, origin)))
  }

  /**
   * Makes sure that the person at the keyboard is the one who logged in: by the password or, where the
   * account has none, by a recent sign-in. Throws a 400 for a wrong password; the calls that use it are limited.
   */
  async function verifyIdentity({ session, person }: SignedInCaller, password: string): Promise<void> {
    const hash = await accounts.passwordHashOf(person.userId)
    if (hash === undefined) return assertRecentSignIn(session)
    if (password === '') throw wrongPasswordError('Password is Required')
    if (!(await hashing.verify({ hash, password }))) throw wrongPasswordError('The password is not right.')
  }

  const passwords = {
    prove: verifyIdentity,

    /** Makes the session a recent one, after the same proof. */
    async confirmIdentity(caller: SignedInCaller, password: string): Promise<void> {
      await verifyIdentity(caller, password)
      await sessions.markRecent(caller.person)
    },

    /** Changes the own password and ends every session; a new one takes the place of the caller's. */
    async changePassword(
      caller: SignedInCaller,
      { password, newPassword }: { password: string; newPassword: string },
    ): Promise<void> {
      const { userId, email } = caller.person
      if ((await accounts.passwordHashOf(userId)) === undefined) {
        throw new UserError(409, 'Your account has no password yet. Choose one with Forgot password on the login page.')
      }
      await verifyIdentity(caller, password)
      await assertUncommonPassword(newPassword, email, 'newPassword')
      const hash = await hashing.hash(newPassword)
      await write(async (tx) => {
        await setPassword(tx, userId, hash)
        await endAllSessions(tx, userId)
        await recordAuditEntry(tx, { actor: email, action: 'password.changed', subject: email })
        await mail.enqueue(tx, buildPasswordChangedEmail(email, 'others', origin))
      })
      mail.wake()
      sessions.forget()
      // Somebody else may have this browser's old session too, so it ended like all others.
      await sessions.replaceSession(userId, caller)
    },

    /** Asks for a link to a new password, for an address that may have no account. */
    async requestResetLink(email: string): Promise<void> {
      const delay = pickRandomDelay()
      await write((tx) => insertResetRequest(tx, email, delay))
      queue.wake(delay)
    },

    /** Sets the password by a mailed link, once; ends every session and confirms the address. */
    async resetPassword({ token, password }: { token: string; password: string }, { replyHeaders }: Caller): Promise<void> {
      const linkHash = hashToken(token)
      // Before the costly hash too: a made-up link must cost next to nothing.
      const linkOwner = await findResetLinkOwner(read, linkHash)
      if (!linkOwner) throw new UserError(400, EXPIRED_LINK_MESSAGE)
      await assertUncommonPassword(password, linkOwner.email, 'password')
      const hash = await hashing.hash(password)
      const email = await write(async (tx) => {
        const owner = await findResetLinkOwner(tx, linkHash)
        if (!owner || !(await consumeResetLink(tx, linkHash, owner.userId))) throw new UserError(400, EXPIRED_LINK_MESSAGE)
        await setPassword(tx, owner.userId, hash)
        // Whoever used the link reads the mailbox.
        await markEmailVerified(tx, owner.userId)
        await endAllSessions(tx, owner.userId)
        await recordAuditEntry(tx, { actor: owner.email, action: 'password.reset', subject: owner.email })
        await mail.enqueue(tx, buildPasswordChangedEmail(owner.email, 'all', origin))
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
    handlers: (): EndpointHandler[] => passwordHandlers(passwords),
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
  } satisfies ServerModule
}

/** A link to a new password, which works once, for an hour, and confirms the address. */
export async function createResetLink(tx: Tx, userId: string, origin: string): Promise<string> {
  const token = generateToken()
  await insertResetLink(tx, hashToken(token), userId)
  return `${origin}/reset?token=${token}`
}

async function assertRecentSignIn({ isRecent }: SignedInCaller['session']): Promise<void> {
  if (await isRecent?.()) return
  throw new UserError(403, 'Your account has no password. Please log out, log in again, and do this within 15 minutes.')
}

function wrongPasswordError(message: string): UserError {
  return new UserError(400, message, { password: message })
}

/** How long a request for a new password waits at least and at most, in ms. */
const MIN_DELAY_MS = 50
const MAX_DELAY_MS = 500

const SECOND = 1_000

/** How many requests are carried out at a time. */
const MAX_CONCURRENT_REQUESTS = 10

const TIMING: QueueTiming = {
  poll: 5 * SECOND,
  lease: 60 * SECOND,
  deadline: 20 * SECOND,
  firstPause: SECOND,
  longestPause: 60 * SECOND,
  closeWithin: 3 * SECOND,
}

/** The random pause, in ms, for which the work on a request cannot be seen in the next answer either. */
function pickRandomDelay(): number {
  return MIN_DELAY_MS + Math.floor(Math.random() * (MAX_DELAY_MS - MIN_DELAY_MS))
}
