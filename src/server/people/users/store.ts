import { randomUUIDv7 } from 'node:crypto'
import { type Compilable, sql } from 'kysely'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { ADMIN } from '../../../contract/people/admin-users.ts'
import { isDuplicate } from '../../platform/db/database-errors.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Reader, UserRecordTable } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'

/** The role that gives rights (spec section 6). */

/** Reached once in the life of a database; the unique name decides between racing attempts. */
const MILESTONE = 'first-admin'

/** User records, newest last; with `email` only that person's own. Emails are kept in lower case. */
export async function listUsers(db: Reader, email?: string): Promise<UserRecordTable[]> {
  const all = db.selectFrom('user_record').selectAll().orderBy('created_at').orderBy('id')
  return (email === undefined ? all : all.where('email', '=', email.toLowerCase())).execute()
}

export async function findUser(db: Reader, id: string): Promise<UserRecordTable | undefined> {
  return db.selectFrom('user_record').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whether the record of this email says so; rights need a verified account too. */
export async function isAdmin(db: Reader, email: string): Promise<boolean> {
  const record = await db.selectFrom('user_record').select('role').where('email', '=', email.toLowerCase()).executeTakeFirst()
  return record?.role === ADMIN
}

/** The emails of all who have the role, whether or not they can log in yet. */
export async function adminEmails(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('user_record').select('email').where('role', '=', ADMIN).orderBy('created_at').execute()
  return rows.map(({ email }) => email)
}

/** The emails of all who could log in as an admin: a record with the role whose email has a verified account. */
export async function usableAdminEmails(db: Reader): Promise<string[]> {
  return (await usableAdmins(db, {})).map(({ email }) => email)
}

/** The account's table is the authentication library's. */
const usableAdmins = statement(
  (db): Compilable<{ email: string }> => ({
    compile: () =>
      sql<{ email: string }>`
        select user_record.email from user_record join "user" on "user"."email" = user_record.email
        where user_record.role = ${ADMIN} and "user"."emailVerified" order by user_record.created_at`.compile(db),
  }),
)

/** Those of them who log in with a password alone. */
export async function adminsWithoutSecondFactor(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select user_record.email from user_record join "user" on "user"."email" = user_record.email
    where user_record.role = ${ADMIN} and "user"."emailVerified"
      and ("user"."twoFactorEnabled" is null or not "user"."twoFactorEnabled") order by user_record.created_at`.execute(db)
  return rows.map(({ email }) => email)
}

/** Throws a 409 where another record has this email. */
export async function insertUser(tx: Tx, email: string, role: string): Promise<UserRecordTable> {
  const now = Date.now()
  const record = { id: randomUUIDv7(), email: email.toLowerCase(), role, created_at: now, updated_at: now }
  await tx.insertInto('user_record').values(record).execute().catch(refuseSecondRecord)
  return record
}

/** Throws a 409 where another record has this email. */
export async function replaceUser(tx: Tx, record: UserRecordTable): Promise<void> {
  await tx.updateTable('user_record').set(record).where('id', '=', record.id).execute().catch(refuseSecondRecord)
}

export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('user_record').where('id', '=', id).execute()
}

/**
 * Lets one transaction at a time change user records: of two admins who demote each other in two
 * processes, the second sees what the first did. The row is there since the first admin was made.
 */
export async function lockUsers(tx: Tx): Promise<void> {
  await tx.updateTable('milestone').set({ name: MILESTONE }).where('name', '=', MILESTONE).execute()
}

export async function hasFirstAdmin(db: Reader): Promise<boolean> {
  return (await db.selectFrom('milestone').select('name').where('name', '=', MILESTONE).executeTakeFirst()) !== undefined
}

/** False where there is one already. */
export async function insertFirstAdmin(tx: Tx): Promise<boolean> {
  const reached = { name: MILESTONE, reached_at: Date.now() }
  const added = tx
    .insertInto('milestone')
    .values(reached)
    .onConflict((conflict) => conflict.doNothing())
  return (await added.returning('name').executeTakeFirst()) !== undefined
}

/** Ends the codes before. */
export async function replaceSetUpCode(tx: Tx, hash: string): Promise<void> {
  await deleteSetUpCodes(tx)
  await tx.insertInto('set_up_code').values({ hash, created_at: Date.now() }).execute()
}

export async function deleteSetUpCodes(tx: Tx): Promise<void> {
  await tx.deleteFrom('set_up_code').execute()
}

/** The newest alone: of two processes that start at once, neither sees the other's code to end it. */
export async function newestSetUpCode(db: Reader): Promise<{ hash: string; created_at: number } | undefined> {
  return db.selectFrom('set_up_code').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirst()
}

function refuseSecondRecord(error: unknown): never {
  throw isDuplicate(error)
    ? new Refusal(409, 'There is a user with this email already.', { userEmail: 'There is a user with this email already.' })
    : error
}
