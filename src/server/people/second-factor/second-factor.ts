import { UserError } from '../../../contract/core/user-error.ts'
import { type AuditEntry, recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { MailService, OutgoingEmail } from '../../mail/mail.ts'
import type { Database } from '../../platform/db/open-database.ts'
import type { AuthorizedCaller, Caller, EndpointHandler } from '../../platform/http/register-api.ts'
import type { SignedInUser } from '../../platform/http/session.ts'
import type { ModuleApi, ServerModule } from '../../platform/module.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { type Auth, awaitLibraryResponse, copyCookies } from '../auth/auth.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { normalizeAppCode, normalizeRecoveryCode, toSecondStepError, toSetupError, wrongCodeError } from './codes.ts'
import {
  buildNewRecoveryCodesEmail,
  buildRecoveryCodeUsedEmail,
  buildSecondFactorDisabledEmail,
  buildSecondFactorEnabledEmail,
} from './emails.ts'
import { secondFactorHandlers } from './handlers.ts'
import { clearImplausibleLocks, markCodeUsed } from './store.ts'

export { generateRecoveryCodes } from './codes.ts'
export { buildSecondFactorDisabledEmail } from './emails.ts'

export type SecondFactor = ModuleApi<typeof createSecondFactor>

type Dependencies = {
  database: Database
  mail: MailService
  auth: Auth
  accounts: Accounts
  sessions: Sessions
  passwords: Pick<Passwords, 'prove'>
  /** The site's address, for links. */
  origin: string
}

type SignedInCaller = AuthorizedCaller<'signedIn'>
type SignInReply = { token: string; user: { id: string; email: string } }

/** The second factor of an account, and the second step of a sign-in (docs/decisions/0012). */
export function createSecondFactor({ database, mail, auth, accounts, sessions, passwords, origin }: Dependencies) {
  const { write } = database

  /** The person, where the second factor stands as the call needs it. */
  async function requireSecondFactor(expected: boolean, { person }: SignedInCaller): Promise<SignedInUser> {
    const { isVerified, hasSecondFactor } = await accounts.protectionOf(person.userId)
    // Else whoever registers an address first could lock its owner out of it.
    if (!isVerified) throw new UserError(409, 'Please confirm your email address first: we sent a link to your inbox.')
    if (hasSecondFactor === expected) return person
    throw new UserError(409, expected ? 'Your account has no second factor.' : 'Your account has a second factor already.')
  }

  /** Writes down what the authentication library has just done, in a transaction of its own, and tells the owner. */
  async function auditAndNotify(entry: Omit<AuditEntry, 'subject'>, email: OutgoingEmail): Promise<void> {
    await write(async (tx) => {
      await recordAuditEntry(tx, { ...entry, subject: entry.actor })
      await mail.enqueue(tx, email)
    })
    mail.wake()
  }

  /** Ends the sessions that came in without the second factor. */
  async function deleteSessionsBefore(time: Date, userId: string): Promise<void> {
    const { internalAdapter } = await (await auth.library()).$context
    for (const { token, createdAt } of await internalAdapter.listSessions(userId)) {
      if (createdAt < time) await internalAdapter.deleteSession(token)
    }
  }

  async function listRecoveryCodes(userId: string): Promise<string[]> {
    const { api } = await auth.library()
    return (await api.viewBackupCodes({ body: { userId } })).backupCodes
  }

  const secondFactor = {
    /** Begins the set-up; answers the secret for the app. */
    async startSetup(caller: SignedInCaller, password: string): Promise<string> {
      await requireSecondFactor(false, caller)
      await passwords.prove(caller, password)
      const { api } = await auth.library()
      const setup = await api.enableTwoFactor({ body: { password, method: 'totp' }, headers: caller.headers })
      const secret = 'totpURI' in setup ? new URL(String(setup.totpURI)).searchParams.get('secret') : null
      if (!secret) throw new Error('The authentication library made no secret.')
      return secret
    },

    /** Turns the second factor on where the code is right, and ends every session that came in without it; answers the recovery codes. */
    async confirmSetup(caller: SignedInCaller, input: string): Promise<string[]> {
      const { userId, email } = await requireSecondFactor(false, caller)
      const code = normalizeAppCode(input)
      const before = new Date()
      const { api } = await auth.library()
      const response = await awaitLibraryResponse(api.verifyTOTP({ body: { code }, headers: caller.headers, asResponse: true }))
      if (!response.ok) throw await toSetupError(response)
      // So that nobody who looked on can log in with it.
      await write((tx) => markCodeUsed(tx, userId, code))
      await deleteSessionsBefore(before, userId)
      sessions.forget()
      copyCookies(response, caller)
      const recoveryCodes = await listRecoveryCodes(userId)
      await auditAndNotify({ actor: email, action: 'second-factor.set-up' }, buildSecondFactorEnabledEmail(email, origin))
      return recoveryCodes
    },

    async disable(caller: SignedInCaller, password: string): Promise<void> {
      const { email } = await requireSecondFactor(true, caller)
      await passwords.prove(caller, password)
      const { api } = await auth.library()
      const response = await awaitLibraryResponse(
        api.disableTwoFactor({ body: { password }, headers: caller.headers, asResponse: true }),
      )
      if (!response.ok) throw new Error(`The second factor could not be turned off (${response.status}).`)
      sessions.forget()
      copyCookies(response, caller)
      await auditAndNotify({ actor: email, action: 'second-factor.turned-off' }, buildSecondFactorDisabledEmail(email, origin))
    },

    /** Answers the new codes; the old ones no longer work. */
    async regenerateRecoveryCodes(caller: SignedInCaller, password: string): Promise<string[]> {
      const { email } = await requireSecondFactor(true, caller)
      await passwords.prove(caller, password)
      const { api } = await auth.library()
      const { backupCodes } = await api.generateBackupCodes({ body: { password }, headers: caller.headers })
      await auditAndNotify({ actor: email, action: 'recovery-codes.renewed' }, buildNewRecoveryCodesEmail(email, origin))
      return backupCodes
    },

    /** The second step by a code of the app. */
    async verifyAppCode(caller: Caller, input: string): Promise<void> {
      assertSignedOut(caller)
      await write(clearImplausibleLocks)
      const code = normalizeAppCode(input)
      const { api, $context } = await auth.library()
      const response = await awaitLibraryResponse(api.verifyTOTP({ body: { code }, headers: caller.headers, asResponse: true }))
      const { token, user } = await readSignInReply(response)
      if (!(await write((tx) => markCodeUsed(tx, user.id, code)))) {
        await (await $context).internalAdapter.deleteSession(token)
        throw wrongCodeError()
      }
      sessions.forget()
      await sessions.letIn(response, caller)
    },

    /** The second step by a recovery code; answers how many are left. */
    async verifyRecoveryCode(caller: Caller, input: string): Promise<number> {
      assertSignedOut(caller)
      await write(clearImplausibleLocks)
      const code = normalizeRecoveryCode(input)
      const { api } = await auth.library()
      const response = await awaitLibraryResponse(
        api.verifyBackupCode({ body: { code }, headers: caller.headers, asResponse: true }),
      )
      const { user } = await readSignInReply(response, 'This is none of your recovery codes, or it was used before.')
      sessions.forget()
      await sessions.letIn(response, caller)
      const { length: remaining } = await listRecoveryCodes(user.id)
      const entry = { actor: user.email, action: 'recovery-code.used', detail: { left: String(remaining) } } as const
      await auditAndNotify(entry, buildRecoveryCodeUsedEmail(user.email, origin, remaining))
      return remaining
    },
  }
  return {
    ...secondFactor,
    name: 'people/second-factor',
    handlers: (): EndpointHandler[] => secondFactorHandlers(secondFactor),
    stateTables: ['twoFactor', 'used_second_factor_code'],
    retention: {
      'spent-codes': {
        what: 'Codes of second factors that were used',
        days: 1,
        since: 'they were used',
        why: 'A code could be used again for a minute and a half. Each log-in with one removes old ones too.',
        rows: { table: 'used_second_factor_code', key: ['user_id', 'code'], at: 'used_at' },
      },
    },
  } satisfies ServerModule
}

function assertSignedOut({ session: { viewer } }: Caller): void {
  if (viewer.kind !== 'visitor') throw new UserError(409, 'You are logged in already.')
}

async function readSignInReply(response: Response, wrongCodeMessage?: string): Promise<SignInReply> {
  if (!response.ok) throw await toSecondStepError(response, wrongCodeMessage)
  return (await response.json()) as SignInReply
}
