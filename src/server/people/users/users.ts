import { isEmail } from '#contract/core/text-schemas.ts'
import { UserError } from '#contract/core/user-error.ts'
import {
  ADMIN_ROLE,
  type AdminUser,
  listAdminUsersEndpoint,
  removeUserRecordEndpoint,
  resendAdminInvitationEndpoint,
} from '#contract/people/admin-users.ts'
import { createFirstAdminEndpoint, getSetupStateEndpoint } from '#contract/people/first-admin-setup.ts'
import {
  addUserRecordEndpoint,
  getUserRecordEndpoint,
  listUserRecordsEndpoint,
  updateUserRecordEndpoint,
} from '#contract/people/user-role-records.ts'
import {
  DEFAULT_WORK_EMAIL_FREQUENCY,
  getWorkEmailFrequencyEndpoint,
  setWorkEmailFrequencyEndpoint,
  type WorkEmailFrequency,
} from '#contract/people/work-email-frequency.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { IdempotencyKey } from '#platform/db/idempotency.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ServerModule } from '#platform/module.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { MailService } from '../../mail/mail.ts'
import { findAccountByEmail } from '../accounts/accounts.ts'
import { endAllSessions, type SessionsModule } from '../sessions/sessions.ts'
import { type AdminUserChange, buildInvitationEmail, buildUserChangeEmails } from './emails.ts'
import { createFirstAdminSetup, type FirstAdminSetupDependencies } from './first-admin.ts'
import {
  type ActiveAdmin,
  deleteUserRoleRecord,
  findEmailChoices,
  findUserRoleRecord,
  hasEverHadAdmin,
  insertUserRoleRecord,
  listActiveAdminEmails,
  listActiveAdmins,
  listAdminEmails,
  listUserRoleRecords,
  lockUserRoleRecords,
  updateEmailChoices,
  updateUserRoleRecord,
} from './store.ts'
import type { UserRoleTable } from './tables.ts'

export { buildUserChangeEmails } from './emails.ts'
export { grantAdmin } from './grant-admin.ts'
export { hasAdminRole, listAdminsWithoutSecondFactor, listUserRoleRecords, moveUserRoleRecord } from './store.ts'

export function listAdminEmailsToNotify(db: DatabaseReader): Promise<string[]> {
  return listAdminEmailsWanting(db, () => true)
}

/** Lists the admins who want the email about the work this often. */
export function listAdminEmailsByWorkEmailFrequency(db: DatabaseReader, choice: WorkEmailFrequency): Promise<string[]> {
  return listAdminEmailsWanting(db, ({ work_emails }) => (work_emails ?? DEFAULT_WORK_EMAIL_FREQUENCY) === choice)
}

/** Lists the admins who want an email when money arrives. */
export function listAdminEmailsForPayments(db: DatabaseReader): Promise<string[]> {
  return listAdminEmailsWanting(db, ({ payment_emails }) => payment_emails === 1)
}

async function listAdminEmailsWanting(db: DatabaseReader, isWanted: (admin: ActiveAdmin) => boolean): Promise<string[]> {
  return (await listActiveAdmins(db)).filter((admin) => isEmail(admin.email) && isWanted(admin)).map(({ email }) => email)
}

const ADDED_MESSAGE = 'User Is Added'
const UPDATED_MESSAGE = 'User Is Update'

type Dependencies = FirstAdminSetupDependencies & {
  mail: MailService
  sessions: Pick<SessionsModule, 'clearCache' | 'logInNewAccount'>
}

type UserInput = { email: string; role: string }
type UserRoleBeforeAndAfter = { before?: UserRoleTable; after: UserRoleTable } | { before: UserRoleTable; after?: undefined }

/** Creates the module for user records (P-71), including the first admin (docs/decisions/0012). */
export function createUsersModule(dependencies: Dependencies) {
  const { database, mail } = dependencies
  const { read, write } = database
  const firstAdmin = createFirstAdminSetup(dependencies)

  const handlers = [
    // Oldest first. A customer sees only their own record.
    defineHandler(listUserRecordsEndpoint, async (_, { session: { viewer } }) => {
      if (viewer.kind === 'visitor') return []
      return (await listUserRoleRecords(read, viewer.kind === 'admin' ? undefined : viewer.email)).map(serializeUserRecord)
    }),

    defineHandler(getUserRecordEndpoint, async ({ params }, { session: { viewer } }) => {
      const record = await findUserRoleRecord(read, params.id)
      const isOwn = viewer.kind !== 'visitor' && record?.email === viewer.email.toLowerCase()
      // Another person's record answers like a missing one.
      if (!record || !(viewer.kind === 'admin' || isOwn)) throw new UserError(404, 'This doesn’t exist anymore.')
      return serializeUserRecord(record)
    }),

    defineHandler(addUserRecordEndpoint, async ({ body: { userEmail, userRole } }, { person, idempotency }) => {
      const insert = async (tx: Tx) => ({ after: await insertUserRoleRecord(tx, userEmail, userRole) })
      const record = await changeUserRoleRecords(dependencies, person.email, insert, idempotency)
      return { message: ADDED_MESSAGE, record: serializeUserRecord(record) }
    }),

    // Throws a 404 for an unknown id, and a 409 if no admin could log in afterward.
    defineHandler(updateUserRecordEndpoint, async ({ params, body: { userEmail, userRole } }, { person }) => {
      const change = (tx: Tx) => changeRecord(tx, params.id, { email: userEmail, role: userRole })
      const record = await changeUserRoleRecords(dependencies, person.email, change)
      return { message: UPDATED_MESSAGE, record: serializeUserRecord(record) }
    }),

    defineHandler(listAdminUsersEndpoint, async () => {
      const [records, activeEmails] = await Promise.all([listUserRoleRecords(read), listActiveAdminEmails(read)])
      return records.map((record) => ({
        ...serializeUserRecord(record),
        _state: getAdminState(record, activeEmails),
        _since: record.created_at,
      }))
    }),

    // Throws a 404 for an unknown id, and a 409 if the person has no admin rights or can log in already.
    defineHandler(resendAdminInvitationEndpoint, async ({ params }, { person: { email: actor } }) => {
      await write(async (tx) => {
        const record = await requireUserRecord(tx, params.id)
        if (record.role !== ADMIN_ROLE) throw new UserError(409, `${record.email} isn’t an admin. Change the role first.`)
        if ((await listActiveAdminEmails(tx)).includes(record.email))
          throw new UserError(409, `${record.email} can already log in and doesn’t need an invitation.`)
        await recordAuditEntry(tx, { actor, action: 'user.invited', subject: record.id, detail: { email: record.email } })
        await mail.enqueue(tx, buildInvitationEmail(record.email, { actor }))
      })
      mail.wake()
      return { message: 'We sent the invitation again' }
    }),

    // Also ends the person's sessions. Throws a 404 for an unknown id, and a 409 for the actor or the last active admin.
    defineHandler(removeUserRecordEndpoint, async ({ params }, { person }) => {
      await changeUserRoleRecords(dependencies, person.email, (tx) => removeRecord(tx, person.email, params.id))
      return { message: 'The user was removed' }
    }),

    defineHandler(getWorkEmailFrequencyEndpoint, (_, { person }) => findEmailChoices(read, person.email.toLowerCase())),

    defineHandler(setWorkEmailFrequencyEndpoint, async ({ body }, { person }) => {
      const email = person.email.toLowerCase()
      const record = await write(async (tx) => {
        const choices = { ...(await findEmailChoices(tx, email)), ...body }
        await updateEmailChoices(tx, email, choices)
        return choices
      })
      return { message: 'Your choice is saved.', record }
    }),

    defineHandler(getSetupStateEndpoint, async () => ({ needsAdmin: !(await hasEverHadAdmin(read)) })),

    defineHandler(createFirstAdminEndpoint, async ({ body }, caller) => ({
      message: ADDED_MESSAGE,
      record: serializeUserRecord(await firstAdmin.create(body, caller)),
    })),
  ]

  const users = { prepareFirstAdmin: firstAdmin.prepare }
  return {
    ...users,
    name: 'people/users',
    handlers,
    dataTables: ['user_role'],
    stateTables: ['setup_code', 'milestone'],
    noPersonalData: 'Admins, whom the owner removes at Team & access.',
  } satisfies ServerModule
}

/** Runs `work`, the audit entry and the emails to all affected people in one transaction. Throws a 403 if the actor isn't an admin. */
async function changeUserRoleRecords(
  { database, mail, sessions }: Dependencies,
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

function getAdminState({ role, email }: UserRoleTable, activeEmails: readonly string[]): AdminUser['_state'] {
  if (role !== ADMIN_ROLE) return 'withoutRights'
  return activeEmails.includes(email) ? 'active' : 'pending'
}

function serializeUserRecord({ id, email, role }: UserRoleTable) {
  return { _id: id, userEmail: email, userRole: role }
}
