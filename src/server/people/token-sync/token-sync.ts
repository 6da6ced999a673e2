import type { Config } from '../../config/config.ts'
import type { Handled } from '../../platform/http/http.ts'
import { cookieHeaderAfter } from '../../platform/http/request-headers.ts'
import type { Api, Module } from '../../platform/module.ts'
import type { Auth } from '../auth/auth.ts'
import { tokenSyncHandlers } from './handlers.ts'
import { createReceiver } from './receiver.ts'

export type TokenSync = Api<typeof createTokenSync>

type Parts = { auth: Auth; config: Pick<Config, 'tokenSyncUrl'>; log: (sentence: string) => void }

/** Keeps another system informed of who is signed in, where one is configured (docs/decisions/0010). */
export function createTokenSync({ auth, config: { tokenSyncUrl }, log }: Parts) {
  const receiver = tokenSyncUrl ? createReceiver({ url: tokenSyncUrl, log }) : undefined

  /** A token that says who has signed in just now. */
  async function issueIdToken({ id, email, emailVerified }: User): Promise<string> {
    const { api } = await auth.library()
    if (!('signJWT' in api)) throw new Error('ID tokens are made for the token sync only.')
    const payload = { sub: id, email, email_verified: emailVerified, iat: Math.floor(Date.now() / 1000) }
    return (await api.signJWT({ body: { payload } })).token
  }

  const tokenSync = {
    /** Tells of a completed sign-in, by the library's answer to it. */
    async signedIn(response: Response): Promise<void> {
      if (!receiver) return
      const { api } = await auth.library()
      const found = await api.getSession({ headers: new Headers({ cookie: cookieHeaderAfter(response.headers) }) })
      if (found) receiver.signedIn(() => issueIdToken(found.user))
    },

    /** Tells that the token was cleared. */
    signedOut: (): void => receiver?.signedOut(),

    /** What proves our tokens; undefined where there are none. */
    async publicKeys() {
      if (!receiver) return undefined
      const { api } = await auth.library()
      return 'getJwks' in api ? api.getJwks() : undefined
    },
  }
  return {
    ...tokenSync,
    name: 'people/token-sync',
    handlers: (): Handled[] => tokenSyncHandlers(tokenSync),
    stateTables: ['jwks'],
  } satisfies Module
}

type User = { id: string; email: string; emailVerified: boolean }
