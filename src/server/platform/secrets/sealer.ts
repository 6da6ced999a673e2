import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** AES-256-GCM (NIST SP 800-38D): nobody without the secret can read what was sealed, or change it. */
const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

export type Sealer = ReturnType<typeof createSealer>

/** Seals texts that somebody else keeps for us, such as a browser; any process with the same secret can open them. */
export function createSealer(secret: string) {
  const key = createHash('sha256').update(secret).digest()
  return {
    /** Base64url, shorter than the text where that repeats itself. */
    seal(text: string): string {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG })
      const sealed = [cipher.update(deflateRawSync(text)), cipher.final()]
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url')
    },

    /** Undefined where it was not sealed with this secret. */
    open(sealed: string): string | undefined {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < NONCE + TAG) return undefined
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), { authTagLength: TAG })
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      try {
        const opened = [decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]
        return inflateRawSync(Buffer.concat(opened)).toString()
      } catch {
        return undefined
      }
    },
  }
}
