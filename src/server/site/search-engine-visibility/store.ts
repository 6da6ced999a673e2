import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'

/** Returns whether an admin lets search engines list the site while it holds samples. */
export async function isIndexingWithSamplesAllowed(db: DatabaseReader): Promise<boolean> {
  const row = await db.selectFrom('search_engine_decision').select('is_allowed').executeTakeFirst()
  return row?.is_allowed === 1
}

export async function saveSearchEngineDecision(tx: Tx, isAllowed: boolean, actor: string): Promise<void> {
  const decision = { is_allowed: isAllowed ? 1 : 0, decided_at: Date.now(), decided_by: actor }
  await tx
    .insertInto('search_engine_decision')
    .values({ id: 1, ...decision })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(decision))
    .execute()
}
