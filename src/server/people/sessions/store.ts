import { sql } from 'kysely'
import { RECENT } from '../../../contract/grammar/endpoint.ts'
import { latestPlausible } from '../../platform/db/clock.ts'
import type { Reader } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'

/** Times are epoch milliseconds. */
export type StoredSession = {
  id: string
  address: string
  userAgent: string
  signedInAt: number
  lastSeenAt: number
}

/** At most so many sessions of an account that have not expired, newest sign-in first. */
export async function sessionsOf(db: Reader, userId: string, most: number): Promise<StoredSession[]> {
  const { rows } = await sql<Row>`
    select "id", "ipAddress", "userAgent", "createdAt", "seenAt", "expiresAt" from "session"
    where "userId" = ${userId} order by "createdAt" desc limit ${most}`.execute(db)
  return rows.filter(({ expiresAt }) => timeOf(expiresAt) > Date.now()).map(toStored)
}

/** Whether its holder logged in, or gave the password again, within the last `RECENT` ms. A session that has ended is not. */
export async function isRecent(db: Reader, id: string): Promise<boolean> {
  const { rows } = await sql<Pick<Row, 'createdAt' | 'confirmedAt'>>`
    select "createdAt", "confirmedAt" from "session" where "id" = ${id}`.execute(db)
  const now = Date.now()
  const times = rows.flatMap(({ createdAt, confirmedAt }) => [timeOf(createdAt), confirmedAt ?? 0])
  return times.some((time) => time > now - RECENT && time <= latestPlausible(now))
}

export async function markConfirmed(tx: Tx, id: string): Promise<void> {
  await sql`update "session" set "confirmedAt" = ${Date.now()} where "id" = ${id}`.execute(tx)
}

export async function markSeen(tx: Tx, id: string): Promise<void> {
  await sql`update "session" set "seenAt" = ${Date.now()} where "id" = ${id}`.execute(tx)
}

/** False where the account has no such session. */
export async function deleteSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`delete from "session" where "userId" = ${userId} and "id" = ${id} returning "id"`.execute(tx)
  return rows.length > 0
}

/** Ends all but the one with the id `kept`; answers how many there were. */
export async function deleteOtherSessions(tx: Tx, userId: string, kept: string): Promise<number> {
  const { rows } = await sql`delete from "session" where "userId" = ${userId} and "id" <> ${kept} returning "id"`.execute(tx)
  return rows.length
}

/** Ends every session, and every sign-in that waits for its second step. */
export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  await sql`delete from "session" where "userId" = ${userId}`.execute(tx)
  await sql`delete from "verification" where "value" = ${userId}`.execute(tx)
}

/** Dates come as the authentication library stores them: a `Date` from PostgreSQL, ISO text from SQLite. */
type Row = {
  id: string
  ipAddress: string | null
  userAgent: string | null
  createdAt: string | Date
  expiresAt: string | Date
  seenAt: number | null
  confirmedAt: number | null
}

function toStored({ id, ipAddress, userAgent, createdAt, seenAt }: Row): StoredSession {
  const signedInAt = timeOf(createdAt)
  return { id, address: ipAddress ?? '', userAgent: userAgent ?? '', signedInAt, lastSeenAt: Math.max(seenAt ?? 0, signedInAt) }
}

function timeOf(date: string | Date): number {
  return new Date(date).getTime()
}
