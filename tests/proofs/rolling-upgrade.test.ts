import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { endpoints } from '#contract/endpoints.ts'
import { listMigrationStatements } from '#platform/db/migration.ts'
import { readConfig } from '#server/config/config.ts'
import { LAST_RELEASED_MIGRATION, migrations } from '#server/migrations/migrations.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { createContentClient } from '../support/content-client.ts'
import { addFutureMigration, futureMigration } from '../support/future-migration.ts'
import { idempotentCalls } from '../support/idempotent-calls.ts'
import { startApp } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** Calls that render every page and read nothing that other calls don't. */
const RENDERING_PATHS = ['/site-checks', '/page-facts']
/** In ms, for one request to every call on a busy machine. */

it.each(['sqlite', 'postgres'] as const)('the released version works with every later migration (%s)', (type) => {
  const next = [...migrations, futureMigration].filter(({ name }) => name > LAST_RELEASED_MIGRATION)
  expect(migrations.map(({ name }) => name)).toContain(LAST_RELEASED_MIGRATION)
  const statements = next.flatMap((migration) => listMigrationStatements(migration, type))
  expect(findBreakingStatements(statements), 'A migration only adds (docs/decisions/0079)').toEqual([])
})

describeOnEachDatabase('a running version', (database) => {
  it('keeps reading and writing after the next version migrated, but cannot start again', async () => {
    const site = await startApp(await database.environment())
    const { add, save } = createContentClient(site)
    const record = await add(faqItem, 5)
    await site.request('GET', '/api/messages', { as: 'admin' })

    const removeFutureMigration = addFutureMigration()
    const next = await openDatabase(readConfig(site.environment)).finally(removeFutureMigration)
    const { rows } = await sql`select room, rooms from message`.execute(next.main)
    await next.close()
    expect(rows).toEqual([])

    expect((await save(faqItem, record._id, buildRecordValues(faqItem, 6))).status).toBe(200)
    const failures: unknown[] = []
    for (const [nth, { path, body }] of idempotentCalls.entries()) {
      const headers = { 'idempotency-key': `"the call ${nth}"` }
      const { status, text } = await site.request('POST', path, { as: 'admin', body, headers })
      if (status >= 400) failures.push([path, status, text])
    }
    for (const { method, path } of endpoints) {
      if (method !== 'GET' || RENDERING_PATHS.includes(path)) continue
      const url = `/api${path.replace(/:\w+/g, record._id)}`
      const { status, text } = await site.request('GET', url, { as: 'admin' })
      if (status >= 500) failures.push([url, status, text])
    }
    for (const path of ['/', '/pricing/', '/readyz']) {
      const { status } = await site.request('GET', path)
      if (status !== 200) failures.push([path, status])
    }
    expect(failures).toEqual([])
    await expect(startApp(site.environment)).rejects.toThrow('was written by a newer version of Rankstead in data format 9998')
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
])('the migration check rejects: %s', (statement) => {
  const additions = [
    'create table "room" ("id" text not null)',
    'create unique index "room_once" on "room" ("id")',
    'alter table "room" rename column "id" to "name"',
    'alter table "message" add column "kept" integer default 0 not null',
    'create index "message_kept" on "message" ("kept")',
    'update "message" set "kept" = coalesce(length("name"), 1) where "name" = ?',
    'update "message" set "name" = null where "name" in (select "id" from "room")',
    'insert into "room" ("id") select "id" from "message"',
    'delete from "room"',
  ]
  expect(findBreakingStatements(additions)).toEqual([])
  expect(findBreakingStatements([...additions, statement])).toHaveLength(1)
})

/**
 * Finds migration statements that break the previous version (docs/decisions/0079).
 * The previous version reads and writes its own tables and columns, and ignores others. A statement counts as breaking unless
 * it is known to be harmless.
 */
function findBreakingStatements(statements: readonly string[]): string[] {
  const normalized = statements.map((text) => text.replaceAll('"', '').replace(/\s+/g, ' ').trim().toLowerCase())
  const newTables = new Set(normalized.flatMap((text) => /^create table (\w+)/.exec(text)?.[1] ?? []))
  const newColumns = new Set(normalized.flatMap((text) => parseAddedColumn(text) ?? []))

  function isHarmless(text: string): boolean {
    if (/^(select|with .* select) /.test(text) || /^create (table|index) /.test(text) || /^insert into /.test(text)) return true
    const changedTable = /^(?:alter table|drop table|update|delete from|create unique index .*? on) (\w+)/.exec(text)?.[1] ?? ''
    if (newTables.has(changedTable)) return true
    if (text.startsWith('update '))
      return parseAssignments(text).every(([column, value]) => value === 'null' || newColumns.has(`${changedTable}.${column}`))
    return parseAddedColumn(text) !== undefined && !/ unique| primary key/.test(text) && isOptionalColumn(text)
  }

  return normalized.filter((text) => !isHarmless(text))
}

/** Returns `table.column` if the statement adds one column and does nothing else. */
function parseAddedColumn(text: string): string | undefined {
  const [, table, column, rest = ''] = /^alter table (\w+) add column (\w+) (.*)$/.exec(text) ?? []
  return table && !/, (add|alter|drop|rename) /.test(rest) ? `${table}.${column}` : undefined
}

/** Whether an insert may leave the column out. */
function isOptionalColumn(text: string): boolean {
  return !text.includes(' not null') || text.includes(' default ')
}

/** Lists the columns and values of an update. The previous version reads null too, in a column that may be null. */
function parseAssignments(text: string): (readonly [column: string, value: string])[] {
  const [, changes = ''] = / set (.*?)(?: where .*)?$/.exec(removeParentheses(text)) ?? []
  return changes.split(',').map((change) => {
    const [column = '', value = ''] = change.split('=')
    return [column.trim(), value.trim()]
  })
}

/** Removes parentheses with their content, which may hold commas. */
function removeParentheses(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, '')
  return shorter === text ? text : removeParentheses(shorter)
}
