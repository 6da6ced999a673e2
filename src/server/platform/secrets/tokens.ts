import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes a token for storage. Tokens of 256 random bits need no salt. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Signs texts with HMAC-SHA256 (RFC 2104). Signatures must stay valid forever, because they are in sent emails. */
export function createSigner(secret: string) {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  return {
    /** Returns 43 characters of base64url. */
    sign,

    /** Returns whether the signature belongs to the text. Compares in constant time. */
    isValidSignature(text: string, signature: string): boolean {
      const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(text))]
      return actual.length === expected.length && timingSafeEqual(actual, expected)
    },
  }
}

/** Signs ids for links in emails. The database stores no tokens. A token is valid forever, and for one `purpose` only. */
export function createSignedIds(secret: string, purpose: string) {
  const { sign, isValidSignature } = createSigner(secret)
  const buildClaim = (id: string) => `${purpose} ${id}`
  return {
    buildToken: (id: string): string => `${id}.${sign(buildClaim(id))}`,

    /** Returns the id, or undefined for a token that this site didn't sign. */
    parseToken(token: string): string | undefined {
      const [, id = '', signature = ''] = /^(.+)\.([^.]+)$/s.exec(token) ?? []
      return isValidSignature(buildClaim(id), signature) ? id : undefined
    },
  }
}
