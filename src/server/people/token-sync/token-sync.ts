import { UserError } from '#contract/core/user-error.ts'
import { getJwksEndpoint } from '#contract/people/better-auth-endpoints.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { buildCookieHeaderFromReply } from '#platform/http/web-headers.ts'
import { limitConcurrency } from '#platform/limit-concurrency.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import type { Config } from '../../config/config.ts'
import type { Auth } from '../auth/auth.ts'

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

/** Older tokens aren't sent (P-63). */
const MAX_TOKEN_AGE_SECONDS = 300
const TIMEOUT_MS = 5_000
const MAX_QUEUED = 999

type ReporterOptions = { url: string; log: (sentence: string) => void }

type SessionEventReporter = {
  /** Sends an ID token in the background. Never throws. */
  notifySignIn: (issueToken: () => Promise<string>) => void
  /** Sends a sign-out in the background. Never throws. */
  notifySignOut: () => void
}

/**
 * Creates the reporter that sends sign-ins and sign-outs to another system (P-62). It calls `url` exactly as configured and
 * follows no redirect, so that no other server gets a token. The log has a sentence for each failure, and never a token.
 */
export function createSessionEventReporter({ url, log }: ReporterOptions): SessionEventReporter {
  const runInOrder = limitConcurrency({
    maxConcurrent: 1,
    maxQueued: MAX_QUEUED,
    createOverflowError: () => new Error('too many reports wait'),
  })

  async function send(init: RequestInit): Promise<void> {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`it answered ${response.status}`)
  }

  const logFailure = (reason: string) => log(`The token sync at ${new URL(url).origin} failed: ${reason}.`)

  /** Sends requests in order. A sign-out that overtook its sign-in would leave the person signed in at the other system. */
  function enqueue(work: () => Promise<void>): void {
    runInOrder(work).catch((error: unknown) => logFailure(error instanceof Error ? error.message : 'no reason given'))
  }

  return {
    notifySignIn: (issueToken) =>
      enqueue(async () => {
        const token = await issueToken()
        if (getTokenAge(token) <= MAX_TOKEN_AGE_SECONDS)
          await send({ method: 'POST', headers: { authorization: `Bearer ${token}` } })
      }),
    notifySignOut: () => enqueue(() => send({ method: 'DELETE' })),
  }
}

/** Returns the token's age in seconds, or NaN without an `iat` claim. NaN fails every comparison. */
function getTokenAge(token: string): number {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  const { iat } = JSON.parse(payload) as { iat?: unknown }
  return typeof iat === 'number' ? Date.now() / 1000 - iat : Number.NaN
}
