import { sql } from 'kysely'
import type { Tx } from './database-writer.ts'
import { takeLock } from './lock-order.ts'

/** Bumps the content version. Its lock makes concurrent writers of content wait in order. */
export async function bumpContentVersion(tx: Tx): Promise<void> {
  const update = tx.updateTable('content_version').set({ version: sql`version + 1` })
  await takeLock(tx, 'content version', () => update.execute())
}
