import type { Database } from '../db/open-database.ts'
import type { DatabaseReader } from '../db/tables.ts'
import { generateToken } from './tokens.ts'

/** Returns a secret of 256 bits that all processes on one database share. The first process creates it. */
export async function loadOrCreateSharedSecret({ main, write }: Database, name: string): Promise<string> {
  await write((tx) =>
    tx
      .insertInto('app_secret')
      .values({ name, value: generateToken() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return (await findSharedSecret(main, name)) ?? Promise.reject(new Error(`The secret ${name} is gone.`))
}

export async function findSharedSecret(db: DatabaseReader, name: string): Promise<string | undefined> {
  return (await db.selectFrom('app_secret').select('value').where('name', '=', name).executeTakeFirst())?.value
}
