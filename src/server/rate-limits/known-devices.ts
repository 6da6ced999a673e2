import { randomBytes } from 'node:crypto'
import { stringifySetCookie } from 'cookie'
import { readCookie } from '../platform/http/request-headers.ts'
import { createSigner } from '../platform/secrets/secrets.ts'

/** How long a browser stays known after a sign-in, in seconds. */
const MAX_AGE = 180 * 24 * 60 * 60
/** Without the prefix of our other cookies: a visitor who was signed in once still gets the kept documents. */
const COOKIE_NAME = 'known-device'
/** Matches the id, the account (missing in cookies of earlier versions) and the signature. */
const COOKIE_PATTERN = /^([\w-]{22})\.(?:([\w-]{22})\.)?([\w-]{43})$/

/**
 * Marks a browser in which somebody has logged in to an account, so that their own attempts are counted
 * apart from those of strangers (docs/decisions/0011). The cookie proves nothing else.
 */
export function createKnownDevices({ secret, isSecure }: { secret: string; isSecure: boolean }) {
  const name = isSecure ? `__Host-${COOKIE_NAME}` : COOKIE_NAME
  const { sign, isValidSignature: isSigned } = createSigner(secret)

  return {
    /** Returns the browser's id if it is known for `account`; without an account, for the one in its cookie. */
    find(headers: Headers, account?: string): string | undefined {
      const [, device = '', named = '', signature = ''] = COOKIE_PATTERN.exec(readCookie(headers, name) ?? '') ?? []
      return isSigned(`${device} ${account ?? named}`, signature) ? device : undefined
    },

    /** A Set-Cookie header that makes a browser known. */
    remember(account: string): string {
      const device = randomBytes(16).toString('base64url')
      const value = `${device}.${account}.${sign(`${device} ${account}`)}`
      return stringifySetCookie({ name, value, maxAge: MAX_AGE, path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure })
    },
  }
}
