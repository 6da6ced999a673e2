import { sql } from 'kysely'
import type { UserRecordTable } from '../../db/tables.ts'
import type { Tx } from '../../db/write.ts'
import { ADMIN, refuseSecondRecord } from '../store.ts'

/**
 * Lets one transaction at a time change user records: of two admins who demote each other in two
 * processes, the second sees what the first did. The row is there since the first admin was made.
 */
export async function lockUsers(tx: Tx): Promise<void> {
  await tx.updateTable('milestone').set({ name: 'first-admin' }).where('name', '=', 'first-admin').execute()
}

export async function findUser(tx: Tx, id: string): Promise<UserRecordTable | undefined> {
  return tx.selectFrom('user_record').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Throws a 409 where another record has this email. */
export async function replaceUser(tx: Tx, record: UserRecordTable): Promise<void> {
  await tx.updateTable('user_record').set(record).where('id', '=', record.id).execute().catch(refuseSecondRecord)
}

/** The emails of all who have the role, whether or not they can log in yet. */
export async function adminEmails(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('user_record').select('email').where('role', '=', ADMIN).orderBy('created_at').execute()
  return rows.map(({ email }) => email)
}

/** The emails of all who could log in as an admin: a record with the role whose email has a verified account. */
export async function usableAdminEmails(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select user_record.email from user_record join "user" on "user"."email" = user_record.email
    where user_record.role = ${ADMIN} and "user"."emailVerified" order by user_record.created_at`.execute(tx)
  return rows.map(({ email }) => email)
}
