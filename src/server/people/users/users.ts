import { isRefusal, Refusal } from '../../../contract/grammar/refusal.ts'
import { isEmail } from '../../../contract/grammar/text.ts'
import { ADMIN } from '../../../contract/people/admin-users.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Config } from '../../config/config.ts'
import type { Mail } from '../../mail/mail.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Once } from '../../platform/db/once.ts'
import type { Reader, UserRecordTable } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Caller, Handled } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import { hashOf, newCode } from '../../platform/secrets/secrets.ts'
import { findAccountByEmail } from '../accounts/accounts.ts'
import type { Hash } from '../auth/auth.ts'
import { refuseCommonPassword } from '../passwords/passwords.ts'
import { endAllSessions, type Sessions } from '../sessions/sessions.ts'
import { checkSetUpCode, insertFirstAdminWith } from './first-admin.ts'
import { userHandlers } from './handlers.ts'
import { invitationMail, mailsAbout, type UserChange } from './mails.ts'
import { createSetUpLink } from './set-up-link.ts'
import {
  adminEmails,
  deleteUser,
  findUser,
  hasFirstAdmin,
  insertUser,
  listUsers,
  lockUsers,
  replaceSetUpCode,
  replaceUser,
  usableAdminEmails,
} from './store.ts'

export { grantAdmin } from './grant-admin.ts'
export { mailsAbout } from './mails.ts'
export { adminsWithoutSecondFactor, isAdmin } from './store.ts'

/** The admins that mail can be written to. */
export async function adminsToTell(db: Reader): Promise<string[]> {
  return (await usableAdminEmails(db)).filter(isEmail)
}

export type Users = Api<typeof createUsers>

type Parts = {
  database: Database
  mail: Mail
  sessions: Pick<Sessions, 'forget' | 'logIn'>
  hash: Hash
  config: Pick<Config, 'origins' | 'dataDir' | 'firstAdmin'>
}

type Wanted = { email: string; role: string }
type NewAdmin = { email: string; password: string; code?: string }
type Done = { before?: UserRecordTable; after: UserRecordTable } | { before: UserRecordTable; after?: undefined }

/** The user records of spec section 3: who is an admin, and how the first one is made (docs/decisions/0012). */
export function createUsers({ database: { read, write }, mail, sessions, hash, config }: Parts) {
  const [origin] = config.origins
  const setUpLink = createSetUpLink(config)

  /** A change of user records, written down and told to those whom it concerns: all of it or nothing. */
  async function change(actor: string, work: (tx: Tx) => Promise<Done>, once?: Once): Promise<UserRecordTable> {
    const record = await write(async (tx) => {
      await lockUsers(tx)
      const admins = await adminEmails(tx)
      // Since the call was let in, another admin may have taken the rights away.
      if (!admins.includes(actor.toLowerCase())) throw new Refusal(403, 'Only an admin may do this.')
      const done = await work(tx)
      const record = done.after ?? done.before
      if (done.before === done.after) return record
      await writeDown(tx, actor, done)
      const told: UserChange = { actor: actor.toLowerCase(), ...done }
      for (const one of mailsAbout(told, admins.filter(isEmail), origin)) await mail.post(tx, one)
      return record
    }, once)
    mail.wake()
    sessions.forget()
    return record
  }

  async function insertFirst({ email, password, code }: NewAdmin): Promise<UserRecordTable> {
    // Before the costly hash too: a made-up code must cost next to nothing.
    if (code !== undefined) {
      await checkSetUpCode(read, code)
      await refuseCommonPassword(password, email, 'password')
    }
    const hashed = await hash(password)
    return write((tx) => insertFirstAdminWith(tx, { email, hash: hashed, code }))
  }

  const users = {
    /** Oldest first; with `email` only that person's own record. */
    list: (email?: string): Promise<UserRecordTable[]> => listUsers(read, email),

    find: (id: string): Promise<UserRecordTable | undefined> => findUser(read, id),

    add: (actor: string, { email, role }: Wanted, once: Once | undefined): Promise<UserRecordTable> =>
      change(actor, async (tx) => ({ after: await insertUser(tx, email, role) }), once),

    /** Throws a 404 for an unknown id and a 409 where nobody could log in as an admin any more. */
    update: (actor: string, id: string, { email, role }: Wanted): Promise<UserRecordTable> =>
      change(actor, async (tx) => {
        const before = await existing(tx, id)
        const after = { ...before, email: email.toLowerCase(), role, updated_at: Date.now() }
        if (after.email === before.email && after.role === before.role) return { after: before, before }
        await replaceUser(tx, after)
        if ((await usableAdminEmails(tx)).length === 0) throw lockedOut(before, after)
        return { before, after }
      }),

    /** All records, oldest first, each with whether the person could log in as an admin. */
    async listWithStates(): Promise<(UserRecordTable & { isUsable: boolean })[]> {
      const [all, usable] = await Promise.all([listUsers(read), usableAdminEmails(read)])
      return all.map((record) => ({ ...record, isUsable: usable.includes(record.email) }))
    },

    /** Throws a 404 for an unknown id and a 409 for whoever is not expected still. */
    async invite(actor: string, id: string): Promise<void> {
      await write(async (tx) => {
        const record = await existing(tx, id)
        if (record.role !== ADMIN) throw new Refusal(409, `${record.email} has no admin rights: update the user first.`)
        if ((await usableAdminEmails(tx)).includes(record.email))
          throw new Refusal(409, `${record.email} can log in already, and needs no invitation.`)
        await recordAudit(tx, { actor, action: 'user.invited', subject: record.id, detail: { email: record.email } })
        await mail.post(tx, invitationMail(actor, record, origin))
      })
      mail.wake()
    },

    /** Ends all sessions of the person too. Throws a 404 for an unknown id, and a 409 for the admin's own record or the last. */
    async remove(actor: string, id: string): Promise<void> {
      await change(actor, async (tx) => {
        const before = await existing(tx, id)
        if (before.email === actor.toLowerCase()) throw new Refusal(409, 'You cannot remove yourself: another admin can.')
        await deleteUser(tx, id)
        if ((await usableAdminEmails(tx)).length === 0) throw lockedOut(before, { ...before, role: '' })
        const account = await findAccountByEmail(tx, before.email)
        if (account) await endAllSessions(tx, account.id)
        return { before }
      })
    },

    needsFirstAdmin: async (): Promise<boolean> => !(await hasFirstAdmin(read)),

    /** Makes the first admin by the set-up code, and logs them in. */
    async addFirstAdmin(wanted: NewAdmin & { code: string }, caller: Caller): Promise<UserRecordTable> {
      const record = await insertFirst(wanted)
      sessions.forget()
      // The code in it is spent: a file that cannot be removed harms nobody.
      await setUpLink.withdraw().catch(() => {})
      await sessions.logIn({ email: record.email, password: wanted.password }, caller)
      return record
    },

    /**
     * Makes the admin that the environment names; otherwise, while there is none, answers a new one-time code for the
     * first admin with its link, or where that is kept.
     */
    async prepareFirstAdmin(): Promise<{ code: string; link: string } | undefined> {
      const isNeeded = !(await hasFirstAdmin(read))
      if (isNeeded && !config.firstAdmin) {
        const code = newCode()
        await write((tx) => replaceSetUpCode(tx, hashOf(code)))
        return { code, link: await setUpLink.publish(code) }
      }
      await setUpLink.withdraw()
      if (!isNeeded || !config.firstAdmin) return undefined
      await insertFirst(config.firstAdmin).catch((error: unknown) => {
        // Another process on this database was quicker.
        if (!isRefusal(error) || error.status !== 409) throw error
      })
      return undefined
    },
  }
  return {
    ...users,
    name: 'people/users',
    handlers: (): Handled[] => userHandlers(users),
    dataTables: ['user_record'],
    stateTables: ['set_up_code', 'milestone'],
  } satisfies Module
}

async function existing(tx: Tx, id: string): Promise<UserRecordTable> {
  const record = await findUser(tx, id)
  if (!record) throw new Refusal(404, 'There is no such record.')
  return record
}

function writeDown(tx: Tx, actor: string, { before, after }: Done): Promise<string> {
  const detail = {
    ...(before && { emailBefore: before.email, roleBefore: before.role }),
    ...(after && { emailAfter: after.email, roleAfter: after.role }),
  }
  const action = !after ? 'user.removed' : before ? 'user.changed' : 'user.added'
  return recordAudit(tx, { actor, action, subject: (after ?? before).id, detail })
}

function lockedOut(before: UserRecordTable, after: UserRecordTable): Refusal {
  if (after.role !== ADMIN)
    return new Refusal(409, `${before.email} is the last admin who can log in. Make somebody else an admin first.`)
  const sentence = `Nobody could log in as an admin any more: ${after.email} has no account with a confirmed address. Register and confirm it first.`
  return new Refusal(409, sentence, { userEmail: sentence })
}
