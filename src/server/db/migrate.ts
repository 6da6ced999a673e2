import { Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { migrations } from './migrations/migrations.ts'
import { withPatience } from './patience.ts'

/**
 * Brings the schema up to date. All steps share one transaction, so a process killed at any
 * statement leaves the old schema or the new one; of two starters at once the second waits.
 */
export async function migrate({ main, type }: Pick<Database, 'main' | 'type'>): Promise<void> {
  const migrator = new Migrator({ db: main, provider: { getMigrations: async () => migrations(type) } })
  await withPatience(async () => {
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  }).catch((cause: unknown) => {
    throw new Error('The database could not be brought up to date.', { cause })
  })
}
