import { createHmac } from 'node:crypto'

const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP = 30_000

/**
 * Generates the code of an authenticator app for a base32 secret (RFC 6238, six digits).
 * Each code works once. The server accepts one step ahead, so a test takes its next code from `stepsAhead`.
 */
export function generateTotp(secret: string, stepsAhead = 0): string {
  const bits = [...secret].map((character) => BASE32_ALPHABET.indexOf(character).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP) + stepsAhead))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
