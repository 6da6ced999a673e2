import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs texts so that nobody without the secret can (HMAC-SHA256, RFC 2104). What it signed once stays valid: it is in people's mailboxes. */
export function createSigner(secret: string) {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  return {
    /** 43 characters of base64url. */
    sign,

    /** Whether `signature` is the one of `text`; takes no longer the more of it is right. */
    isSigned(text: string, signature: string): boolean {
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(text))]
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
