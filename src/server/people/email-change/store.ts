import { sql } from 'kysely'
import { EMAIL_CHANGE_TTL_SECONDS } from '#contract/people/own-account-security.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'

// A change waits as one row of the library's `verification` for each address that hasn't agreed. What ends all sessions of
// the account, such as another password, deletes both.

type Side = 'old' | 'new'
export type EmailChangeLink = { side: Side; newEmail: string; hash: string }

export async function insertEmailChangeLink(tx: Tx, userId: string, { side, newEmail, hash }: EmailChangeLink): Promise<void> {
  const now = new Date().toISOString()
  const end = new Date(Date.now() + EMAIL_CHANGE_TTL_SECONDS * 1_000).toISOString()
  await sql`insert into "verification" ("id", "identifier", "value", "createdAt", "updatedAt", "expiresAt")
    values (${hash}, ${`${PREFIX}${side} ${newEmail}`}, ${userId}, ${now}, ${now}, ${end})`.execute(tx)
}

/** Lists the links that weren't used. */
export async function listEmailChangeLinks(db: DatabaseReader, userId: string): Promise<EmailChangeLink[]> {
  const { rows } = await sql<Row>`select "id", "identifier" from "verification" where ${isCurrent(userId)}`.execute(db)
  return rows.map(toLink)
}

/** Deletes a link that was used. Returns the links that were left, with this one, and locks them until the COMMIT. */
export async function useEmailChangeLink(tx: Tx, userId: string, hash: string): Promise<EmailChangeLink[]> {
  const { rows } = await sql<Row>`
    update "verification" set "updatedAt" = "updatedAt" where ${isCurrent(userId)} returning "id", "identifier"`.execute(tx)
  await sql`delete from "verification" where "id" = ${hash} and "value" = ${userId}`.execute(tx)
  return rows.map(toLink)
}

export async function deleteEmailChangeLinks(tx: Tx, userId: string): Promise<void> {
  await sql`delete from "verification" where "value" = ${userId} and "identifier" like ${`${PREFIX}%`}`.execute(tx)
}

const PREFIX = 'email-change '

type Row = { id: string; identifier: string }

function isCurrent(userId: string) {
  const now = new Date().toISOString()
  return sql`"value" = ${userId} and "identifier" like ${`${PREFIX}%`} and "expiresAt" > ${now}`
}

function toLink({ id, identifier }: Row): EmailChangeLink {
  const [, side, newEmail = ''] = identifier.split(' ')
  return { side: side as Side, newEmail, hash: id }
}
