import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../db/open-database.ts'

/** A secret of 256 bits that all processes on one database share, made by whichever comes first. */
export async function loadSharedSecret({ main, write }: Database, name: string): Promise<string> {
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

export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Codes of 256 random bits need no salt: only the hash is kept. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Signs texts so that nobody without the secret can (HMAC-SHA256, RFC 2104). What it signed once stays valid: it is in people's mailboxes. */
export function createSigner(secret: string) {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  return {
    /** 43 characters of base64url. */
    sign,

    /** Whether `signature` is the one of `text`; takes no longer the more of it is right. */
    isValidSignature(text: string, signature: string): boolean {
      const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(text))]
      return actual.length === expected.length && timingSafeEqual(actual, expected)
    },
  }
}
