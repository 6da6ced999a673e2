import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { cookieIn } from '../http/cookies.ts'

/** How long a browser stays known after a sign-in, in seconds. */
const LASTS = 180 * 24 * 60 * 60
/** Without the prefix of our other cookies: a visitor who was signed in once still gets the kept documents. */
const NAME = 'known-device'
const VALUE = /^([\w-]{22})\.([\w-]{43})$/

/**
 * Marks a browser in which somebody has logged in to an account, so that their own attempts are counted
 * apart from those of strangers (docs/decisions/0011). The cookie proves nothing else.
 */
export function createKnownDevices({ secret, isSecure }: { secret: string; isSecure: boolean }) {
  const name = isSecure ? `__Host-${NAME}` : NAME
  const attributes = `Max-Age=${LASTS}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const sign = (device: string, account: string) => createHmac('sha256', secret).update(`${device} ${account}`).digest()

  return {
    /** The device's id where it is known for this account. */
    find(headers: Headers, account: string): string | undefined {
      const [, device = '', signature = ''] = VALUE.exec(cookieIn(headers, name) ?? '') ?? []
      const given = Buffer.from(signature, 'base64url')
      const right = sign(device, account)
      return given.length === right.length && timingSafeEqual(given, right) ? device : undefined
    },

    /** A Set-Cookie header that makes a browser known. */
    remember(account: string): string {
      const device = randomBytes(16).toString('base64url')
      return `${name}=${device}.${sign(device, account).toString('base64url')}; ${attributes}`
    },
  }
}
