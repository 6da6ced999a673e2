import type { Tx } from '../db/database-writer.ts'
import type { DatabaseReader } from '../db/tables.ts'

export async function listServerProcessNames(db: DatabaseReader): Promise<string[]> {
  return (await db.selectFrom('process').select('name').execute()).map(({ name }) => name)
}

export async function insertServerProcessRow(tx: Tx, name: string): Promise<void> {
  await tx
    .insertInto('process')
    .values({ name, started_at: Date.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns false if another process has already removed it. */
export async function removeServerProcessRow(tx: Tx, name: string): Promise<boolean> {
  return (await tx.deleteFrom('process').where('name', '=', name).returning('name').executeTakeFirst()) !== undefined
}
