import { UserError } from '#contract/core/user-error.ts'
import { getJwksEndpoint } from '#contract/people/better-auth-endpoints.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { buildCookieHeaderFromReply } from '#platform/http/web-headers.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import type { Config } from '../../config/config.ts'
import type { Auth } from '../auth/auth.ts'
import { createSessionEventReporter } from './session-event-reporter.ts'

export type TokenSyncModule = ModuleFunctions<typeof createTokenSyncModule>

type Dependencies = { auth: Auth; config: Pick<Config, 'tokenSyncUrl'>; log: (sentence: string) => void }

/** Creates the module that sends sign-ins and sign-outs to TOKEN_SYNC_URL, if set (docs/decisions/0009). */
export function createTokenSyncModule({ auth, config: { tokenSyncUrl }, log }: Dependencies) {
  const reporter = tokenSyncUrl ? createSessionEventReporter({ url: tokenSyncUrl, log }) : undefined

  async function issueIdToken({ id, email, emailVerified }: User): Promise<string> {
    const { api } = await auth.library()
    if (!('signJWT' in api)) throw new Error('ID tokens need TOKEN_SYNC_URL.')
    const payload = { sub: id, email, email_verified: emailVerified, iat: Math.floor(Date.now() / 1000) }
    return (await api.signJWT({ body: { payload } })).token
  }

  const tokenSync = {
    /** Sends a completed sign-in. `response` is the library's response with the session cookie. */
    async notifySignIn(response: Response): Promise<void> {
      if (!reporter) return
      const { api } = await auth.library()
      const session = await api.getSession({ headers: new Headers({ cookie: buildCookieHeaderFromReply(response.headers) }) })
      if (session) reporter.notifySignIn(() => issueIdToken(session.user))
    },

    /** Sends a sign-out. */
    notifySignOut: (): void => reporter?.notifySignOut(),
  }

  const handlers = [
    defineHandler(getJwksEndpoint, async () => {
      const { api } = await auth.library()
      const keys = reporter && 'getJwks' in api ? await api.getJwks() : undefined
      if (!keys) throw new UserError(404, 'There are no ID tokens on this site.')
      return keys
    }),
  ]

  return {
    ...tokenSync,
    name: 'people/token-sync',
    handlers,
    stateTables: ['jwks'],
    noPersonalData: 'Keys that sign tokens.',
  } satisfies ServerModule
}

type User = { id: string; email: string; emailVerified: boolean }
