import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { CookieCipher } from '#contract/core/page-rendering-interface.ts'

/** AES-256-GCM (NIST SP 800-38D) keeps texts secret and detects changes. */
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts texts that the browser stores in cookies. Any process with the same secret can decrypt them. */
export function createCookieCipher(secret: string): CookieCipher {
  const key = createHash('sha256').update(secret).digest()
  return {
    /** Returns base64url. Compresses the text first. */
    encrypt(text: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      const encrypted = [cipher.update(deflateRawSync(text)), cipher.final()]
      return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]).toString('base64url')
    },

    /** Returns undefined if this secret didn't encrypt the text. */
    decrypt(encrypted: string): string | undefined {
      const bytes = Buffer.from(encrypted, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        const decrypted = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]
        return inflateRawSync(Buffer.concat(decrypted)).toString()
      } catch {
        return undefined
      }
    },
  }
}
