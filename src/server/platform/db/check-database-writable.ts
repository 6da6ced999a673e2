import { randomBytes } from 'node:crypto'
import type { UnmigratedDatabase } from './database.ts'
import type { Tx } from './database-writer.ts'
import { openUnmigratedDatabase } from './open-database.ts'

/** More bytes than most saves write. On a full disk, a small save may still fit into space that the files own. */
const FILLER_BYTES = 48 * 1024

type WritableDatabase = Pick<UnmigratedDatabase, 'type' | 'write' | 'processLock'>

/**
 * Saves a row durably, as every save does. The row belongs to this process, so no other transaction locks it. Throws if
 * saving fails now.
 */
export async function probeDatabaseSave(database: WritableDatabase): Promise<void> {
  // A SQLite file has one writer at a time, so one row is enough.
  const id = database.type === 'sqlite' ? 'file' : ((await database.processLock.name()) ?? 'unnamed')
  await saveProbe(database, id)
}

/** Does the same for a command. Creates and migrates nothing. */
export async function probeDatabaseSaveFromCommand(config: Parameters<typeof openUnmigratedDatabase>[0]): Promise<void> {
  const database = await openUnmigratedDatabase(config)
  try {
    await saveProbe(database, 'command')
  } finally {
    await database.close()
  }
}

async function saveProbe({ type, write }: WritableDatabase, id: string): Promise<void> {
  const filler = randomBytes(type === 'sqlite' ? FILLER_BYTES : 16).toString('base64')
  await write.alone((tx) =>
    tx
      .insertInto('save_probe')
      .values({ id, filler })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ filler }))
      .execute(),
  )
}

/** Removes the row of an ended process. */
export async function removeSaveProbe(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('save_probe').where('id', '=', id).execute()
}
