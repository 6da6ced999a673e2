import { limitConcurrency } from '#platform/limit-concurrency.ts'

/** Older tokens aren't sent (P-63). */
const MAX_TOKEN_AGE_SECONDS = 300
const TIMEOUT_MS = 5_000
const MAX_QUEUED = 999

type Dependencies = { url: string; log: (sentence: string) => void }

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
export function createSessionEventReporter({ url, log }: Dependencies): SessionEventReporter {
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
