import { sql } from 'kysely'
import type { Tx } from '#platform/db/database-writer.ts'
import { definePreparedStatement } from '#platform/db/prepared-statement.ts'
import type { DatabaseReader, DatabaseTables } from '#platform/db/tables.ts'

export type PathHitCount = DatabaseTables['path_hit']

const isPath = sql<boolean>`subject like '/%'`

/** Adds to the stored hits. Writes in a fixed order, so that processes don't deadlock. */
export async function addPathHits(tx: Tx, hits: readonly PathHitCount[]): Promise<void> {
  for (const hit of hits.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))) await addPathHit(tx, hit)
}

const addPathHit = definePreparedStatement((db, hit: PathHitCount) =>
  db
    .insertInto('path_hit')
    .values(hit)
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        hits: eb('path_hit.hits', '+', eb.ref('excluded.hits')),
        last_at: eb.ref('excluded.last_at'),
      })),
    ),
)

/** Keeps the most requested paths. Of equal ones, the newest stay. Rows of redirects stay. */
export async function deleteRarePaths(tx: Tx, maxPaths: number): Promise<void> {
  const rest = tx
    .selectFrom('path_hit')
    .select('subject')
    .where(isPath)
    .orderBy('hits', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('subject')
    .limit(1_000)
    .offset(maxPaths)
  await tx.deleteFrom('path_hit').where('subject', 'in', rest).execute()
}

/** Lists the paths and the redirects, most requested first. */
export async function listOldPathHits(db: DatabaseReader): Promise<PathHitCount[]> {
  const rows = await db.selectFrom('path_hit').selectAll().orderBy('hits', 'desc').orderBy('last_at', 'desc').execute()
  return rows.map(({ subject, hits, last_at }) => ({ subject, hits: Number(hits), last_at: Number(last_at) }))
}
