import { sql } from 'kysely'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'

/** Opens a second connection to a site's database, for state that no call can create or read. */
export async function openSiteDatabase(environment: Record<string, string>) {
  const { main, type, close } = await openDatabase(readConfig(environment))
  const trueValue = type === 'postgres' ? true : 1
  return {
    close,
    main,
    async bytes(): Promise<number> {
      const size =
        type === 'postgres'
          ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
          : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      return Number((await size.execute(main)).rows[0]?.bytes)
    },
    /** Returns when each public page last changed, in ms. */
    listPageChanges: () => main.selectFrom('page_change').selectAll().orderBy('page').execute(),
    async confirmEmail(email: string): Promise<void> {
      await sql`update "user" set "emailVerified" = ${trueValue} where "email" = ${email}`.execute(main)
    },
    /** Runs `work` while the database accepts no new sessions. */
    async forbidSessions<T>(work: () => Promise<T>): Promise<T> {
      const [forbid, allow] =
        type === 'postgres'
          ? [
              sql`alter table "session" add constraint no_sessions check (false) not valid`,
              sql`alter table "session" drop constraint no_sessions`,
            ]
          : [
              sql`create trigger no_sessions before insert on "session" begin select raise(abort, 'no sessions'); end`,
              sql`drop trigger no_sessions`,
            ]
      await forbid.execute(main)
      return work().finally(() => allow.execute(main))
    },
    /** Moves all sign-ins and password checks of an account `minutes` into the past. */
    async ageSessions(email: string, minutes: number): Promise<void> {
      const then = new Date(Date.now() - minutes * 60_000)
      await sql`
        update "session" set "createdAt" = ${type === 'postgres' ? then : then.toISOString()}, "confirmedAt" = ${then.getTime()}
        where "userId" in (select "id" from "user" where "email" = ${email})`.execute(main)
    },
    /** Adds `count` sessions to an account. The oldest one began `count` days ago. */
    async addSessions(email: string, count: number, userAgent = ''): Promise<void> {
      const date = (days: number) => {
        const at = new Date(Date.now() + days * 24 * 60 * 60_000)
        return type === 'postgres' ? at : at.toISOString()
      }
      for (let nth = 1; nth <= count; nth++)
        await sql`
          insert into "session" ("id", "token", "userId", "userAgent", "createdAt", "updatedAt", "expiresAt")
          select ${`${email} ${nth}`}, ${`token ${email} ${nth}`}, "id", ${userAgent}, ${date(-nth)}, ${date(-nth)}, ${date(1)}
          from "user" where "email" = ${email}`.execute(main)
    },
    async listSessionIds(email: string): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select "id" from "session" where "userId" in (select "id" from "user" where "email" = ${email})`.execute(main)
      return rows.map(({ id }) => id)
    },
    /** Returns when each session of an account ends, in epoch ms. */
    async listSessionExpiries(email: string): Promise<number[]> {
      const { rows } = await sql<{ expiresAt: string | Date }>`
        select "expiresAt" from "session" where "userId" in (select "id" from "user" where "email" = ${email})`.execute(main)
      return rows.map(({ expiresAt }) => new Date(expiresAt).getTime())
    },
    /** Makes every session of an account end `ms` from now. */
    async setSessionExpiry(email: string, ms: number): Promise<void> {
      const end = new Date(Date.now() + ms)
      await sql`
        update "session" set "expiresAt" = ${type === 'postgres' ? end : end.toISOString()}
        where "userId" in (select "id" from "user" where "email" = ${email})`.execute(main)
    },
    async listAuditEntries(action: string) {
      const rows = await main.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('at').execute()
      return rows.map(({ actor, subject, detail }) => ({ actor, subject, detail: JSON.parse(detail) }))
    },
    /** Lists recipients and subjects, oldest first, in a stable order. */
    async listMails(): Promise<string[]> {
      const rows = await main
        .selectFrom('email_outbox')
        .select(['recipient', 'subject'])
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(({ recipient, subject }) => `${recipient}: ${subject}`)
    },
    /** Stores a second factor as the authentication library does. */
    async addSecondFactor(email: string): Promise<void> {
      await sql`update "user" set "twoFactorEnabled" = ${trueValue} where "email" = ${email}`.execute(main)
      await sql`
        insert into "twoFactor" ("id", "secret", "backupCodes", "userId", "verified")
        select ${email}, 'a secret', 'codes', "id", ${trueValue} from "user" where "email" = ${email}`.execute(main)
    },
    async findSecondFactorSecret(email: string): Promise<string | undefined> {
      const { rows } = await sql<{ secret: string }>`
        select "secret" from "twoFactor" where "userId" in (select "id" from "user" where "email" = ${email})`.execute(main)
      return rows[0]?.secret
    },
  }
}
