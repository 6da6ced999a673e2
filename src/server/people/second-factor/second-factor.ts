import { Refusal } from '../../../contract/grammar/refusal.ts'
import { type AuditEntry, recordAudit } from '../../audit/audit.ts'
import type { Mail, Outgoing } from '../../mail/mail.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Caller, CallerFor, Handled } from '../../platform/http/http.ts'
import type { Person } from '../../platform/http/session.ts'
import type { Api, Module } from '../../platform/module.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { type Auth, copyCookies, libraryAnswer } from '../auth/auth.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { appCodeOf, confirmRefusal, recoveryCodeOf, stepRefusal, wrongCode } from './codes.ts'
import { secondFactorHandlers } from './handlers.ts'
import { newRecoveryCodesMail, recoveryCodeUsedMail, secondFactorOffMail, secondFactorOnMail } from './mails.ts'
import { liftImplausibleLocks, spendCode } from './store.ts'

export { newRecoveryCodes } from './codes.ts'
export { secondFactorOffMail } from './mails.ts'

export type SecondFactor = Api<typeof createSecondFactor>

type Parts = {
  database: Database
  mail: Mail
  auth: Auth
  accounts: Accounts
  sessions: Sessions
  passwords: Pick<Passwords, 'prove'>
  /** The site's address, for links. */
  origin: string
}

type SignedIn = CallerFor<'signedIn'>
type Entered = { token: string; user: { id: string; email: string } }

/** The second factor of an account, and the second step of a sign-in (docs/decisions/0012). */
export function createSecondFactor({ database, mail, auth, accounts, sessions, passwords, origin }: Parts) {
  const { write } = database

  /** The person, where the second factor stands as the call needs it. */
  async function personWith(hasOne: boolean, { person }: SignedIn): Promise<Person> {
    const { isVerified, hasSecondFactor } = await accounts.protectionOf(person.userId)
    // Else whoever registers an address first could lock its owner out of it.
    if (!isVerified) throw new Refusal(409, 'Please confirm your email address first: we sent a link to your inbox.')
    if (hasSecondFactor === hasOne) return person
    throw new Refusal(409, hasOne ? 'Your account has no second factor.' : 'Your account has a second factor already.')
  }

  /** Writes down what the authentication library has just done, in a transaction of its own, and tells the owner. */
  async function writeDown(entry: Omit<AuditEntry, 'subject'>, told: Outgoing): Promise<void> {
    await write(async (tx) => {
      await recordAudit(tx, { ...entry, subject: entry.actor })
      await mail.post(tx, told)
    })
    mail.wake()
  }

  /** Ends the sessions that came in without the second factor. */
  async function endSessionsBefore(time: Date, userId: string): Promise<void> {
    const { internalAdapter } = await (await auth.library()).$context
    for (const { token, createdAt } of await internalAdapter.listSessions(userId)) {
      if (createdAt < time) await internalAdapter.deleteSession(token)
    }
  }

  async function recoveryCodesOf(userId: string): Promise<string[]> {
    const { api } = await auth.library()
    return (await api.viewBackupCodes({ body: { userId } })).backupCodes
  }

  const secondFactor = {
    /** Begins the set-up; answers the secret for the app. */
    async begin(caller: SignedIn, password: string): Promise<string> {
      await personWith(false, caller)
      await passwords.prove(caller, password)
      const { api } = await auth.library()
      const begun = await api.enableTwoFactor({ body: { password, method: 'totp' }, headers: caller.headers })
      const secret = 'totpURI' in begun ? new URL(String(begun.totpURI)).searchParams.get('secret') : null
      if (!secret) throw new Error('The authentication library made no secret.')
      return secret
    },

    /** Turns the second factor on where the code is right, and ends every session that came in without it; answers the recovery codes. */
    async confirm(caller: SignedIn, typed: string): Promise<string[]> {
      const { userId, email } = await personWith(false, caller)
      const code = appCodeOf(typed)
      const before = new Date()
      const { api } = await auth.library()
      const response = await libraryAnswer(api.verifyTOTP({ body: { code }, headers: caller.headers, asResponse: true }))
      if (!response.ok) throw await confirmRefusal(response)
      // So that nobody who looked on can log in with it.
      await write((tx) => spendCode(tx, userId, code))
      await endSessionsBefore(before, userId)
      sessions.forget()
      copyCookies(response, caller)
      const recoveryCodes = await recoveryCodesOf(userId)
      await writeDown({ actor: email, action: 'second-factor.set-up' }, secondFactorOnMail(email, origin))
      return recoveryCodes
    },

    async turnOff(caller: SignedIn, password: string): Promise<void> {
      const { email } = await personWith(true, caller)
      await passwords.prove(caller, password)
      const { api } = await auth.library()
      const response = await libraryAnswer(
        api.disableTwoFactor({ body: { password }, headers: caller.headers, asResponse: true }),
      )
      if (!response.ok) throw new Error(`The second factor could not be turned off (${response.status}).`)
      sessions.forget()
      copyCookies(response, caller)
      await writeDown({ actor: email, action: 'second-factor.turned-off' }, secondFactorOffMail(email, origin))
    },

    /** Answers the new codes; the old ones no longer work. */
    async renewRecoveryCodes(caller: SignedIn, password: string): Promise<string[]> {
      const { email } = await personWith(true, caller)
      await passwords.prove(caller, password)
      const { api } = await auth.library()
      const { backupCodes } = await api.generateBackupCodes({ body: { password }, headers: caller.headers })
      await writeDown({ actor: email, action: 'recovery-codes.renewed' }, newRecoveryCodesMail(email, origin))
      return backupCodes
    },

    /** The second step by a code of the app. */
    async verify(caller: Caller, typed: string): Promise<void> {
      refuseSignedIn(caller)
      await write(liftImplausibleLocks)
      const code = appCodeOf(typed)
      const { api, $context } = await auth.library()
      const response = await libraryAnswer(api.verifyTOTP({ body: { code }, headers: caller.headers, asResponse: true }))
      const { token, user } = await enteredBy(response)
      if (!(await write((tx) => spendCode(tx, user.id, code)))) {
        await (await $context).internalAdapter.deleteSession(token)
        throw wrongCode()
      }
      sessions.forget()
      await sessions.letIn(response, caller)
    },

    /** The second step by a recovery code; answers how many are left. */
    async recover(caller: Caller, typed: string): Promise<number> {
      refuseSignedIn(caller)
      await write(liftImplausibleLocks)
      const code = recoveryCodeOf(typed)
      const { api } = await auth.library()
      const response = await libraryAnswer(api.verifyBackupCode({ body: { code }, headers: caller.headers, asResponse: true }))
      const { user } = await enteredBy(response, 'This is none of your recovery codes, or it was used before.')
      sessions.forget()
      await sessions.letIn(response, caller)
      const { length: left } = await recoveryCodesOf(user.id)
      const entry = { actor: user.email, action: 'recovery-code.used', detail: { left: String(left) } } as const
      await writeDown(entry, recoveryCodeUsedMail(user.email, origin, left))
      return left
    },
  }
  return {
    ...secondFactor,
    name: 'people/second-factor',
    handlers: (): Handled[] => secondFactorHandlers(secondFactor),
    stateTables: ['twoFactor', 'spent_code'],
    retention: {
      'spent-codes': {
        what: 'Codes of second factors that were used',
        days: 1,
        since: 'they were used',
        why: 'A code could be used again for a minute and a half. Each log-in with one removes old ones too.',
        rows: { table: 'spent_code', key: ['user_id', 'code'], at: 'spent_at' },
      },
    },
  } satisfies Module
}

function refuseSignedIn({ session: { viewer } }: Caller): void {
  if (viewer.kind !== 'visitor') throw new Refusal(409, 'You are logged in already.')
}

async function enteredBy(response: Response, wrong?: string): Promise<Entered> {
  if (!response.ok) throw await stepRefusal(response, wrong)
  return (await response.json()) as Entered
}
