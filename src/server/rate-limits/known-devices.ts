import { randomBytes } from 'node:crypto'
import { stringifySetCookie } from 'cookie'
import { readCookie } from '#platform/http/web-headers.ts'
import { createSigner } from '#platform/secrets/tokens.ts'

/** How long a browser stays known after a sign-in, in seconds. */
const MAX_AGE = 180 * 24 * 60 * 60
// Has no prefix of our other cookies, so that visitors who logged in before still get cached pages.
const COOKIE_NAME = 'known-device'
/** Matches the device id, the account (missing in older cookies) and the signature. */
const COOKIE_PATTERN = /^([\w-]{22})\.(?:([\w-]{22})\.)?([\w-]{43})$/

export type KnownDevices = ReturnType<typeof createKnownDevices>

/**
 * Remembers browsers that logged in to an account. Their attempts are counted apart from those of strangers
 * (docs/decisions/0011). The cookie proves nothing else.
 */
export function createKnownDevices({ secret, isSecure }: { secret: string; isSecure: boolean }) {
  const name = isSecure ? `__Host-${COOKIE_NAME}` : COOKIE_NAME
  const { sign, isValidSignature: isSigned } = createSigner(secret)

  return {
    /** Returns the device id if the browser is known for `account`. Without `account`, checks the cookie's own account. */
    find(headers: Headers, account?: string): string | undefined {
      const [, device = '', named = '', signature = ''] = COOKIE_PATTERN.exec(readCookie(headers, name) ?? '') ?? []
      return isSigned(`${device} ${account ?? named}`, signature) ? device : undefined
    },

    /** Returns a Set-Cookie header that makes a browser known. */
    remember(account: string): string {
      const device = randomBytes(16).toString('base64url')
      const value = `${device}.${account}.${sign(`${device} ${account}`)}`
      return stringifySetCookie({ name, value, maxAge: MAX_AGE, path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure })
    },
  }
}
