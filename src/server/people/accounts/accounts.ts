import { isRefusal, Refusal } from '../../../contract/grammar/refusal.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Limits } from '../../limits/limits.ts'
import type { Mail, Outgoing } from '../../mail/mail.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Caller, Handled } from '../../platform/http/http.ts'
import type { Person } from '../../platform/http/session.ts'
import type { Api, Module } from '../../platform/module.ts'
import type { Auth, Hash } from '../auth/auth.ts'
import { endAllSessions, type Sessions } from '../sessions/sessions.ts'
import { accountHandlers } from './handlers.ts'
import { knownAddressMail, verificationMail } from './mails.ts'
import { confirmEmail, findAccountByEmail, insertAccount, isConfirmed, takeOver } from './store.ts'

export { confirmEmail, findAccountByEmail, removeSecondFactor, setPassword } from './store.ts'

export type Accounts = Api<typeof createAccounts>

const ELSEWHERE = 'This link was mailed to another address. Log in with the account that it belongs to.'
const STALE = 'This link has expired or is not complete. Ask for a new one.'

type Parts = {
  database: Database
  mail: Mail
  auth: Auth
  sessions: Sessions
  limits: Pick<Limits, 'mayEmail'>
  hash: Hash
  /** The site's address, for links. */
  origin: string
}

type Registration = { email: string; name?: string; password: string }

/** Accounts: how one is made, whether its address is confirmed, and what protects it. */
export function createAccounts({ database: { write }, mail, auth, sessions, limits, hash, origin }: Parts) {
  async function confirmationMail(email: string): Promise<Outgoing> {
    const address = email.toLowerCase()
    const { confirmationToken } = await auth.library()
    const token = await confirmationToken(address)
    return verificationMail(address, `${origin}/verify-email?token=${encodeURIComponent(token)}`)
  }

  /** How the account of a person is protected. */
  async function protectionOf(userId: string) {
    const { internalAdapter } = await (await auth.library()).$context
    const account = await internalAdapter.findUserById(userId)
    const { emailVerified, twoFactorEnabled } = (account ?? {}) as { emailVerified?: boolean; twoFactorEnabled?: boolean | null }
    return { isVerified: emailVerified === true, hasSecondFactor: twoFactorEnabled === true }
  }

  /** The hash of an account's password; undefined where it has none. */
  async function passwordHashOf(userId: string): Promise<string | undefined> {
    const { internalAdapter } = await (await auth.library()).$context
    return (await internalAdapter.findCredentialAccount(userId))?.password || undefined
  }

  const accounts = {
    protectionOf,
    passwordHashOf,

    /** What a person is shown of the own account. */
    async describe(userId: string) {
      const { isVerified, hasSecondFactor } = await protectionOf(userId)
      const hasPassword = (await passwordHashOf(userId)) !== undefined
      const { api } = await auth.library()
      const codes = hasSecondFactor ? (await api.viewBackupCodes({ body: { userId } })).backupCodes : []
      return { isVerified, hasPassword, hasSecondFactor, codesLeft: codes.length }
    },

    /**
     * Makes an account and mails the link that confirms its address, or tells the owner of a known address that
     * somebody tried, at most once an hour: in one transaction, with the same work for both (docs/decisions/0009). A new account is logged
     * in; answers its id and session, neither for a known address.
     */
    async register({ email, name = email, password }: Registration, caller: Caller): Promise<{ id?: string; token?: string }> {
      const [hashed, confirmation, mayTell] = await Promise.all([
        hash(password),
        confirmationMail(email),
        limits.mayEmail('about a registration', email),
      ])
      const account = await write(async (tx) => {
        const added = await insertAccount(tx, { email, name, hash: hashed })
        if (added || mayTell) await mail.post(tx, added ? confirmation : knownAddressMail(email.toLowerCase(), origin))
        return added
      })
      mail.wake()
      if (!account) return {}
      // The account is stored by now: without a session its owner logs in by hand.
      const session = await sessions.logInNew(account.id, caller).catch(forgo)
      return { id: account.id, token: session?.token }
    },

    /** Confirms the person's address by the mailed link. Throws a 409 for another's, a 400 for one that does not count. */
    async confirmAddress({ userId, email }: Person, token: string): Promise<void> {
      // Only with the account's own session: else a link mailed for an account that a stranger made would confirm it for them.
      if (isForAnother(email, token)) throw new Refusal(409, ELSEWHERE, { token: ELSEWHERE })
      const { addressIn } = await auth.library()
      if ((await addressIn(token)) !== email.toLowerCase()) throw new Refusal(400, STALE, { token: STALE })
      await write(async (tx) => {
        if (await confirmEmail(tx, userId)) await recordAudit(tx, { actor: email, action: 'email.verified', subject: email })
      })
      sessions.forget()
    },

    /** Mails another link to confirm the address; false where it is confirmed already. */
    async mailConfirmation({ userId, email }: Person): Promise<boolean> {
      if ((await protectionOf(userId)).isVerified) return false
      const confirmation = await confirmationMail(email)
      await write(async (tx) => {
        await recordAudit(tx, { actor: email, action: 'email.link-mailed', subject: email })
        await mail.post(tx, confirmation)
      })
      mail.wake()
      return true
    },
  }
  return {
    ...accounts,
    name: 'people/accounts',
    handlers: (): Handled[] => accountHandlers(accounts),
    dataTables: ['user'],
    stateTables: ['account'],
  } satisfies Module
}

/** An account with this password and a confirmed address, whoever had registered the address before. */
export async function putAccount(tx: Tx, email: string, hash: string): Promise<void> {
  const account = await ensureAccount(tx, email, hash)
  await confirmEmail(tx, account.id)
  await endAllSessions(tx, account.id)
  await takeOver(tx, account.id, hash)
}

/** The account of an address, made where there is none; whether whoever has the address has shown that. */
export async function ensureAccount(tx: Tx, email: string, hash: string): Promise<{ id: string; isConfirmed: boolean }> {
  const account = (await insertAccount(tx, { email, name: email, hash })) ?? (await findAccountByEmail(tx, email))
  if (!account) throw new Error('An account that was there a moment ago is gone.')
  return { id: account.id, isConfirmed: await isConfirmed(tx, account.id) }
}

function forgo(error: unknown): undefined {
  if (!isRefusal(error)) throw error
}

/** Whether a link says that it was made for another address: unproven, but then nothing is done. */
function isForAnother(address: string, token: string): boolean {
  try {
    const { email } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { email?: unknown }
    return typeof email === 'string' && email !== address.toLowerCase()
  } catch {
    return false
  }
}
