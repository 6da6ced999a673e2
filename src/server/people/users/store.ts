import { randomUUIDv7 } from 'node:crypto'
import { type Compilable, sql } from 'kysely'
import { UserError } from '#contract/core/user-error.ts'
import { ADMIN_ROLE } from '#contract/people/admin-users.ts'
import {
  DEFAULT_WORK_EMAIL_FREQUENCY,
  type PaymentEmailChoice,
  type WorkEmailFrequency,
} from '#contract/people/work-email-frequency.ts'
import { isUniqueViolation } from '#platform/db/database-errors.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { takeLock } from '#platform/db/lock-order.ts'
import { definePreparedStatement } from '#platform/db/prepared-statement.ts'
import type { DatabaseReader, EmailChange } from '#platform/db/tables.ts'
import type { UserRoleTable } from './tables.ts'

type EmailChoices = { workEmails: WorkEmailFrequency; paymentEmails: PaymentEmailChoice }

/** A milestone is reached once per database. Its unique name decides between two attempts at once. */
const FIRST_ADMIN_MILESTONE = 'first-admin'

/** Lists records, newest last. With `email`, lists only that person's. The table stores emails in lower case. */
export async function listUserRoleRecords(db: DatabaseReader, email?: string): Promise<UserRoleTable[]> {
  const all = db.selectFrom('user_role').selectAll().orderBy('created_at').orderBy('id')
  return (email === undefined ? all : all.where('email', '=', email.toLowerCase())).execute()
}

export async function findUserRoleRecord(db: DatabaseReader, id: string): Promise<UserRoleTable | undefined> {
  return db.selectFrom('user_role').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns whether the record of this email has the admin role (P-66). Admin rights need a verified account too. */
export async function hasAdminRole(db: DatabaseReader, email: string): Promise<boolean> {
  const record = await db.selectFrom('user_role').select('role').where('email', '=', email.toLowerCase()).executeTakeFirst()
  return record?.role === ADMIN_ROLE
}

/** Throws a 409 if another record has the new email. */
export async function moveUserRoleRecord(tx: Tx, { from, to }: EmailChange): Promise<void> {
  await lockUserRoleRecords(tx)
  const [record] = await listUserRoleRecords(tx, from)
  if (record) await updateUserRoleRecord(tx, { ...record, email: to })
}

/** Lists the emails of all records with the admin role, including people who can't log in yet. */
export async function listAdminEmails(db: DatabaseReader): Promise<string[]> {
  const rows = await db.selectFrom('user_role').select('email').where('role', '=', ADMIN_ROLE).orderBy('created_at').execute()
  return rows.map(({ email }) => email)
}

/** A record with the admin role and a verified account, and the emails that the admin chose. */
export type ActiveAdmin = Pick<UserRoleTable, 'email' | 'work_emails' | 'payment_emails'>

export function listActiveAdmins(db: DatabaseReader): Promise<ActiveAdmin[]> {
  return selectActiveAdmins(db, {})
}

export async function listActiveAdminEmails(db: DatabaseReader): Promise<string[]> {
  return (await listActiveAdmins(db)).map(({ email }) => email)
}

/** Uses raw SQL because the authentication library owns the table `user`. */
const selectActiveAdmins = definePreparedStatement(
  (db): Compilable<ActiveAdmin> => ({
    compile: () =>
      sql<ActiveAdmin>`
        select user_role.email, work_emails, payment_emails from user_role join "user" on "user"."email" = user_role.email
        where user_role.role = ${ADMIN_ROLE} and "user"."emailVerified" order by user_role.created_at`.compile(db),
  }),
)

export async function listAdminsWithoutSecondFactor(db: DatabaseReader): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select user_role.email from user_role join "user" on "user"."email" = user_role.email
    where user_role.role = ${ADMIN_ROLE} and "user"."emailVerified"
      and ("user"."twoFactorEnabled" is null or not "user"."twoFactorEnabled") order by user_role.created_at`.execute(db)
  return rows.map(({ email }) => email)
}

/** Returns which emails about work and payments a person gets. */
export async function findEmailChoices(db: DatabaseReader, email: string): Promise<EmailChoices> {
  const choices = db.selectFrom('user_role').select(['work_emails', 'payment_emails']).where('email', '=', email)
  const { work_emails, payment_emails = 1 } = (await choices.executeTakeFirst()) ?? {}
  return { workEmails: work_emails ?? DEFAULT_WORK_EMAIL_FREQUENCY, paymentEmails: payment_emails === 1 ? 'Yes' : 'No' }
}

export async function updateEmailChoices(tx: Tx, email: string, { workEmails, paymentEmails }: EmailChoices): Promise<void> {
  const choices = { work_emails: workEmails, payment_emails: Number(paymentEmails === 'Yes') }
  await tx.updateTable('user_role').set(choices).where('email', '=', email).execute()
}

/** Throws a 409 if another record has this email. */
export async function insertUserRoleRecord(tx: Tx, email: string, role: string): Promise<UserRoleTable> {
  const now = Date.now()
  const record = {
    id: randomUUIDv7(),
    email: email.toLowerCase(),
    role,
    created_at: now,
    updated_at: now,
    work_emails: null,
    payment_emails: 1,
  }
  await tx.insertInto('user_role').values(record).execute().catch(throwDuplicateUserError)
  return record
}

/** Throws a 409 if another record has this email. */
export async function updateUserRoleRecord(tx: Tx, record: UserRoleTable): Promise<void> {
  await tx.updateTable('user_role').set(record).where('id', '=', record.id).execute().catch(throwDuplicateUserError)
}

export async function deleteUserRoleRecord(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('user_role').where('id', '=', id).execute()
}

/**
 * Locks all user records for the transaction. If two admins demote each other in two processes, the second sees the first
 * change. The lock is the milestone's row, which exists once the site has its first admin.
 */
export async function lockUserRoleRecords(tx: Tx): Promise<void> {
  const lock = tx.updateTable('milestone').set({ name: FIRST_ADMIN_MILESTONE }).where('name', '=', FIRST_ADMIN_MILESTONE)
  await takeLock(tx, 'user records', () => lock.execute())
}

export async function hasEverHadAdmin(db: DatabaseReader): Promise<boolean> {
  return (
    (await db.selectFrom('milestone').select('name').where('name', '=', FIRST_ADMIN_MILESTONE).executeTakeFirst()) !== undefined
  )
}

/** Returns false if the site had its first admin before. */
export async function markFirstAdminCreated(tx: Tx): Promise<boolean> {
  const milestone = { name: FIRST_ADMIN_MILESTONE, reached_at: Date.now() }
  const insertion = tx
    .insertInto('milestone')
    .values(milestone)
    .onConflict((conflict) => conflict.doNothing())
  return (await insertion.returning('name').executeTakeFirst()) !== undefined
}

export async function replaceFirstAdminSetupCode(tx: Tx, hash: string): Promise<void> {
  await deleteFirstAdminSetupCodes(tx)
  await tx.insertInto('setup_code').values({ hash, created_at: Date.now() }).execute()
}

export async function deleteFirstAdminSetupCodes(tx: Tx): Promise<void> {
  await tx.deleteFrom('setup_code').execute()
}

/** Only the newest code counts. Two processes that start together can't delete each other's code. */
export async function findFirstAdminSetupCode(db: DatabaseReader): Promise<{ hash: string; created_at: number } | undefined> {
  return db.selectFrom('setup_code').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirst()
}

function throwDuplicateUserError(error: unknown): never {
  throw isUniqueViolation(error) ? new UserError(409, 'There’s already a user with this email.', 'userEmail') : error
}
