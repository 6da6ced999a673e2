import { limitConcurrency } from '../../platform/limit-concurrency.ts'

/** A token older than this, in seconds, is not sent (P-63). */
const MAX_TOKEN_AGE_SECONDS = 300
/** How long the receiver may take, in ms. */
const TIMEOUT_MS = 5_000
/** How many may wait behind the one that is sent, where it takes that long. */
const MAX_QUEUED = 999

export type TokenReceiver = {
  /** Sends the ID token that `issue` makes; answers at once and never fails, whatever the receiver does. */
  notifySignIn: (issueToken: () => Promise<string>) => void
  /** Tells that the token was cleared. */
  notifySignOut: () => void
}

/**
 * Keeps another system informed of who is signed in (P-62): POST with the ID token as bearer
 * token, DELETE without a body when it is cleared. `url` is asked exactly as configured and no redirect
 * is followed, so the token goes nowhere else. Failures are logged as a sentence, tokens never.
 */
export function createTokenReceiver({ url, log }: { url: string; log: (sentence: string) => void }): TokenReceiver {
  const runInOrder = limitConcurrency({
    maxConcurrent: 1,
    maxQueued: MAX_QUEUED,
    createOverflowError: () => new Error('too many wait for it'),
  })

  async function send(init: RequestInit): Promise<void> {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`it answered ${response.status}`)
  }

  const logFailure = (reason: string) => log(`The token sync at ${new URL(url).origin} failed: ${reason}.`)

  /** One after the other, as people came and went: a log-out that overtook its log-in would leave somebody signed in over there. */
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

/** Seconds since the token was issued; NaN, which is never young enough, where it does not say. */
function getTokenAge(token: string): number {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  const { iat } = JSON.parse(payload) as { iat?: unknown }
  return typeof iat === 'number' ? Date.now() / 1000 - iat : Number.NaN
}
