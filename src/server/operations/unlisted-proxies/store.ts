import type { Reader, Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'

/** How many addresses are remembered: those seen last. */
const MAX_ROWS = 5

export async function saveUnlistedProxy(tx: Tx, address: string): Promise<void> {
  const seen = { address, seen_at: Date.now() }
  await tx
    .insertInto('unlisted_proxy')
    .values(seen)
    .onConflict((conflict) => conflict.column('address').doUpdateSet(seen))
    .execute()
  const last = tx.selectFrom('unlisted_proxy').select('address').orderBy('seen_at', 'desc').orderBy('address').limit(MAX_ROWS)
  await tx.deleteFrom('unlisted_proxy').where('address', 'not in', last).execute()
}

/** Returns the addresses that are remembered, the last seen first. */
export function unlistedProxies(db: Reader): Promise<Tables['unlisted_proxy'][]> {
  return db.selectFrom('unlisted_proxy').selectAll().orderBy('seen_at', 'desc').execute()
}
