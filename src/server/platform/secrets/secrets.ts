import type { Database } from '../db/open-database.ts'
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
  const { value } = await main.selectFrom('app_secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return value
}
