import type { Reader } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'

export async function processNames(db: Reader): Promise<string[]> {
  return (await db.selectFrom('process').select('name').execute()).map(({ name }) => name)
}

export async function insertProcess(tx: Tx, name: string): Promise<void> {
  await tx
    .insertInto('process')
    .values({ name, started_at: Date.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** False where another process did so before. */
export async function removeProcess(tx: Tx, name: string): Promise<boolean> {
  await tx.deleteFrom('save_probe').where('id', '=', name).execute()
  return (await tx.deleteFrom('process').where('name', '=', name).returning('name').executeTakeFirst()) !== undefined
}
