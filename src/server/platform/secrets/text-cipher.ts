import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** AES-256-GCM (NIST SP 800-38D): nobody without the secret can read what was sealed, or change it. */
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type TextCipher = ReturnType<typeof createTextCipher>

/** Seals texts that somebody else keeps for us, such as a browser; any process with the same secret can open them. */
export function createTextCipher(secret: string) {
  const key = createHash('sha256').update(secret).digest()
  return {
    /** Base64url, shorter than the text where that repeats itself. */
    encrypt(text: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      const encrypted = [cipher.update(deflateRawSync(text)), cipher.final()]
      return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]).toString('base64url')
    },

    /** Undefined where it was not sealed with this secret. */
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
