import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../db/db.ts'

/** A secret of 256 bits that all processes on one database share, made by whichever comes first. */
export async function sharedSecret({ main, write }: Database, name: string): Promise<string> {
  await write((tx) =>
    tx
      .insertInto('app_secret')
      .values({ name, value: newCode() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  const { value } = await main.selectFrom('app_secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return value
}

export function newCode(): string {
  return randomBytes(32).toString('base64url')
}

/** Codes of 256 random bits need no salt: only the hash is kept. */
export function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
