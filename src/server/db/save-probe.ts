import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'
import { openAsItIs } from './db.ts'

/** More than most saves write, in bytes: on a full disk a few may still fit into room that the files have already. */
const FILLER_BYTES = 48 * 1024

type Writing = Pick<Database, 'type' | 'write' | 'processLock'>

/**
 * Saves something as any save does, durably and in a row of this process alone, which no other transaction holds. Throws
 * where nothing can be saved now.
 */
export async function probeSave(database: Writing): Promise<void> {
  // A file has one writer at a time, and each row takes room in it.
  const id = database.type === 'sqlite' ? 'file' : ((await database.processLock.name()) ?? 'unnamed')
  await saveProbe(database, id)
}

/** Does the same for a command, on the database as it is: it makes and migrates nothing. */
export async function probeSaveOf(config: Parameters<typeof openAsItIs>[0]): Promise<void> {
  const database = await openAsItIs(config)
  try {
    await saveProbe(database, 'command')
  } finally {
    await database.close()
  }
}

async function saveProbe({ type, write }: Writing, id: string): Promise<void> {
  const filler = randomBytes(type === 'sqlite' ? FILLER_BYTES : 16).toString('base64')
  await write.alone((tx) =>
    tx
      .insertInto('save_probe')
      .values({ id, filler })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ filler }))
      .execute(),
  )
}
