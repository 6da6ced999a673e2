import { type Kysely, sql } from 'kysely'
import { PROGRAM_VERSION } from '../program-version.ts'
import type { BeforeMigration, Database } from './database.ts'
import { retryWhileBusy } from './database-errors.ts'
import type { Tx } from './database-writer.ts'
import { type DatabaseSchema, hashMigration, listMigrationStatements, type Migration } from './migration.ts'
import type { DatabaseTables } from './tables.ts'

type DatabaseType = Database['type']
type AppliedMigration = { name: string; digest?: string; version?: string | null }

/** The key of PostgreSQL's advisory lock: one process migrates at a time. */
const MIGRATION_LOCK = 1_380_012_116
/** Versions before 1.0.0 began with this migration and recorded it in Kysely's table. */
const FIRST_BEFORE_1_0 = '0001-content'
/** This migration adds the column for the version that applied a migration. */
const WRITING_VERSION = '0008-writing-version'

const MOVE_CONTENT =
  'Export the content with the program that wrote it, choose an empty DATA_DIR or database for this version, and import the content.'

/** The schema of a database and this program don't fit together. The message says what to do. */
class SchemaError extends Error {}

/**
 * Brings the schema up to date. All migrations share one transaction, so a process killed at any statement leaves the old
 * schema or the new one. If two processes start at once, the second waits.
 */
export async function migrateDatabase(
  db: Kysely<DatabaseTables>,
  type: DatabaseType,
  schema: DatabaseSchema,
  before?: BeforeMigration,
): Promise<void> {
  let beforeResult: Promise<void> | undefined
  // Runs once, even if a busy database restarts the transaction.
  const beforeOnce: BeforeMigration = (applied, next) => (beforeResult ??= before?.(applied, next) ?? Promise.resolve())
  try {
    await retryWhileBusy(() => applyMigrations(db, type, schema, beforeOnce))
  } catch (cause) {
    if (cause instanceof SchemaError) throw cause
    throw new Error('The database could not be migrated.', { cause })
  }
}

/** Applies the missing migrations in one transaction. Uses `db` itself if it is a transaction. */
export async function applyMigrations(
  db: Kysely<DatabaseTables>,
  type: DatabaseType,
  schema: DatabaseSchema,
  before?: BeforeMigration,
): Promise<void> {
  if (db.isTransaction) await applyInTransaction(db as Tx, type, schema, before)
  else await db.transaction().execute((tx) => applyInTransaction(tx, type, schema, before))
}

async function applyInTransaction(tx: Tx, type: DatabaseType, schema: DatabaseSchema, before?: BeforeMigration): Promise<void> {
  const { migrations } = schema
  if (type === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
  const applied = await readApplied(tx)
  const problem = findMigrationMismatch(applied, schema, type)
  if (problem) throw new SchemaError(problem)
  const names = applied.map(({ name }) => name)
  const next = migrations.filter(({ name }) => !names.includes(name))
  if (next[0] && names.length > 0) await before?.(names, next[0].name)
  if (names.length === 0) {
    await sql`create table migration (name text primary key, digest text not null, applied_at bigint not null)`.execute(tx)
  }
  for (const migration of next) {
    for (const statement of listMigrationStatements(migration, type)) await sql.raw(statement).execute(tx)
    const digest = hashMigration(migration, type)
    await tx.insertInto('migration').values({ name: migration.name, digest, applied_at: Date.now() }).execute()
  }
  // A backup is restored at the format that it has, which may be older than the column.
  const hasVersion = migrations.some(({ name }) => name === WRITING_VERSION)
  if (next[0] && hasVersion)
    await tx.updateTable('migration').set({ version: PROGRAM_VERSION }).where('name', '>=', next[0].name).execute()
}

/** Returns whether a migration was applied. After a restore of an older backup, the newest may be missing. */
export async function isMigrationApplied(db: Kysely<DatabaseTables>, name: string): Promise<boolean> {
  return (await db.selectFrom('migration').select('name').where('name', '=', name).executeTakeFirst()) !== undefined
}

/** Returns when a migration was applied, in epoch ms. */
export async function findMigrationTime(db: Kysely<DatabaseTables>, { name }: Migration): Promise<number> {
  const applied = db.selectFrom('migration').select('applied_at').where('name', '=', name)
  return Number((await applied.executeTakeFirstOrThrow()).applied_at)
}

/** Returns the names of the applied migrations, in order. Empty if they can't be read. */
export async function listAppliedMigrations(db: Kysely<DatabaseTables>): Promise<string[]> {
  return (await readApplied(db).catch((): AppliedMigration[] => [])).map(({ name }) => name)
}

async function readApplied(db: Kysely<DatabaseTables>): Promise<AppliedMigration[]> {
  // Lists the tables first, because a failing statement would abort the transaction.
  const tables = (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)
  if (tables.includes('migration')) return db.selectFrom('migration').selectAll().orderBy('name').execute()
  if (!tables.includes('kysely_migration')) return []
  return (await sql<AppliedMigration>`select name from kysely_migration order by name`.execute(db)).rows
}

/** Explains why this program can't use a database's schema and what to do. Returns undefined if it can. */
export async function explainMigrationMismatch(
  db: Kysely<DatabaseTables>,
  type: DatabaseType,
  schema: DatabaseSchema,
): Promise<string | undefined> {
  return findMigrationMismatch(await readApplied(db), schema, type)
}

function findMigrationMismatch(
  applied: readonly AppliedMigration[],
  { migrations, released }: DatabaseSchema,
  type: DatabaseType,
): string | undefined {
  const unknown = applied.filter(({ name }) => !migrations.some((known) => known.name === name))
  const newest = unknown.at(-1)
  if (newest) {
    const names = unknown.map(({ name }) => name)
    const origin = `This database was written by ${describeUnknownDatabaseVersion(names, newest.version)}.`
    if (names.includes(FIRST_BEFORE_1_0)) return `${origin} This version can’t update it. ${MOVE_CONTENT}`
    const isNamed = newest.version && newest.version !== PROGRAM_VERSION
    return (
      `${origin} Version ${PROGRAM_VERSION} opens the data formats up to ${getDataFormat(migrations.at(-1)?.name)}. ` +
      `Start ${isNamed ? `version ${newest.version} or a later one` : 'that version'}, or restore a backup from before it.`
    )
  }
  const edited = migrations.find((migration) =>
    applied.some(({ name, digest }) => name === migration.name && digest !== hashMigration(migration, type)),
  )
  if (!edited) return undefined
  const release = released.find(({ name }) => name === edited.name)
  if (release)
    return (
      `This database has another data format ${getDataFormat(edited.name)} than the release of version ${release.version}: a ` +
      `build before that release wrote it. Only that build opens it. Version ${PROGRAM_VERSION} opens databases that version ` +
      `${release.version} or a later release wrote. ${MOVE_CONTENT}`
    )
  return (
    `The migration ${edited.name}.ts was edited after this database applied it. ` +
    'Undo the edit and add a migration, or choose an empty DATA_DIR or database.'
  )
}

/** Describes the unknown, newer or older version that wrote a database or a backup, for a sentence. */
export function describeUnknownDatabaseVersion(unknown: readonly string[], version?: string | null): string {
  if (unknown.includes(FIRST_BEFORE_1_0)) return 'a version of Rankstead before 1.0.0'
  const name = version && version !== PROGRAM_VERSION ? `version ${version}` : 'a newer version'
  return `${name} of Rankstead in data format ${getDataFormat(unknown.at(-1))}`
}

/** Returns the number of the data format that a migration leads to. It is independent of the program's version. */
function getDataFormat(migration = ''): number {
  return Number.parseInt(migration, 10)
}
