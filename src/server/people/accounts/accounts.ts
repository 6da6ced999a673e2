import { randomUUIDv7 } from 'node:crypto'
import { UserError } from '#contract/core/user-error.ts'
import { resendVerificationEmailEndpoint, signUpEndpoint, verifyEmailEndpoint } from '#contract/people/authentication.ts'
import { betterAuthSignUpEndpoint } from '#contract/people/better-auth-endpoints.ts'
import { getOwnAccountEndpoint } from '#contract/people/own-account-security.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import { type Caller, defineHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { MailService, OutgoingEmail } from '../../mail/mail.ts'
import type { RateLimits } from '../../rate-limits/rate-limits.ts'
import type { Auth, HashPassword } from '../auth/auth.ts'
import { endAllSessions, type SessionsModule } from '../sessions/sessions.ts'
import { buildDuplicateRegistrationEmail, buildVerificationEmail } from './emails.ts'
import {
  findAccountByEmail,
  insertAccountWithPassword,
  isEmailVerified,
  markEmailVerified,
  replaceCredentialsWithPassword,
} from './store.ts'

export { buildDuplicateRegistrationEmail } from './emails.ts'
export { changeAccountEmail, findAccountByEmail, markEmailVerified, removeSecondFactor, setPassword } from './store.ts'

export type AccountsModule = ModuleFunctions<typeof createAccountsModule>

const WRONG_ACCOUNT_MESSAGE = 'This link was sent to another address. Log in with that account.'
const EXPIRED_LINK_MESSAGE = 'This link is incomplete or has expired. Ask for a new one.'

type Dependencies = {
  database: Database
  mail: MailService
  auth: Auth
  sessions: SessionsModule
  limits: Pick<RateLimits, 'reserveEmailSlot'>
  hash: HashPassword
}

type Registration = { email: string; name?: string; password: string }

/** Creates the module for accounts, their email confirmation and their protection. */
export function createAccountsModule({ database: { read, write }, mail, auth, sessions, limits, hash }: Dependencies) {
  async function createVerificationEmail(email: string): Promise<OutgoingEmail> {
    const normalizedEmail = email.toLowerCase()
    const { createVerificationToken } = await auth.library()
    const token = await createVerificationToken(normalizedEmail)
    return buildVerificationEmail(normalizedEmail, { path: `/verify-email?token=${encodeURIComponent(token)}` })
  }

  async function getSecurity(userId: string) {
    const { internalAdapter } = await (await auth.library()).$context
    const account = await internalAdapter.findUserById(userId)
    const { emailVerified, twoFactorEnabled } = (account ?? {}) as { emailVerified?: boolean; twoFactorEnabled?: boolean | null }
    return { isVerified: emailVerified === true, hasSecondFactor: twoFactorEnabled === true }
  }

  /** Returns undefined for an account without a password. */
  async function findPasswordHash(userId: string): Promise<string | undefined> {
    const { internalAdapter } = await (await auth.library()).$context
    return (await internalAdapter.findCredentialAccount(userId))?.password || undefined
  }

  /**
   * Creates an account, emails the confirmation link and logs the person in. For a known email, notifies the owner
   * instead, at most once an hour, and returns an empty object. Both cases do the same work, so that response times
   * reveal no account (docs/decisions/0009).
   */
  async function register(
    { email, name = email, password }: Registration,
    caller: Caller,
  ): Promise<{ id?: string; token?: string }> {
    const [passwordHash, verificationEmail, mayNotify] = await Promise.all([
      hash(password),
      createVerificationEmail(email),
      limits.reserveEmailSlot('about a registration', email),
    ])
    const newAccount = await write(async (tx) => {
      const insertedAccount = await insertAccountWithPassword(tx, { email, name, hash: passwordHash })
      if (insertedAccount || mayNotify)
        await mail.enqueue(
          tx,
          insertedAccount ? verificationEmail : buildDuplicateRegistrationEmail(email.toLowerCase(), undefined),
        )
      return insertedAccount
    })
    mail.wake()
    if (!newAccount) return {}
    const session = await sessions.logInNewAccount(newAccount.id, caller)
    return { id: newAccount.id, token: session?.token }
  }

  const handlers = [
    defineHandler(signUpEndpoint, async ({ body }, caller) => {
      await register(body, caller)
      return { message: 'Thank you. We sent you an email. Please check your inbox.' }
    }),

    defineHandler(betterAuthSignUpEndpoint, async ({ body: { name, email, password } }, caller) => {
      const { id, token = null } = await register({ email, name, password }, caller)
      const now = new Date().toISOString()
      // For a known email, the reply holds an invented id, so that it reveals no account.
      const user = { id: id ?? randomUUIDv7(), email: email.toLowerCase(), emailVerified: false, name: name || email }
      return { token, user: { ...user, image: null, createdAt: now, updatedAt: now } }
    }),

    defineHandler(verifyEmailEndpoint, async ({ body: { token } }, { person: { userId, email } }) => {
      // Requires the account's own session. Otherwise, the mailbox owner could confirm a stranger's account by one click.
      if (isTokenForOtherEmail(email, token)) throw new UserError(409, WRONG_ACCOUNT_MESSAGE, 'token')
      const { readVerificationToken } = await auth.library()
      if ((await readVerificationToken(token)) !== email.toLowerCase()) throw new UserError(400, EXPIRED_LINK_MESSAGE, 'token')
      await write(async (tx) => {
        if (await markEmailVerified(tx, userId))
          await recordAuditEntry(tx, { actor: email, action: 'email.verified', subject: email })
      })
      sessions.clearCache()
      return { message: 'Your email address is confirmed.' }
    }),

    defineHandler(resendVerificationEmailEndpoint, async (_, { person: { userId, email } }) => {
      if ((await getSecurity(userId)).isVerified) return { message: 'Your email address is already confirmed.' }
      const verificationEmail = await createVerificationEmail(email)
      await write(async (tx) => {
        await recordAuditEntry(tx, { actor: email, action: 'email.link-mailed', subject: email })
        await mail.enqueue(tx, verificationEmail)
      })
      mail.wake()
      return { message: 'We sent a link to your inbox.' }
    }),

    defineHandler(getOwnAccountEndpoint, async (_, { session: { viewer }, person: { userId, email } }) => {
      const { isVerified, hasSecondFactor } = await getSecurity(userId)
      const hasPassword = (await findPasswordHash(userId)) !== undefined
      const { api } = await auth.library()
      const recoveryCodes = hasSecondFactor ? (await api.viewBackupCodes({ body: { userId } })).backupCodes : []
      const needsSecondFactor = viewer.kind === 'customer' && viewer.mustSetUpSecondFactor === true
      return { email, isVerified, hasPassword, hasSecondFactor, codesLeft: recoveryCodes.length, needsSecondFactor }
    }),
  ]

  const accounts = { getSecurity, findPasswordHash }
  return {
    ...accounts,
    name: 'people/accounts',
    handlers,
    dataTables: ['user'],
    stateTables: ['account'],
    erasePerson: 'The account stays, so that the customer can log in and see the orders.',
    exportPerson: {
      async account(email) {
        const account = await findAccountByEmail(read, email)
        return account ? { email: account.email, createdAt: new Date(account.createdAt) } : null
      },
    },
  } satisfies ServerModule
}

/** Creates an account, or takes over an existing one: replaces its credentials and ends its sessions. Returns its id. */
export async function createOrReplaceAccount(tx: Tx, email: string, hash: string): Promise<string> {
  const account = await findOrCreateAccountWithPassword(tx, email, hash)
  await markEmailVerified(tx, account.id)
  await replaceCredentialsWithPassword(tx, account.id, hash)
  await endAllSessions(tx, account.id)
  return account.id
}

export async function findOrCreateAccountWithPassword(
  tx: Tx,
  email: string,
  hash: string,
): Promise<{ id: string; isEmailVerified: boolean }> {
  const account = (await insertAccountWithPassword(tx, { email, name: email, hash })) ?? (await findAccountByEmail(tx, email))
  if (!account) throw new Error('Another transaction has just deleted the account.')
  return { id: account.id, isEmailVerified: await isEmailVerified(tx, account.id) }
}

/** Returns whether the token names another email. It doesn't check the signature, because the caller then only refuses. */
function isTokenForOtherEmail(ownEmail: string, token: string): boolean {
  try {
    const { email } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { email?: unknown }
    return typeof email === 'string' && email !== ownEmail.toLowerCase()
  } catch {
    return false
  }
}
