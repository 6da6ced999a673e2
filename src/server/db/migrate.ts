import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { retryWhileBusy } from './database-errors.ts'
import { migrations } from './migrations/migrations.ts'
import type { Tables } from './tables.ts'

/**
 * Brings the schema up to date. All steps share one transaction, so a process killed at any
 * statement leaves the old schema or the new one; of two starters at once the second waits.
 */
export async function migrate(db: Kysely<Tables>, type: Database['type']): Promise<void> {
  const steps = migrations(type)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } })
  await retryWhileBusy(async () => {
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  }).catch(async (cause: unknown) => {
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
  return (await stepsTaken(db)).includes(name)
}

/** The names of the steps that were taken; none where that cannot be read. */
async function stepsTaken(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db)
    .catch(() => ({ rows: [] }))
  return rows.map(({ name }) => name)
}
