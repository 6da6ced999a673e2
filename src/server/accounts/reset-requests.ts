import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../../contract/refusal.ts'
import { isEmail } from '../../contract/text.ts'
import type { Auth } from './auth.ts'

/** How many requests may wait at a time, and how long each waits at least and at most, in ms. */
const MOST = 1_000
const SHORTEST = 50
const LONGEST = 500

/** The words of the authentication library's own path; the same whoever asks. */
const LIBRARY_ANSWER = { status: true, message: 'If this email exists in our system, check your email for the reset link' }

export type ResetRequests = ReturnType<typeof createResetRequests>

/**
 * Requests for a new password are answered before anybody looks whether there is such an account:
 * what was not done yet cannot be measured. The work begins after a random pause, so that it cannot be
 * seen in the next answer either.
 */
export function createResetRequests(auth: Auth, report: (error: unknown) => void) {
  const underWay = new Set<Promise<void>>()

  async function work(email: string): Promise<void> {
    await pause(SHORTEST + Math.random() * (LONGEST - SHORTEST))
    await auth.api.requestPasswordReset({ body: { email } })
  }

  function ask(email: string): void {
    if (underWay.size >= MOST) throw new Refusal(503, 'Too many people are asking right now. Please try again in a moment.')
    const one = work(email)
      .catch(report)
      .finally(() => underWay.delete(one))
    underWay.add(one)
  }

  return {
    ask,
    /** The answer to the library's own path, which would otherwise look first; undefined for any other request. */
    async answer(request: Request): Promise<Response | undefined> {
      if (request.method !== 'POST' || !new URL(request.url).pathname.endsWith('/request-password-reset')) return undefined
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => undefined)
      const { email } = (body ?? {}) as { email?: unknown }
      // The library says what is wrong with anything else.
      if (typeof email !== 'string' || !isEmail(email)) return undefined
      ask(email)
      return Response.json(LIBRARY_ANSWER)
    },
    /** Ends when all that was asked for is in the outbox. */
    settled: async (): Promise<void> => {
      await Promise.all(underWay)
    },
  }
}
