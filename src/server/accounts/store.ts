import { sql } from 'kysely'
import { Refusal } from '../../contract/refusal.ts'
import type { Database } from '../db/db.ts'
import { isDuplicate } from '../db/faults.ts'
import type { UserRecordTable } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'

/** The role that gives rights (spec section 6). */
export const ADMIN = 'Admin'

export type AccountStore = ReturnType<typeof createAccountStore>

/** The user records of spec section 3: who is an admin. Emails are kept in lower case. */
export function createAccountStore({ read }: Database) {
  return {
    /** Newest last; with `email` only that person's own record. */
    async list(email?: string): Promise<UserRecordTable[]> {
      const all = read.selectFrom('user_record').selectAll().orderBy('created_at').orderBy('id')
      return (email === undefined ? all : all.where('email', '=', email.toLowerCase())).execute()
    },

    async find(id: string): Promise<UserRecordTable | undefined> {
      return read.selectFrom('user_record').selectAll().where('id', '=', id).executeTakeFirst()
    },

    async isAdmin(email: string): Promise<boolean> {
      const record = await read
        .selectFrom('user_record')
        .select('role')
        .where('email', '=', email.toLowerCase())
        .executeTakeFirst()
      return record?.role === ADMIN
    },
  }
}

export async function insertUser(tx: Tx, email: string, role: string): Promise<UserRecordTable> {
  const now = Date.now()
  const record = { id: crypto.randomUUID(), email: email.toLowerCase(), role, created_at: now, updated_at: now }
  await tx.insertInto('user_record').values(record).execute().catch(refuseSecondRecord)
  return record
}

export function refuseSecondRecord(error: unknown): never {
  throw isDuplicate(error)
    ? new Refusal(409, 'There is a user with this email already.', { userEmail: 'There is a user with this email already.' })
    : error
}

/** Writes the library's own rows, so that account and admin record share one transaction; an account that exists is taken over. */
export async function putAccount(tx: Tx, type: Database['type'], email: string, hash: string): Promise<void> {
  const now = type === 'postgres' ? new Date() : new Date().toISOString()
  const yes = type === 'postgres' ? true : 1
  const { rows } = await sql<{ id: string }>`
    insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values (${crypto.randomUUID()}, ${email}, ${email}, ${yes}, ${now}, ${now})
    on conflict ("email") do update set "emailVerified" = ${yes}, "updatedAt" = ${now}
    returning "id"`.execute(tx)
  const userId = rows[0]?.id
  await sql`delete from "session" where "userId" = ${userId}`.execute(tx)
  await sql`delete from "account" where "userId" = ${userId}`.execute(tx)
  // Whoever had registered the address before must not stand between the owner and the site.
  await sql`delete from "twoFactor" where "userId" = ${userId}`.execute(tx)
  await sql`update "user" set "twoFactorEnabled" = ${type === 'postgres' ? false : 0} where "id" = ${userId}`.execute(tx)
  await sql`
    insert into "account" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
    values (${crypto.randomUUID()}, ${userId}, 'credential', ${userId}, ${hash}, ${now}, ${now})`.execute(tx)
}

/**
 * After a reset by mail: whoever did it reads the mailbox, so the address is confirmed; links that were
 * mailed earlier lead nowhere any more.
 */
export async function settleReset(tx: Tx, type: Database['type'], userId: string): Promise<void> {
  await sql`update "user" set "emailVerified" = ${type === 'postgres' ? true : 1} where "id" = ${userId}`.execute(tx)
  await sql`delete from "verification" where "value" = ${userId}`.execute(tx)
}
