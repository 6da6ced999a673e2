import { randomInt } from 'node:crypto'
import { UserError } from '#contract/core/user-error.ts'
import {
  confirmSecondFactorSetupEndpoint,
  disableSecondFactorEndpoint,
  regenerateRecoveryCodesEndpoint,
  startSecondFactorSetupEndpoint,
  verifyAppCodeEndpoint,
  verifyRecoveryCodeEndpoint,
} from '#contract/people/second-factor.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import { type AuthorizedCaller, type Caller, defineHandler } from '#platform/http/register-api.ts'
import type { SignedInUser } from '#platform/http/request-session-types.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { ServerModule } from '#platform/module.ts'
import { type AuditLogEntry, recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { MailService, OutgoingEmail } from '../../mail/mail.ts'
import type { AccountsModule } from '../accounts/accounts.ts'
import { type Auth, awaitAuthLibraryResponse, copySetCookiesToReply, readNewSessionToken } from '../auth/auth.ts'
import type { PasswordsModule } from '../passwords/passwords.ts'
import { deleteSessionsExcept, type SessionsModule } from '../sessions/sessions.ts'
import { createWrongCodeError, toSecondFactorError, toSecondFactorSetupError } from './code-errors.ts'
import {
  buildNewRecoveryCodesEmail,
  buildRecoveryCodeUsedEmail,
  buildSecondFactorDisabledEmail,
  buildSecondFactorEnabledEmail,
} from './emails.ts'
import { clearImplausibleSecondFactorLocks, markSecondFactorCodeUsed } from './store.ts'

export { buildSecondFactorDisabledEmail } from './emails.ts'

type Dependencies = {
  database: Database
  mail: MailService
  auth: Auth
  accounts: AccountsModule
  sessions: SessionsModule
  passwords: Pick<PasswordsModule, 'verifyIdentity'>
  problem: LogProblem
}

/** Leaves out characters that look alike on paper. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const HALF_LENGTH = 5
const RECOVERY_CODE_COUNT = 10

type SignedInCaller = AuthorizedCaller<'signedIn'>
type SignInReply = { token: string; user: { id: string; email: string } }

/** Creates the module for the second factor of an account and the second step of a sign-in (docs/decisions/0012). */
export function createSecondFactorModule(parts: Dependencies) {
  const { database, auth, sessions, passwords } = parts
  const { write } = database

  const handlers = [
    // Returns the secret for the authenticator app.
    defineHandler(startSecondFactorSetupEndpoint, async ({ body: { password } }, caller) => {
      await requireSecondFactor(parts, false, caller)
      await passwords.verifyIdentity(caller, password)
      const { api } = await auth.library()
      const setup = await api.enableTwoFactor({ body: { password, method: 'totp' }, headers: caller.headers })
      const secret = 'totpURI' in setup ? new URL(String(setup.totpURI)).searchParams.get('secret') : null
      if (!secret) throw new Error('The authentication library returned no secret.')
      return { message: 'Scan the QR code with your app, then enter the code that it shows.', secret }
    }),

    // Enables the second factor if the code is right. Ends all other sessions, because they began without it.
    defineHandler(confirmSecondFactorSetupEndpoint, async ({ body }, caller) => {
      const { userId, email } = await requireSecondFactor(parts, false, caller)
      const code = normalizeAppCode(body.code)
      const { api } = await auth.library()
      const response = await awaitAuthLibraryResponse(
        api.verifyTOTP({ body: { code }, headers: caller.headers, asResponse: true }),
      )
      if (!response.ok) throw await toSecondFactorSetupError(response)
      copySetCookiesToReply(response, caller)
      const token = readNewSessionToken(auth, response) ?? ''
      const endOtherSessions = async (tx: Tx) => {
        // An onlooker must not log in with the same code.
        await markSecondFactorCodeUsed(tx, userId, code)
        await deleteSessionsExcept(tx, userId, token)
      }
      await tryAfterChange(parts, () => write(endOtherSessions))
      sessions.clearCache()
      // The account page creates new codes if these can't be read.
      const recoveryCodes = (await tryAfterChange(parts, () => listRecoveryCodes(auth, userId))) ?? []
      const entry = { actor: email, action: 'second-factor.set-up' } as const
      await auditAndNotify(parts, entry, buildSecondFactorEnabledEmail(email, { at: Date.now() }))
      return { message: 'Two-step verification is on.', recoveryCodes }
    }),

    defineHandler(disableSecondFactorEndpoint, async ({ body: { password } }, caller) => {
      const { email } = await requireSecondFactor(parts, true, caller)
      await passwords.verifyIdentity(caller, password)
      const { api } = await auth.library()
      const response = await awaitAuthLibraryResponse(
        api.disableTwoFactor({ body: { password }, headers: caller.headers, asResponse: true }),
      )
      if (!response.ok)
        throw new Error(`The authentication library did not disable the second factor (status ${response.status}).`)
      sessions.clearCache()
      copySetCookiesToReply(response, caller)
      const entry = { actor: email, action: 'second-factor.turned-off' } as const
      await auditAndNotify(parts, entry, buildSecondFactorDisabledEmail(email, { at: Date.now() }))
      return { message: 'Two-step verification is off.' }
    }),

    defineHandler(regenerateRecoveryCodesEndpoint, async ({ body: { password } }, caller) => {
      const { email } = await requireSecondFactor(parts, true, caller)
      await passwords.verifyIdentity(caller, password)
      const { api } = await auth.library()
      const { backupCodes } = await api.generateBackupCodes({ body: { password }, headers: caller.headers })
      const entry = { actor: email, action: 'recovery-codes.renewed' } as const
      await auditAndNotify(parts, entry, buildNewRecoveryCodesEmail(email, { at: Date.now() }))
      return { message: 'These are your new recovery codes. The old ones no longer work.', recoveryCodes: backupCodes }
    }),

    // The second step of a sign-in.
    defineHandler(verifyAppCodeEndpoint, async ({ body }, caller) => {
      assertSignedOut(caller)
      await write(clearImplausibleSecondFactorLocks)
      const code = normalizeAppCode(body.code)
      const { api, $context } = await auth.library()
      const response = await awaitAuthLibraryResponse(
        api.verifyTOTP({ body: { code }, headers: caller.headers, asResponse: true }),
      )
      const { token, user } = await readSignInReply(response)
      if (!(await write((tx) => markSecondFactorCodeUsed(tx, user.id, code)))) {
        await (await $context).internalAdapter.deleteSession(token)
        throw createWrongCodeError()
      }
      sessions.clearCache()
      await sessions.completeSignIn(response, caller)
      return { message: 'You’re logged in.' }
    }),

    defineHandler(verifyRecoveryCodeEndpoint, async ({ body }, caller) => {
      assertSignedOut(caller)
      await write(clearImplausibleSecondFactorLocks)
      const code = normalizeRecoveryCode(body.code)
      const { api } = await auth.library()
      const response = await awaitAuthLibraryResponse(
        api.verifyBackupCode({ body: { code }, headers: caller.headers, asResponse: true }),
      )
      const { user } = await readSignInReply(response, 'This recovery code is wrong or was already used.')
      sessions.clearCache()
      await sessions.completeSignIn(response, caller)
      const { length: remaining } = await listRecoveryCodes(auth, user.id)
      const entry = { actor: user.email, action: 'recovery-code.used', detail: { left: String(remaining) } } as const
      await auditAndNotify(parts, entry, buildRecoveryCodeUsedEmail(user.email, { remaining, at: Date.now() }))
      return { message: `You’re logged in. ${remaining === 1 ? '1 recovery code is' : `${remaining} recovery codes are`} left.` }
    }),
  ]

  return {
    name: 'people/second-factor',
    handlers,
    stateTables: ['twoFactor', 'used_second_factor_code'],
    noPersonalData: 'Secrets of an account’s second factor.',
    retention: {
      'spent-codes': {
        what: 'Used two-step verification codes',
        days: 1,
        since: 'their use',
        why: 'A code is valid for 90 seconds. Each log-in with a code also removes old codes.',
        rows: { table: 'used_second_factor_code', key: ['user_id', 'code'], at: 'used_at' },
      },
    },
  } satisfies ServerModule
}

/** Returns the caller. Throws a 409 if the email is unconfirmed, or if the second factor isn't in the `expected` state. */
async function requireSecondFactor(
  { accounts }: Dependencies,
  expected: boolean,
  { person }: SignedInCaller,
): Promise<SignedInUser> {
  const { isVerified, hasSecondFactor } = await accounts.getSecurity(person.userId)
  // A stranger who registers an email first must not lock its owner out.
  if (!isVerified) throw new UserError(409, 'Please confirm your email address first. We sent a link to your inbox.')
  if (hasSecondFactor === expected) return person
  throw new UserError(
    409,
    expected ? 'Your account doesn’t use two-step verification.' : 'Your account already uses two-step verification.',
  )
}

/** Records a change that the authentication library has already committed, and emails the owner. */
async function auditAndNotify(parts: Dependencies, entry: Omit<AuditLogEntry, 'subject'>, email: OutgoingEmail): Promise<void> {
  const { database, mail } = parts
  const recordAndEnqueue = async (tx: Tx) => {
    await recordAuditEntry(tx, { ...entry, subject: entry.actor })
    await mail.enqueue(tx, email)
  }
  await tryAfterChange(parts, () => database.write(recordAndEnqueue))
  mail.wake()
}

/**
 * Runs a step after a change that the authentication library has committed. Logs a failure and returns undefined, because
 * the person must not read that nothing was saved, and needs the new codes.
 */
async function tryAfterChange<T>({ problem }: Dependencies, step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step()
  } catch (error) {
    problem(error, 'a change of two-step verification was saved, but a step after it failed')
    return undefined
  }
}

async function listRecoveryCodes(auth: Auth, userId: string): Promise<string[]> {
  const { api } = await auth.library()
  return (await api.viewBackupCodes({ body: { userId } })).backupCodes
}

function assertSignedOut({ session: { viewer } }: Caller): void {
  if (viewer.kind !== 'visitor') throw new UserError(409, 'You’re already logged in.')
}

async function readSignInReply(response: Response, wrongCodeMessage?: string): Promise<SignInReply> {
  if (!response.ok) throw await toSecondFactorError(response, wrongCodeMessage)
  return (await response.json()) as SignInReply
}

/** Removes spaces and dashes. People type the gap that the app shows. */
function normalizeAppCode(input: string): string {
  return input.replace(/[\s-]/g, '')
}

/** Generates ten codes such as `K7QWM-2RXTA`, with 49 random bits each. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => `${generateHalf()}-${generateHalf()}`)
}

/** Restores upper case and the dash of a typed code. */
function normalizeRecoveryCode(input: string): string {
  const characters = input.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return `${characters.slice(0, HALF_LENGTH)}-${characters.slice(HALF_LENGTH)}`
}

function generateHalf(): string {
  return Array.from({ length: HALF_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
}
