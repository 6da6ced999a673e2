import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isEmail } from '#contract/core/text-schemas.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import { ADMIN_ROLE } from '#contract/people/admin-users.ts'
import type { WorkEmailFrequency } from '#contract/people/work-email-frequency.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { IdempotencyKey } from '#platform/db/idempotency.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseReader, UserRoleTable } from '#platform/db/tables.ts'
import type { Caller, EndpointHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { generateToken, hashToken } from '#platform/secrets/tokens.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { Config } from '../../config/config.ts'
import type { MailService } from '../../mail/mail.ts'
import { findAccountByEmail } from '../accounts/accounts.ts'
import type { HashPassword } from '../auth/auth.ts'
import { assertUncommonPassword } from '../passwords/passwords.ts'
import { endAllSessions, type SessionsModule } from '../sessions/sessions.ts'
import { type AdminUserChange, buildInvitationEmail, buildUserChangeEmails } from './emails.ts'
import { assertFirstAdminSetupCode, type CreatedFirstAdmin, createFirstAdmin } from './first-admin.ts'
import { createUserHandlers } from './handlers.ts'
import {
  deleteUserRoleRecord,
  findUserRoleRecord,
  findWorkEmailFrequency,
  hasEverHadAdmin,
  insertUserRoleRecord,
  listActiveAdminEmails,
  listAdminEmails,
  listEmailsByWorkEmailFrequency,
  listUserRoleRecords,
  lockUserRoleRecords,
  replaceFirstAdminSetupCode,
  updateUserRoleRecord,
  updateWorkEmailFrequency,
} from './store.ts'

export { buildUserChangeEmails } from './emails.ts'
export { grantAdmin } from './grant-admin.ts'
export { hasAdminRole, listAdminsWithoutSecondFactor } from './store.ts'

export async function listAdminEmailsToNotify(db: DatabaseReader): Promise<string[]> {
  return (await listActiveAdminEmails(db)).filter(isEmail)
}

/** Lists the admins who want the email about the work this often. */
export async function listAdminEmailsByWorkEmailFrequency(db: DatabaseReader, choice: WorkEmailFrequency): Promise<string[]> {
  const wanting = await listEmailsByWorkEmailFrequency(db, choice)
  return (await listAdminEmailsToNotify(db)).filter((email) => wanting.includes(email))
}

export type UsersModule = ModuleFunctions<typeof createUsersModule>

type Dependencies = {
  database: Database
  mail: MailService
  sessions: Pick<SessionsModule, 'clearCache' | 'logInNewAccount'>
  hash: HashPassword
  config: Pick<Config, 'origins' | 'dataDir' | 'firstAdmin'>
}

/** What the functions below share. */
type Parts = Dependencies & { setupLink: ReturnType<typeof createSetupLink> }

type UserInput = { email: string; role: string }
type NewAdmin = { email: string; password: string; code?: string }
type UserRoleBeforeAndAfter = { before?: UserRoleTable; after: UserRoleTable } | { before: UserRoleTable; after?: undefined }

/** Creates the module for user records (P-71), including the first admin (docs/decisions/0012). */
export function createUsersModule(dependencies: Dependencies) {
  const { database, config } = dependencies
  const { read } = database
  const parts: Parts = { ...dependencies, setupLink: createSetupLink(config) }
  const users = {
    /** Lists records, oldest first. With `email`, lists only that person's record. */
    list: (email?: string): Promise<UserRoleTable[]> => listUserRoleRecords(read, email),

    find: (id: string): Promise<UserRoleTable | undefined> => findUserRoleRecord(read, id),

    add: (actor: string, { email, role }: UserInput, idempotency: IdempotencyKey | undefined): Promise<UserRoleTable> =>
      changeUserRoleRecords(parts, actor, async (tx) => ({ after: await insertUserRoleRecord(tx, email, role) }), idempotency),

    /** Throws a 404 for an unknown id, and a 409 if no admin could log in afterward. */
    update: (actor: string, id: string, input: UserInput): Promise<UserRoleTable> =>
      changeUserRoleRecords(parts, actor, (tx) => changeRecord(tx, id, input)),

    /** Lists all records, oldest first. `isActive` says whether the person can log in as an admin. */
    async listWithStates(): Promise<(UserRoleTable & { isActive: boolean })[]> {
      const [records, activeEmails] = await Promise.all([listUserRoleRecords(read), listActiveAdminEmails(read)])
      return records.map((record) => ({ ...record, isActive: activeEmails.includes(record.email) }))
    },

    resendInvitation: (actor: string, id: string) => resendInvitation(parts, actor, id),

    /** Also ends the person's sessions. Throws a 404 for an unknown id, and a 409 for the actor or the last active admin. */
    async remove(actor: string, id: string): Promise<void> {
      await changeUserRoleRecords(parts, actor, (tx) => removeRecord(tx, actor, id))
    },

    findWorkEmailFrequency: (email: string): Promise<WorkEmailFrequency> => findWorkEmailFrequency(read, email.toLowerCase()),

    setWorkEmailFrequency: (email: string, choice: WorkEmailFrequency): Promise<void> =>
      database.write((tx) => updateWorkEmailFrequency(tx, email.toLowerCase(), choice)),

    needsFirstAdmin: async (): Promise<boolean> => !(await hasEverHadAdmin(read)),

    addFirstAdmin: (newAdmin: NewAdmin & { code: string }, caller: Caller) => addFirstAdmin(parts, newAdmin, caller),
    prepareFirstAdmin: () => prepareFirstAdmin(parts),
  }
  return {
    ...users,
    name: 'people/users',
    handlers: (): EndpointHandler[] => createUserHandlers(users),
    dataTables: ['user_role'],
    stateTables: ['setup_code', 'milestone'],
  } satisfies ServerModule
}

/** Runs `work`, the audit entry and the emails to all affected people in one transaction. Throws a 403 if the actor isn't an admin. */
async function changeUserRoleRecords(
  { database, mail, sessions }: Parts,
  actor: string,
  work: (tx: Tx) => Promise<UserRoleBeforeAndAfter>,
  idempotency?: IdempotencyKey,
): Promise<UserRoleTable> {
  const record = await database.write(async (tx) => {
    await lockUserRoleRecords(tx)
    const admins = await listAdminEmails(tx)
    // Another admin may have removed the actor's rights since the access check.
    if (!admins.includes(actor.toLowerCase())) throw new UserError(403, 'Only an admin can do this.')
    const recordChange = await work(tx)
    const record = recordChange.after ?? recordChange.before
    if (recordChange.before === recordChange.after) return record
    await auditRecordChange(tx, actor, recordChange)
    const userChange: AdminUserChange = { actor: actor.toLowerCase(), ...recordChange }
    for (const outgoingEmail of buildUserChangeEmails(userChange, admins.filter(isEmail))) await mail.enqueue(tx, outgoingEmail)
    return record
  }, idempotency)
  mail.wake()
  sessions.clearCache()
  return record
}

async function changeRecord(tx: Tx, id: string, { email, role }: UserInput): Promise<UserRoleBeforeAndAfter> {
  const before = await requireUserRecord(tx, id)
  const after = { ...before, email: email.toLowerCase(), role, updated_at: Date.now() }
  if (after.email === before.email && after.role === before.role) return { after: before, before }
  await updateUserRoleRecord(tx, after)
  if ((await listActiveAdminEmails(tx)).length === 0) throw lockoutError(before, after)
  return { before, after }
}

async function removeRecord(tx: Tx, actor: string, id: string): Promise<UserRoleBeforeAndAfter> {
  const before = await requireUserRecord(tx, id)
  if (before.email === actor.toLowerCase()) throw new UserError(409, 'You can’t remove yourself. Ask another admin.')
  await deleteUserRoleRecord(tx, id)
  if ((await listActiveAdminEmails(tx)).length === 0) throw lockoutError(before, { ...before, role: '' })
  const account = await findAccountByEmail(tx, before.email)
  if (account) await endAllSessions(tx, account.id)
  return { before }
}

/** Throws a 404 for an unknown id, and a 409 if the person has no admin rights or can log in already. */
async function resendInvitation({ database, mail }: Parts, actor: string, id: string): Promise<void> {
  await database.write(async (tx) => {
    const record = await requireUserRecord(tx, id)
    if (record.role !== ADMIN_ROLE) throw new UserError(409, `${record.email} isn’t an admin. Change the role first.`)
    if ((await listActiveAdminEmails(tx)).includes(record.email))
      throw new UserError(409, `${record.email} can already log in and doesn’t need an invitation.`)
    await recordAuditEntry(tx, { actor, action: 'user.invited', subject: record.id, detail: { email: record.email } })
    await mail.enqueue(tx, buildInvitationEmail(record.email, { actor }))
  })
  mail.wake()
}

async function addFirstAdmin(parts: Parts, newAdmin: NewAdmin & { code: string }, caller: Caller): Promise<UserRoleTable> {
  const { record, accountId } = await createFirstAdminAccount(parts, newAdmin)
  parts.sessions.clearCache()
  // The code no longer works, so a file that stays does no harm.
  await parts.setupLink.withdraw().catch(() => {})
  await parts.sessions.logInNewAccount(accountId, caller)
  return record
}

/**
 * Creates the first admin from the environment. Otherwise returns a new one-time code and its link, or the path of the file
 * with the link. Returns undefined once the site has an admin.
 */
async function prepareFirstAdmin(parts: Parts): Promise<{ code: string; link: string } | undefined> {
  const { database, config, setupLink } = parts
  const isNeeded = !(await hasEverHadAdmin(database.read))
  if (isNeeded && !config.firstAdmin) {
    const code = generateToken()
    await database.write((tx) => replaceFirstAdminSetupCode(tx, hashToken(code)))
    return { code, link: await setupLink.publish(code) }
  }
  await setupLink.withdraw()
  if (!isNeeded || !config.firstAdmin) return undefined
  await createFirstAdminAccount(parts, config.firstAdmin).catch((error: unknown) => {
    // A 409 means that another process has just created the first admin.
    if (!isUserError(error) || error.status !== 409) throw error
  })
  return undefined
}

/**
 * Publishes the link that creates the first admin. A site under https usually logs its output. The link therefore goes into a
 * file that only the site's system user can read.
 */
function createSetupLink({ origins: [origin], dataDir }: Pick<Config, 'origins' | 'dataDir'>) {
  const file = join(dataDir, 'set-up-link.txt')
  const remove = () => rm(file, { force: true })
  return {
    /** Returns the text to print: the link, or the path of its file. Replaces an earlier link. */
    async publish(code: string): Promise<string> {
      const link = `${origin}/add-user?code=${code}`
      await remove()
      if (!origin.startsWith('https:')) return link
      await writeFile(file, `${link}\n`, { mode: 0o600 })
      return `open the link in ${file}`
    },
    withdraw: remove,
  }
}

async function createFirstAdminAccount(
  { database, hash }: Parts,
  { email, password, code }: NewAdmin,
): Promise<CreatedFirstAdmin> {
  // Rejects an invented code before the expensive hash.
  if (code !== undefined) {
    await assertFirstAdminSetupCode(database.read, code)
    await assertUncommonPassword(password, email, 'password')
  }
  const passwordHash = await hash(password)
  return database.write((tx) => createFirstAdmin(tx, { email, hash: passwordHash, code }))
}

async function requireUserRecord(tx: Tx, id: string): Promise<UserRoleTable> {
  const record = await findUserRoleRecord(tx, id)
  if (!record) throw new UserError(404, 'This doesn’t exist anymore.')
  return record
}

function auditRecordChange(tx: Tx, actor: string, { before, after }: UserRoleBeforeAndAfter): Promise<string> {
  const detail = {
    ...(before && { emailBefore: before.email, roleBefore: before.role }),
    ...(after && { emailAfter: after.email, roleAfter: after.role }),
  }
  const action = !after ? 'user.removed' : before ? 'user.changed' : 'user.added'
  return recordAuditEntry(tx, { actor, action, subject: (after ?? before).id, detail })
}

function lockoutError(before: UserRoleTable, after: UserRoleTable): UserError {
  if (after.role !== ADMIN_ROLE)
    return new UserError(409, `${before.email} is the last admin who can log in. Make someone else an admin first.`)
  const message = `${after.email} has no account with a confirmed email, so no admin could log in. Register and confirm it first.`
  return new UserError(409, message, 'userEmail')
}
