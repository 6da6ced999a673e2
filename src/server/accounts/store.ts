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
  const known = (await insertAccount(tx, type, { email, name: email, hash })) ?? (await findAccountByEmail(tx, email))
  if (!known) throw new Error('An account that was there a moment ago is gone.')
  await confirmEmail(tx, type, known.id)
  await endAllSessions(tx, known.id)
  // Whoever had registered the address before must not stand between the owner and the site.
  await sql`delete from "account" where "userId" = ${known.id}`.execute(tx)
  await sql`delete from "twoFactor" where "userId" = ${known.id}`.execute(tx)
  await sql`update "user" set "twoFactorEnabled" = ${booleanFor(type, false)} where "id" = ${known.id}`.execute(tx)
  await insertPassword(tx, type, known.id, hash)
}

type Account = { id: string; email: string }

export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`select "id", "email" from "user" where "email" = ${email.toLowerCase()}`.execute(tx)
  return rows[0]
}

/** A new account with a password and an unconfirmed address; undefined where the address has an account. */
export async function insertAccount(
  tx: Tx,
  type: Database['type'],
  { email, name, hash }: { email: string; name: string; hash: string },
): Promise<Account | undefined> {
  const now = timeFor(type)
  const { rows } = await sql<Account>`
    insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values (${crypto.randomUUID()}, ${name}, ${email.toLowerCase()}, ${booleanFor(type, false)}, ${now}, ${now})
    on conflict ("email") do nothing returning "id", "email"`.execute(tx)
  const account = rows[0]
  if (account) await insertPassword(tx, type, account.id, hash)
  return account
}

/** Sets the password of an account, which may have had none. */
export async function setPassword(tx: Tx, type: Database['type'], userId: string, hash: string): Promise<void> {
  const { rows } = await sql`
    update "account" set "password" = ${hash}, "updatedAt" = ${timeFor(type)}
    where "userId" = ${userId} and "providerId" = 'credential' returning "id"`.execute(tx)
  if (rows.length === 0) await insertPassword(tx, type, userId, hash)
}

async function insertPassword(tx: Tx, type: Database['type'], userId: string, hash: string): Promise<void> {
  const now = timeFor(type)
  await sql`
    insert into "account" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
    values (${crypto.randomUUID()}, ${userId}, 'credential', ${userId}, ${hash}, ${now}, ${now})`.execute(tx)
}

export async function confirmEmail(tx: Tx, type: Database['type'], userId: string): Promise<void> {
  await sql`update "user" set "emailVerified" = ${booleanFor(type, true)} where "id" = ${userId}`.execute(tx)
}

/** Sessions, and sign-ins that wait for their second step. */
export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  await sql`delete from "session" where "userId" = ${userId}`.execute(tx)
  await sql`delete from "verification" where "value" = ${userId}`.execute(tx)
}

/** The library hands PostgreSQL dates and booleans, and SQLite their text and number. */
function timeFor(type: Database['type']): Date | string {
  return type === 'postgres' ? new Date() : new Date().toISOString()
}

function booleanFor(type: Database['type'], value: boolean): boolean | number {
  return type === 'postgres' ? value : Number(value)
}
