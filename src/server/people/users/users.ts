import { isEmail } from '../../../contract/core/text-schemas.ts'
import { isUserError, UserError } from '../../../contract/core/user-error.ts'
import { ADMIN_ROLE } from '../../../contract/people/admin-users.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { Config } from '../../config/config.ts'
import type { MailService } from '../../mail/mail.ts'
import type { Tx } from '../../platform/db/database-writer.ts'
import type { IdempotencyKey } from '../../platform/db/idempotency.ts'
import type { Database } from '../../platform/db/open-database.ts'
import type { DatabaseReader, UserRoleTable } from '../../platform/db/tables.ts'
import type { Caller, EndpointHandler } from '../../platform/http/register-api.ts'
import type { ModuleApi, ServerModule } from '../../platform/module.ts'
import { generateToken, hashToken } from '../../platform/secrets/secrets.ts'
import { findAccountByEmail } from '../accounts/accounts.ts'
import type { HashPassword } from '../auth/auth.ts'
import { assertUncommonPassword } from '../passwords/passwords.ts'
import { endAllSessions, type Sessions } from '../sessions/sessions.ts'
import { buildInvitationEmail, buildUserChangeEmails, type UserChange } from './emails.ts'
import { assertSetupCode, createFirstAdmin } from './first-admin.ts'
import { userHandlers } from './handlers.ts'
import { createSetupLink } from './setup-link.ts'
import {
  deleteUser,
  findUser,
  hasFirstAdmin,
  insertUser,
  listActiveAdminEmails,
  listAdminEmails,
  listUsers,
  lockUsers,
  replaceSetupCode,
  updateUser,
} from './store.ts'

export { buildUserChangeEmails } from './emails.ts'
export { grantAdmin } from './grant-admin.ts'
export { isAdmin, listAdminsWithoutSecondFactor } from './store.ts'

/** The admins that mail can be written to. */
export async function listAdminsToNotify(db: DatabaseReader): Promise<string[]> {
  return (await listActiveAdminEmails(db)).filter(isEmail)
}

export type Users = ModuleApi<typeof createUsers>

type Dependencies = {
  database: Database
  mail: MailService
  sessions: Pick<Sessions, 'forget' | 'logIn'>
  hash: HashPassword
  config: Pick<Config, 'origins' | 'dataDir' | 'firstAdmin'>
}

type UserInput = { email: string; role: string }
type NewAdmin = { email: string; password: string; code?: string }
type RecordChange = { before?: UserRoleTable; after: UserRoleTable } | { before: UserRoleTable; after?: undefined }

/** The user records (P-71): who is an admin, and how the first one is made (docs/decisions/0012). */
export function createUsers({ database: { read, write }, mail, sessions, hash, config }: Dependencies) {
  const [origin] = config.origins
  const setupLink = createSetupLink(config)

  /** A change of user records, written down and told to those whom it concerns: all of it or nothing. */
  async function changeUserRecords(
    actor: string,
    work: (tx: Tx) => Promise<RecordChange>,
    once?: IdempotencyKey,
  ): Promise<UserRoleTable> {
    const record = await write(async (tx) => {
      await lockUsers(tx)
      const admins = await listAdminEmails(tx)
      // Since the call was let in, another admin may have taken the rights away.
      if (!admins.includes(actor.toLowerCase())) throw new UserError(403, 'Only an admin may do this.')
      const recordChange = await work(tx)
      const record = recordChange.after ?? recordChange.before
      if (recordChange.before === recordChange.after) return record
      await auditRecordChange(tx, actor, recordChange)
      const userChange: UserChange = { actor: actor.toLowerCase(), ...recordChange }
      for (const outgoingEmail of buildUserChangeEmails(userChange, admins.filter(isEmail), origin))
        await mail.enqueue(tx, outgoingEmail)
      return record
    }, once)
    mail.wake()
    sessions.forget()
    return record
  }

  async function createFirstAdminAccount({ email, password, code }: NewAdmin): Promise<UserRoleTable> {
    // Before the costly hash too: a made-up code must cost next to nothing.
    if (code !== undefined) {
      await assertSetupCode(read, code)
      await assertUncommonPassword(password, email, 'password')
    }
    const passwordHash = await hash(password)
    return write((tx) => createFirstAdmin(tx, { email, hash: passwordHash, code }))
  }

  const users = {
    /** Oldest first; with `email` only that person's own record. */
    list: (email?: string): Promise<UserRoleTable[]> => listUsers(read, email),

    find: (id: string): Promise<UserRoleTable | undefined> => findUser(read, id),

    add: (actor: string, { email, role }: UserInput, once: IdempotencyKey | undefined): Promise<UserRoleTable> =>
      changeUserRecords(actor, async (tx) => ({ after: await insertUser(tx, email, role) }), once),

    /** Throws a 404 for an unknown id and a 409 where nobody could log in as an admin any more. */
    update: (actor: string, id: string, { email, role }: UserInput): Promise<UserRoleTable> =>
      changeUserRecords(actor, async (tx) => {
        const before = await requireUser(tx, id)
        const after = { ...before, email: email.toLowerCase(), role, updated_at: Date.now() }
        if (after.email === before.email && after.role === before.role) return { after: before, before }
        await updateUser(tx, after)
        if ((await listActiveAdminEmails(tx)).length === 0) throw lockoutError(before, after)
        return { before, after }
      }),

    /** All records, oldest first, each with whether the person could log in as an admin. */
    async listWithStates(): Promise<(UserRoleTable & { isActive: boolean })[]> {
      const [records, activeEmails] = await Promise.all([listUsers(read), listActiveAdminEmails(read)])
      return records.map((record) => ({ ...record, isActive: activeEmails.includes(record.email) }))
    },

    /** Throws a 404 for an unknown id and a 409 for whoever is not expected still. */
    async resendInvitation(actor: string, id: string): Promise<void> {
      await write(async (tx) => {
        const record = await requireUser(tx, id)
        if (record.role !== ADMIN_ROLE) throw new UserError(409, `${record.email} has no admin rights: update the user first.`)
        if ((await listActiveAdminEmails(tx)).includes(record.email))
          throw new UserError(409, `${record.email} can log in already, and needs no invitation.`)
        await recordAuditEntry(tx, { actor, action: 'user.invited', subject: record.id, detail: { email: record.email } })
        await mail.enqueue(tx, buildInvitationEmail(actor, record, origin))
      })
      mail.wake()
    },

    /** Ends all sessions of the person too. Throws a 404 for an unknown id, and a 409 for the admin's own record or the last. */
    async remove(actor: string, id: string): Promise<void> {
      await changeUserRecords(actor, async (tx) => {
        const before = await requireUser(tx, id)
        if (before.email === actor.toLowerCase()) throw new UserError(409, 'You cannot remove yourself: another admin can.')
        await deleteUser(tx, id)
        if ((await listActiveAdminEmails(tx)).length === 0) throw lockoutError(before, { ...before, role: '' })
        const account = await findAccountByEmail(tx, before.email)
        if (account) await endAllSessions(tx, account.id)
        return { before }
      })
    },

    needsFirstAdmin: async (): Promise<boolean> => !(await hasFirstAdmin(read)),

    /** Makes the first admin by the set-up code, and logs them in. */
    async addFirstAdmin(newAdmin: NewAdmin & { code: string }, caller: Caller): Promise<UserRoleTable> {
      const record = await createFirstAdminAccount(newAdmin)
      sessions.forget()
      // The code in it is spent: a file that cannot be removed harms nobody.
      await setupLink.withdraw().catch(() => {})
      await sessions.logIn({ email: record.email, password: newAdmin.password }, caller)
      return record
    },

    /**
     * Makes the admin that the environment names; otherwise, while there is none, answers a new one-time code for the
     * first admin with its link, or where that is kept.
     */
    async prepareFirstAdmin(): Promise<{ code: string; link: string } | undefined> {
      const isNeeded = !(await hasFirstAdmin(read))
      if (isNeeded && !config.firstAdmin) {
        const code = generateToken()
        await write((tx) => replaceSetupCode(tx, hashToken(code)))
        return { code, link: await setupLink.publish(code) }
      }
      await setupLink.withdraw()
      if (!isNeeded || !config.firstAdmin) return undefined
      await createFirstAdminAccount(config.firstAdmin).catch((error: unknown) => {
        // Another process on this database was quicker.
        if (!isUserError(error) || error.status !== 409) throw error
      })
      return undefined
    },
  }
  return {
    ...users,
    name: 'people/users',
    handlers: (): EndpointHandler[] => userHandlers(users),
    dataTables: ['user_role'],
    stateTables: ['setup_code', 'milestone'],
  } satisfies ServerModule
}

async function requireUser(tx: Tx, id: string): Promise<UserRoleTable> {
  const record = await findUser(tx, id)
  if (!record) throw new UserError(404, 'There is no such record.')
  return record
}

function auditRecordChange(tx: Tx, actor: string, { before, after }: RecordChange): Promise<string> {
  const detail = {
    ...(before && { emailBefore: before.email, roleBefore: before.role }),
    ...(after && { emailAfter: after.email, roleAfter: after.role }),
  }
  const action = !after ? 'user.removed' : before ? 'user.changed' : 'user.added'
  return recordAuditEntry(tx, { actor, action, subject: (after ?? before).id, detail })
}

function lockoutError(before: UserRoleTable, after: UserRoleTable): UserError {
  if (after.role !== ADMIN_ROLE)
    return new UserError(409, `${before.email} is the last admin who can log in. Make somebody else an admin first.`)
  const message = `Nobody could log in as an admin any more: ${after.email} has no account with a confirmed address. Register and confirm it first.`
  return new UserError(409, message, { userEmail: message })
}
