/** A token older than this, in seconds, is not sent (spec section 1). */
const MAX_AGE = 300
/** How long the receiver may take, in ms. */
const TIME_OUT = 5_000
/** How many may wait for their turn where it takes that long. */
const MOST_WAITING = 1_000

export type Receiver = {
  /** Sends the ID token that `issue` makes; answers at once and never fails, whatever the receiver does. */
  signedIn: (issue: () => Promise<string>) => void
  /** Tells that the token was cleared. */
  signedOut: () => void
}

/**
 * Keeps another system informed of who is signed in (spec section 1): POST with the ID token as bearer
 * token, DELETE without a body when it is cleared. `url` is asked exactly as configured and no redirect
 * is followed, so the token goes nowhere else. Failures are logged as a sentence, tokens never.
 */
export function createReceiver({ url, log }: { url: string; log: (sentence: string) => void }): Receiver {
  let last = Promise.resolve()
  let waiting = 0

  async function send(init: RequestInit): Promise<void> {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIME_OUT) })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`it answered ${response.status}`)
  }

  const failed = (reason: string) => log(`The token sync at ${new URL(url).origin} failed: ${reason}.`)

  /** One after the other, as people came and went: a log-out that overtook its log-in would leave somebody signed in over there. */
  function inTurn(work: () => Promise<void>): void {
    if (waiting >= MOST_WAITING) {
      failed('too many wait for it')
      return
    }
    waiting++
    last = last
      .then(work)
      .catch((error: unknown) => failed(error instanceof Error ? error.message : 'no reason given'))
      .finally(() => {
        waiting--
      })
  }

  return {
    signedIn: (issue) =>
      inTurn(async () => {
        const token = await issue()
        if (ageOf(token) <= MAX_AGE) await send({ method: 'POST', headers: { authorization: `Bearer ${token}` } })
      }),
    signedOut: () => inTurn(() => send({ method: 'DELETE' })),
  }
}

/** Seconds since the token was issued; NaN, which is never young enough, where it does not say. */
function ageOf(token: string): number {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  const { iat } = JSON.parse(payload) as { iat?: unknown }
  return typeof iat === 'number' ? Date.now() / 1000 - iat : Number.NaN
}
