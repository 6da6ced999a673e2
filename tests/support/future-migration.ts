import { listMigrationStatements, type Migration } from '#platform/db/migration.ts'
import { baselineMigration } from '#server/migrations/0001-baseline.ts'
import { migrations } from '#server/migrations/migrations.ts'

const TABLES = listMigrationStatements(baselineMigration, 'sqlite').flatMap(
  (statement) => /^create table (\S+)/.exec(statement)?.[1] ?? [],
)

/** A migration of a future version. It makes every allowed change to every table. */
export const futureMigration: Migration = {
  name: '9998-rooms',
  sql: [
    'create table room (id text)',
    ...TABLES.flatMap((table) => [
      `alter table ${table} add column room text`,
      `alter table ${table} add column rooms integer not null default 0`,
      `create index ${table.replaceAll('"', '')}_in_room on ${table} (room)`,
    ]),
    'update message set room = subject',
  ].join(';\n'),
}

/** Adds the future migration to this process. Returns a function that removes it and may run more than once. */
export function addFutureMigration(): () => void {
  if (!migrations.includes(futureMigration)) migrations.push(futureMigration)
  return () => {
    if (migrations.at(-1) === futureMigration) migrations.pop()
  }
}
