import type { LimitName } from '../../contract/limits.ts'
import type { Auth } from './auth.ts'

/** A path of the authentication library below `/api/auth`, with the limit it shares with our own call for the same thing. */
export type AuthRoute = { method: 'GET' | 'POST'; path: string; limit?: LimitName }

const LIMITS: Record<string, LimitName> = {
  'POST /sign-in/email': 'signIn',
  'POST /sign-up/email': 'registration',
  'POST /request-password-reset': 'passwordReset',
  'POST /reset-password': 'mailedLink',
  'GET /reset-password/:token': 'mailedLink',
  'GET /verify-email': 'mailedLink',
  'POST /send-verification-email': 'ownMail',
  'POST /change-email': 'ownMail',
  'POST /delete-user': 'ownPassword',
  'POST /sign-in/social': 'providerSignIn',
  'POST /link-social': 'providerSignIn',
  'GET /callback/:id': 'providerSignIn',
  'POST /callback/:id': 'providerSignIn',
}

/** Every path that the library serves as it is set up, so that each is a route of ours and no other spelling of it is. */
export function authRoutesOf({ api, options: { disabledPaths } }: Auth): AuthRoute[] {
  const isServed = ({ path, options }: Partial<Described>) =>
    path && !options?.metadata?.SERVER_ONLY && !disabledPaths.includes(path)
  return Object.values(api as Record<string, Partial<Described>>)
    .filter(isServed)
    .flatMap(({ path = '', options }) =>
      [options?.method ?? []].flat().map((method) => ({ method, path, ...limitOf(method, path) })),
    )
}

type Described = {
  path: string
  options: { method: AuthRoute['method'] | AuthRoute['method'][]; metadata?: { SERVER_ONLY?: boolean } }
}

function limitOf(method: string, path: string): { limit?: LimitName } {
  const named = LIMITS[`${method} ${path}`]
  if (named) return { limit: named }
  if (path.startsWith('/two-factor/')) return { limit: path.startsWith('/two-factor/verify') ? 'secondFactor' : 'ownPassword' }
  return method === 'POST' ? { limit: 'ownAccount' } : {}
}
