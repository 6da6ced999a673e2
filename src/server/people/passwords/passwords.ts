import { UserError } from '#contract/core/user-error.ts'
import { confirmPasswordEndpoint, requestPasswordResetEndpoint, resetPasswordEndpoint } from '#contract/people/authentication.ts'
import { betterAuthRequestPasswordResetEndpoint } from '#contract/people/better-auth-endpoints.ts'
import { changePasswordEndpoint } from '#contract/people/own-account-security.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import { type AuthorizedCaller, defineHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { createJobQueue, type QueueTiming } from '#platform/queue/queue.ts'
import { generateToken, hashToken } from '#platform/secrets/tokens.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { LinkInEmail, MailService } from '../../mail/mail.ts'
import type { RateLimits } from '../../rate-limits/rate-limits.ts'
import { type AccountsModule, findAccountByEmail, markEmailVerified, setPassword } from '../accounts/accounts.ts'
import type { PasswordHasher } from '../auth/auth.ts'
import { endAllSessions, isCurrentPassword, type SessionsModule } from '../sessions/sessions.ts'
import { assertUncommonPassword } from './common-passwords.ts'
import { buildPasswordChangedEmail, buildPasswordResetEmail } from './emails.ts'
import {
  claimPasswordResetRequest,
  consumeResetLink,
  deleteResetLinks,
  enqueuePasswordResetRequest,
  findResetLinkOwner,
  hasActiveResetLink,
  insertResetLink,
  passwordResetQueueTable,
} from './reset-links/store.ts'
import type { ResetRequestTable } from './tables.ts'

export { assertUncommonPassword, isCommonPassword } from './common-passwords.ts'
export { buildPasswordChangedEmail } from './emails.ts'
export { deleteResetLinks } from './reset-links/store.ts'

export type PasswordsModule = ModuleFunctions<typeof createPasswordsModule>

const EXPIRED_LINK_MESSAGE = 'This link was already used or has expired. Ask for a new one.'
const INCORRECT_PASSWORD_MESSAGE = 'Incorrect password.'
/** The library's own reply. It doesn't reveal whether an account exists. */
const BETTER_AUTH_REPLY = 'If this email exists in our system, check your email for the reset link'

type Dependencies = {
  database: Database
  mail: MailService
  accounts: AccountsModule
  sessions: SessionsModule
  hashing: PasswordHasher
  limits: Pick<RateLimits, 'isEnabled' | 'rememberDevice'>
  problem: (error: unknown, message: string) => void
}

type SignedInCaller = AuthorizedCaller<'signedIn'>

/**
 * Creates the module that checks, changes and resets passwords. It stores and answers a reset request before it looks
 * for the account, so that response times reveal no account. A stored request survives a crash (docs/decisions/0009).
 */
export function createPasswordsModule(parts: Dependencies) {
  const { database, mail, accounts, sessions, hashing, limits } = parts
  const queue = createResetRequestQueue(parts)

  /** Stores a request for a reset link. The email may have no account. */
  async function requestResetLink(email: string): Promise<void> {
    const delay = pickRandomDelay()
    await database.write((tx) => enqueuePasswordResetRequest(tx, email, delay))
    queue.wake(delay)
  }

  const handlers = [
    // Marks the session as recent.
    defineHandler(confirmPasswordEndpoint, async ({ body: { password } }, caller) => {
      await verifyIdentity(parts, caller, password)
      await sessions.markRecent(caller.person)
      return { message: 'Thank you. You can continue.' }
    }),

    // Ends all sessions and reset links of the account, and starts a new session for the caller.
    defineHandler(changePasswordEndpoint, async ({ body: { password, newPassword } }, caller) => {
      const { userId, email } = caller.person
      const oldHash = await accounts.findPasswordHash(userId)
      if (oldHash === undefined) {
        throw new UserError(409, 'Your account has no password yet. Choose one with Forgot password on the login page.')
      }
      await verifyIdentity(parts, caller, password)
      await assertUncommonPassword(newPassword, email, 'newPassword')
      const hash = await hashing.hash(newPassword)
      await database.write(async (tx) => {
        // Before the account's row is locked, like a reset: opposite orders could block each other.
        await deleteResetLinks(tx, userId)
        // A password reset may have replaced the checked password since.
        if (!(await isCurrentPassword(tx, email, oldHash))) throw wrongPasswordError(INCORRECT_PASSWORD_MESSAGE)
        await setPassword(tx, userId, hash)
        await endAllSessions(tx, userId)
        await recordAuditEntry(tx, { actor: email, action: 'password.changed', subject: email })
        await mail.enqueue(tx, buildPasswordChangedEmail(email, { endedSessions: 'others', at: Date.now() }))
      })
      mail.wake()
      sessions.clearCache()
      // An attacker may have copied this browser's session cookie, so that session ended too.
      await sessions.replaceSession(caller.person, hash, caller)
      return { message: 'Your password was changed, and all other devices were logged out.' }
    }),

    defineHandler(requestPasswordResetEndpoint, async ({ body: { email } }) => {
      await requestResetLink(email)
      return { message: 'If that address has an account, we’ve emailed a link.' }
    }),

    // Sets the password by a mailed link, once. Ends all sessions and confirms the email.
    defineHandler(resetPasswordEndpoint, async ({ body: { token, password } }, { replyHeaders }) => {
      const linkHash = hashToken(token)
      // Rejects an invented link before the expensive hash.
      const linkOwner = await findResetLinkOwner(database.read, linkHash)
      if (!linkOwner) throw new UserError(400, EXPIRED_LINK_MESSAGE)
      await assertUncommonPassword(password, linkOwner.email, 'password')
      const hash = await hashing.hash(password)
      const email = await database.write(async (tx) => {
        const owner = await findResetLinkOwner(tx, linkHash)
        if (!owner || !(await consumeResetLink(tx, linkHash, owner.userId))) throw new UserError(400, EXPIRED_LINK_MESSAGE)
        await setPassword(tx, owner.userId, hash)
        // The link proves that the person reads this mailbox.
        await markEmailVerified(tx, owner.userId)
        await endAllSessions(tx, owner.userId)
        await recordAuditEntry(tx, { actor: owner.email, action: 'password.reset', subject: owner.email })
        await mail.enqueue(tx, buildPasswordChangedEmail(owner.email, { endedSessions: 'all', at: Date.now() }))
        return owner.email
      })
      mail.wake()
      sessions.clearCache()
      // The owner can log in from this device even while strangers use up the account's attempts.
      limits.rememberDevice(email, replyHeaders)
      return { message: 'Your password was changed. Log in with the new one.' }
    }),

    defineHandler(betterAuthRequestPasswordResetEndpoint, async ({ body: { email } }) => {
      await requestResetLink(email)
      return { status: true as const, message: BETTER_AUTH_REPLY }
    }),
  ]

  const passwords = {
    verifyIdentity: (caller: SignedInCaller, password: string) => verifyIdentity(parts, caller, password),
  }
  return {
    ...passwords,
    name: 'people/passwords',
    handlers,
    dataTables: ['reset_request'],
    stateTables: ['reset_link'],
    noPersonalData: 'Requests for a new password, until their email is sent, and hashes of links.',
    retention: {
      'reset-links': {
        what: 'Password reset links',
        days: 1,
        since: 'they expired',
        why: 'They no longer work. Each reset request also removes old links.',
        rows: { table: 'reset_link', key: ['hash'], at: 'ends_at' },
      },
    },
    queues: [queue],
    start: queue.start,
    close: queue.close,
  } satisfies ServerModule
}

function createResetRequestQueue(parts: Dependencies) {
  const { database, mail, problem } = parts
  return createJobQueue<ResetRequestTable>({
    database,
    table: passwordResetQueueTable,
    timing: TIMING,
    name: 'requests for a new password',
    problem,
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    isRepeatable: true,
    work: async ({ id }) => {
      await database.write((tx) => processResetRequest(parts, tx, id))
      mail.wake()
    },
    describeFailure: ({ id }) => `Password reset request ${id} failed. The server tries it again.`,
  })
}

/** Deletes the request and enqueues the email in one transaction, so that a crash neither loses nor repeats it. */
async function processResetRequest({ mail, limits }: Dependencies, tx: Tx, id: string): Promise<void> {
  const email = await claimPasswordResetRequest(tx, id)
  const account = email === undefined ? undefined : await findAccountByEmail(tx, email)
  if (!account) return
  // A link works as long as the pause between two emails. A second email would bring nothing new.
  if (limits.isEnabled && (await hasActiveResetLink(tx, account.id))) return
  await mail.enqueue(tx, buildPasswordResetEmail(account.email, { path: await createPasswordResetLink(tx, account.id) }))
}

/**
 * Checks that the caller is the person who logged in. An account without a password needs a recent sign-in instead.
 * Throws a 400 for a wrong password. Callers must limit the rate of attempts.
 */
async function verifyIdentity(
  { accounts, hashing }: Dependencies,
  { session, person }: SignedInCaller,
  password: string,
): Promise<void> {
  const hash = await accounts.findPasswordHash(person.userId)
  if (hash === undefined) return assertRecentSignIn(session)
  if (password === '') throw wrongPasswordError('Password is Required')
  if (!(await hashing.verify({ hash, password }))) throw wrongPasswordError(INCORRECT_PASSWORD_MESSAGE)
}

/** Creates the path of a reset link. The link works once, within RESET_LINK_TTL_SECONDS, and confirms the email. */
export async function createPasswordResetLink(tx: Tx, userId: string): Promise<LinkInEmail['path']> {
  const token = generateToken()
  await insertResetLink(tx, hashToken(token), userId)
  return `/reset?token=${token}`
}

async function assertRecentSignIn({ isRecent }: SignedInCaller['session']): Promise<void> {
  if (await isRecent?.()) return
  throw new UserError(403, 'Your account has no password. Please log out, log in again, and do this within 15 minutes.')
}

function wrongPasswordError(message: string): UserError {
  return new UserError(400, message, 'password')
}

const MIN_DELAY_MS = 50
const MAX_DELAY_MS = 500

const SECOND = 1_000

const MAX_CONCURRENT_REQUESTS = 10

const TIMING: QueueTiming = {
  poll: 5 * SECOND,
  lease: 60 * SECOND,
  deadline: 20 * SECOND,
  firstPause: SECOND,
  longestPause: 60 * SECOND,
  closeWithin: 3 * SECOND,
}

/** Returns a random delay in ms. It hides the work on one request from the response time of the next. */
function pickRandomDelay(): number {
  return MIN_DELAY_MS + Math.floor(Math.random() * (MAX_DELAY_MS - MIN_DELAY_MS))
}
