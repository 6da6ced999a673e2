import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { BeforeMigration, Database } from './database.ts'
import { retryWhileBusy } from './database-errors.ts'
import { migrations } from './migrations/migrations.ts'
import type { Tables } from './tables.ts'

/**
 * Brings the schema up to date. All steps share one transaction, so a process killed at any
 * statement leaves the old schema or the new one; of two starters at once the second waits.
 */
export async function migrate(db: Kysely<Tables>, type: Database['type'], before?: BeforeMigration): Promise<void> {
  const steps = before ? stepsAfter(before, migrations(type)) : migrations(type)
  await retryWhileBusy(() => takeSteps(db, steps)).catch(async (cause: unknown) => {
    const unknown = (await stepsTaken(db)).filter((name) => !(name in steps))
    if (unknown.length > 0) {
      throw new Error(
        `This database was written by a newer version of Rankstead (${unknown.join(', ')}). ` +
          'Start that version, or put back a backup from before it.',
      )
    }
    throw new Error('The database could not be brought up to date.', { cause })
  })
}

/** The name of the last step that this program knows. */
export function newestStep(type: Database['type']): string {
  return Object.keys(migrations(type)).at(-1) ?? ''
}

/** Whether that step was taken, as after a backup of an older schema was put back it is not. */
export async function hasStep(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from kysely_migration where name = ${name}`.execute(db)
  return rows.length > 0
}

/** Takes those of these steps that were not taken yet; inside of `db` where that is a transaction. */
export async function takeSteps(db: Kysely<Tables>, steps: Record<string, Migration>): Promise<void> {
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => steps } }).migrateToLatest()
  if (error) throw error
}

/** The steps, of which the first to be taken has `before` in front of it: once, however often a busy database makes us begin again. */
function stepsAfter(before: BeforeMigration, steps: Record<string, Migration>): Record<string, Migration> {
  let done: Promise<void> | undefined
  async function beforeFirst(db: Kysely<Tables>, next: string): Promise<void> {
    const taken = await stepsTaken(db)
    if (taken.length > 0) await before(taken, next)
  }
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      {
        async up(db: Kysely<Tables>) {
          done ??= beforeFirst(db, name)
          await done
          await step.up(db)
        },
      },
    ]),
  )
}

/** The names of the steps that were taken; none where that cannot be read. */
export async function stepsTaken(db: Kysely<Tables>): Promise<string[]> {
  try {
    // Asked first, because a statement that fails would spoil the transaction that it is in.
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
    if (!tables.some(({ name }) => name === 'kysely_migration')) return []
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  } catch {
    return []
  }
}
