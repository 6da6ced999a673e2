import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader, EmailChange } from '#platform/db/tables.ts'

// These functions write the authentication library's tables, so that an account shares a transaction with related rows.

type Account = { id: string; email: string }

/** `createdAt` is a text in SQLite. */
export async function findAccountByEmail(
  db: DatabaseReader,
  email: string,
): Promise<(Account & { createdAt: Date | string }) | undefined> {
  const { rows } = await sql<Account & { createdAt: Date | string }>`
    select "id", "email", "createdAt" from "user" where "email" = ${email.toLowerCase()}`.execute(db)
  return rows[0]
}

/** Inserts an account with an unconfirmed email. Returns undefined if the email has an account. */
export async function insertAccountWithPassword(
  tx: Tx,
  { email, name, hash }: { email: string; name: string; hash: string },
): Promise<Account | undefined> {
  const now = nowAsIso()
  const { rows } = await sql<Account>`
    insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values (${randomUUIDv7()}, ${name}, ${email.toLowerCase()}, ${FALSE}, ${now}, ${now})
    on conflict ("email") do nothing returning "id", "email"`.execute(tx)
  const account = rows[0]
  if (account) await insertPasswordAccount(tx, account.id, hash)
  return account
}

/** Also works for an account without a password. */
export async function setPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  const { rows } = await sql`
    update "account" set "password" = ${hash}, "updatedAt" = ${nowAsIso()}
    where "userId" = ${userId} and "providerId" = 'credential' returning "id"`.execute(tx)
  if (rows.length === 0) await insertPasswordAccount(tx, userId, hash)
}

/** Makes this password the only credential, so that an earlier holder of the account can't log in. */
export async function replaceCredentialsWithPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await sql`delete from "account" where "userId" = ${userId}`.execute(tx)
  await removeSecondFactor(tx, userId)
  await insertPasswordAccount(tx, userId, hash)
}

/** Returns false if the account had no second factor. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`delete from "twoFactor" where "userId" = ${userId} returning "id"`.execute(tx)
  await sql`update "user" set "twoFactorEnabled" = ${FALSE} where "id" = ${userId}`.execute(tx)
  return rows.length > 0
}

export async function isEmailVerified(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from "user" where "id" = ${userId} and "emailVerified" = ${TRUE}`.execute(tx)
  return rows.length > 0
}

/** Returns false if the email was confirmed already. */
export async function markEmailVerified(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    update "user" set "emailVerified" = ${TRUE} where "id" = ${userId} and "emailVerified" = ${FALSE} returning "id"`.execute(tx)
  return rows.length > 0
}

/** Also removes the log-in with an identity provider, because the person may have lost that one. */
export async function changeAccountEmail(tx: Tx, userId: string, { from, to }: EmailChange): Promise<void> {
  await sql`delete from "account" where "userId" = ${userId} and "providerId" <> 'credential'`.execute(tx)
  await sql`
    update "user" set "email" = ${to}, "emailVerified" = ${TRUE}, "updatedAt" = ${nowAsIso()},
      "name" = case when "name" = ${from} then ${to} else "name" end
    where "id" = ${userId}`.execute(tx)
}

async function insertPasswordAccount(tx: Tx, userId: string, hash: string): Promise<void> {
  const now = nowAsIso()
  await sql`
    insert into "account" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
    values (${randomUUIDv7()}, ${userId}, 'credential', ${userId}, ${hash}, ${now}, ${now})`.execute(tx)
}

/** PostgreSQL converts these to booleans. SQLite stores them as numbers. The library reads both. */
const TRUE = 1
const FALSE = 0

/** Returns the library's date format in SQLite. PostgreSQL converts it to a timestamp. */
function nowAsIso(): string {
  return new Date().toISOString()
}
