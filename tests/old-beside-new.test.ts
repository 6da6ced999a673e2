import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, it } from 'vitest'
import { faqItem } from '../src/contract/content/kinds/faq-item.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { readConfig } from '../src/server/config/config.ts'
import { openDatabase } from '../src/server/platform/db/db.ts'
import { takeSteps } from '../src/server/platform/db/migrate.ts'
import { LAST_RELEASED, migrations } from '../src/server/platform/db/migrations/migrations.ts'
import { openPool } from '../src/server/platform/db/postgres-driver.ts'
import { sqliteDialect } from '../src/server/platform/db/sqlite-driver.ts'
import type { Tables } from '../src/server/platform/db/tables.ts'
import { startApp } from './support/app.ts'
import { breakingStatements } from './support/breaking-statements.ts'
import { sampleRecord } from './support/content.ts'
import { recordsAt } from './support/content-records.ts'
import { creatingCalls } from './support/creating-calls.ts'
import { onEveryDatabase } from './support/databases.ts'

/** They draw every page of the site, and read nothing that others do not. */
const DRAWN = ['/site-checks', '/page-facts']
/** Each call once, on a busy machine; in ms. */
const SLOW = 150_000

/** A step of a version that is to come, with all that a step may do: to every table that there is. */
const ROOMS = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable('room').addColumn('id', 'text').execute()
    for (const { name, columns } of await db.introspection.getTables()) {
      await db.schema.alterTable(name).addColumn('room', 'text').execute()
      await db.schema
        .alterTable(name)
        .addColumn('rooms', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await db.schema
        .createIndex(`${name}_in_room`)
        .on(name)
        .columns(['room', columns[0]?.name ?? 'room'])
        .execute()
    }
  },
}

onEveryDatabase('a version beside the next one', (database) => {
  it('can live with every step since the last release', async () => {
    const url = await database.url()
    const type = url === undefined ? 'sqlite' : 'postgres'
    const statements: string[] = []
    let isNew = false
    const db = new Kysely<Tables>({
      dialect: url ? new PostgresDialect({ pool: openPool(url, { max: 1 }) }) : sqliteDialect(new DatabaseSync(':memory:')),
      log({ query }) {
        if (isNew) statements.push(query.sql)
      },
    })
    const watched = Object.entries(migrations(type)).map(([name, { up }]) => [
      name,
      {
        async up(tx: Kysely<unknown>) {
          isNew = name > LAST_RELEASED
          await up(tx)
          isNew = false
        },
      },
    ])
    await takeSteps(db, Object.fromEntries(watched))
    await db.destroy()
    expect(Object.keys(migrations(type))).toContain(LAST_RELEASED)
    expect(breakingStatements(statements)).toEqual([])
  })

  it('goes on reading and writing once that has brought the schema up to date, and does not start again', {
    timeout: SLOW,
  }, async () => {
    const site = await startApp(await database.environment())
    const { add, save } = recordsAt(site)
    const record = await add(faqItem, 5)
    await site.request('GET', '/api/messages', { as: 'admin' })

    const next = await openDatabase(readConfig(site.environment))
    await takeSteps(next.main, { ...migrations(next.type), '9998-rooms': ROOMS })
    const { rows } = await sql`select room, rooms from message`.execute(next.main)
    await next.close()
    expect(rows).toEqual([])

    expect((await save(faqItem, record._id, sampleRecord(faqItem, 6))).status).toBe(200)
    const failed: unknown[] = []
    for (const [nth, { path, body }] of creatingCalls.entries()) {
      const headers = { 'idempotency-key': `"the call ${nth}"` }
      const { status, text } = await site.request('POST', path, { as: 'admin', body, headers })
      if (status >= 400) failed.push([path, status, text])
    }
    for (const { method, path } of endpoints) {
      if (method !== 'GET' || DRAWN.includes(path)) continue
      const address = `/api${path.replace(/:\w+/g, record._id)}`
      const { status, text } = await site.request('GET', address, { as: 'admin' })
      if (status >= 500) failed.push([address, status, text])
    }
    for (const path of ['/', '/pricing/', '/readyz']) {
      const { status } = await site.request('GET', path)
      if (status !== 200) failed.push([path, status])
    }
    expect(failed).toEqual([])
    await expect(startApp(site.environment)).rejects.toThrow('was written by a newer version of Rankstead (9998-rooms)')
    await site.close()
  })
})

it.each([
  'drop table "message"',
  'alter table "message" rename to "letter"',
  'alter table "message" rename column "name" to "who"',
  'alter table "message" drop column "number"',
  'alter table "message" alter column "name" type integer',
  'alter table "message" alter column "number" set not null',
  'alter table "message" add column "room" text not null',
  'alter table "message" add column "room" text unique',
  'alter table "message" add column "room" text, drop column "name"',
  'alter table "message" add constraint "one" unique ("name")',
  'create unique index "message_once" on "message" ("name")',
  'drop index "message_newest"',
  'create trigger "t" after insert on "message" begin select 1; end',
  'update "message" set "name" = ?, "room" = ?',
  'delete from "message"',
  'vacuum',
])('The check refuses: %s', (statement) => {
  const additions = [
    'create table "room" ("id" text not null)',
    'create unique index "room_once" on "room" ("id")',
    'alter table "room" rename column "id" to "name"',
    'alter table "message" add column "kept" integer default 0 not null',
    'create index "message_kept" on "message" ("kept")',
    'update "message" set "kept" = coalesce(length("name"), 1) where "name" = ?',
    'insert into "room" ("id") select "id" from "message"',
    'delete from "room"',
  ]
  expect(breakingStatements(additions)).toEqual([])
  expect(breakingStatements([...additions, statement])).toHaveLength(1)
})
