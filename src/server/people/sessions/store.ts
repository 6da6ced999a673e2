import { sql } from 'kysely'
import { RECENT_SIGN_IN_MS } from '#contract/core/endpoint.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { takeLock } from '#platform/db/lock-order.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'

/** Times are epoch milliseconds. */
export type StoredSession = {
  id: string
  address: string
  userAgent: string
  signedInAt: number
  lastSeenAt: number
}

/** Lists up to `limit` sessions of an account, newest sign-in first. Leaves out expired ones. */
export async function listSessions(db: DatabaseReader, userId: string, limit: number): Promise<StoredSession[]> {
  const { rows } = await sql<Row>`
    select "id", "ipAddress", "userAgent", "createdAt", "seenAt", "expiresAt" from "session"
    where "userId" = ${userId} order by "createdAt" desc limit ${limit}`.execute(db)
  return rows.filter(({ expiresAt }) => toEpochMs(expiresAt) > Date.now()).map(toStoredSession)
}

/** Returns whether the holder logged in or confirmed their identity within RECENT_SIGN_IN_MS. */
export async function hasRecentSignIn(db: DatabaseReader, id: string): Promise<boolean> {
  const { rows } = await sql<Pick<Row, 'createdAt' | 'confirmedAt'>>`
    select "createdAt", "confirmedAt" from "session" where "id" = ${id}`.execute(db)
  const now = Date.now()
  const times = rows.flatMap(({ createdAt, confirmedAt }) => [toEpochMs(createdAt), confirmedAt ?? 0])
  return times.some((time) => time > now - RECENT_SIGN_IN_MS && time <= computeLatestPlausibleTime(now))
}

export type SessionUser = {
  email: string
  emailVerified: boolean | number
  twoFactorEnabled?: boolean | number | null | undefined
}

/** Returns the account of a session. Returns undefined if the session has ended. */
export async function findSessionUser(db: DatabaseReader, id: string): Promise<SessionUser | undefined> {
  const { rows } = await sql<SessionUser & Pick<Row, 'expiresAt'>>`
    select "email", "emailVerified", "twoFactorEnabled", "expiresAt"
    from "session" join "user" on "user"."id" = "session"."userId" where "session"."id" = ${id}`.execute(db)
  return rows.find(({ expiresAt }) => toEpochMs(expiresAt) > Date.now())
}

export async function markSessionReauthenticated(tx: Tx, id: string): Promise<void> {
  await sql`update "session" set "confirmedAt" = ${Date.now()} where "id" = ${id}`.execute(tx)
}

export async function markSessionSeen(tx: Tx, id: string): Promise<void> {
  await sql`update "session" set "seenAt" = ${Date.now()} where "id" = ${id}`.execute(tx)
}

/** Returns false if the account has no session with this id. */
export async function deleteSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`delete from "session" where "userId" = ${userId} and "id" = ${id} returning "id"`.execute(tx)
  return rows.length > 0
}

/** Returns how many sessions it deleted. */
export async function deleteOtherSessions(tx: Tx, userId: string, currentSessionId: string): Promise<number> {
  const { rows } =
    await sql`delete from "session" where "userId" = ${userId} and "id" <> ${currentSessionId} returning "id"`.execute(tx)
  return rows.length
}

/**
 * Also ends sign-ins that wait for their second step. Callers that change the password do so first, so that
 * `isCurrentPassword` waits for their COMMIT.
 */
export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  await sql`delete from "session" where "userId" = ${userId}`.execute(tx)
  await sql`delete from "verification" where "value" = ${userId}`.execute(tx)
}

/** Returns the hash that a log-in checks, or undefined if the email has no account with a password. */
export async function findPasswordHashByEmail(db: DatabaseReader, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ password: string | null }>`
    select "password" from "account" where "providerId" = 'credential' and "userId" in (${selectUserId(email)})`.execute(db)
  return rows[0]?.password ?? undefined
}

/**
 * Returns whether this is still the hash of the account's password. Locks the password until the COMMIT, so that a change
 * either happens before this check, or ends the sessions that exist by now.
 */
export async function isCurrentPassword(tx: Tx, email: string, hash: string | undefined): Promise<boolean> {
  const lock = sql<{ password: string | null }>`
    update "account" set "updatedAt" = "updatedAt"
    where "providerId" = 'credential' and "userId" in (${selectUserId(email)}) returning "password"`
  const { rows } = await takeLock(tx, 'account', () => lock.execute(tx))
  return hash !== undefined && rows[0]?.password === hash
}

export async function hasSecondFactor(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await sql<{ twoFactorEnabled: boolean | number | null }>`
    select "twoFactorEnabled" from "user" where "email" = ${email.toLowerCase()}`.execute(tx)
  return Boolean(rows[0]?.twoFactorEnabled)
}

export async function deleteSessionByToken(tx: Tx, token: string): Promise<void> {
  await sql`delete from "session" where "token" = ${token}`.execute(tx)
}

export async function deleteSessionsExcept(tx: Tx, userId: string, token: string): Promise<void> {
  await sql`delete from "session" where "userId" = ${userId} and "token" <> ${token}`.execute(tx)
}

/** Ends the sign-ins of an account that wait for their second step. */
export async function deleteWaitingSecondSteps(tx: Tx, email: string): Promise<void> {
  await sql`delete from "verification" where "value" in (${selectUserId(email)})`.execute(tx)
}

function selectUserId(email: string) {
  return sql`select "id" from "user" where "email" = ${email.toLowerCase()}`
}

/** The authentication library stores dates: `Date` values in PostgreSQL, ISO text in SQLite. */
type Row = {
  id: string
  ipAddress: string | null
  userAgent: string | null
  createdAt: string | Date
  expiresAt: string | Date
  seenAt: number | null
  confirmedAt: number | null
}

function toStoredSession({ id, ipAddress, userAgent, createdAt, seenAt }: Row): StoredSession {
  const signedInAt = toEpochMs(createdAt)
  return { id, address: ipAddress ?? '', userAgent: userAgent ?? '', signedInAt, lastSeenAt: Math.max(seenAt ?? 0, signedInAt) }
}

function toEpochMs(date: string | Date): number {
  return new Date(date).getTime()
}
