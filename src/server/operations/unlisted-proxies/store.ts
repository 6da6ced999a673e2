import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader, DatabaseTables } from '#platform/db/tables.ts'

const MAX_REMEMBERED_PROXIES = 5

export async function saveUnlistedProxy(tx: Tx, address: string): Promise<void> {
  const row = { address, seen_at: Date.now() }
  await tx
    .insertInto('unlisted_proxy')
    .values(row)
    .onConflict((conflict) => conflict.column('address').doUpdateSet(row))
    .execute()
  const latestAddresses = tx
    .selectFrom('unlisted_proxy')
    .select('address')
    .orderBy('seen_at', 'desc')
    .orderBy('address')
    .limit(MAX_REMEMBERED_PROXIES)
  await tx.deleteFrom('unlisted_proxy').where('address', 'not in', latestAddresses).execute()
}

/** Returns the remembered addresses, the most recent first. */
export function listUnlistedProxies(db: DatabaseReader): Promise<DatabaseTables['unlisted_proxy'][]> {
  return db.selectFrom('unlisted_proxy').selectAll().orderBy('seen_at', 'desc').execute()
}
