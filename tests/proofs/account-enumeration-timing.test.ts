import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPasswordHasher } from '../../src/server/people/auth/password-hasher.ts'
import { adminEmail, startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** Pairs of requests between two looks at the figures; the fewest that can tell anything are 8. */
const BATCH = 10
const WRONG = { password: 'not the password' }

describeOnEachDatabase('the time an answer takes', (database) => {
  let site: TestApp
  beforeAll(async () => {
    // With a real hash for every password: the hashes are what would tell.
    site = await startApp(await database.environment(), { hashing: createPasswordHasher() })
  })
  afterAll(() => site.close())

  it.each([
    { path: '/api/sign-in', more: WRONG, status: 401, most: 240 },
    { path: '/api/auth/sign-in/email', more: WRONG, status: 401, most: 240 },
    { path: '/api/request-password-reset', more: {}, status: 200, most: 1600 },
    { path: '/api/auth/request-password-reset', more: {}, status: 200, most: 1600 },
  ])(
    '$path: does not tell whether there is such an account, by a tenth',
    { timeout: 120_000 },
    async ({ path, more, status, most }) => {
      let requestCount = 0
      async function timed(email: string): Promise<number> {
        const startedAt = performance.now()
        const reply = await site.request('POST', path, { body: { email, ...more } })
        const took = performance.now() - startedAt
        expect(reply.status).toBe(status)
        // Other work of this process gets its turn here, and not in the middle of the next answer.
        await pause(1)
        return took
      }
      /** How much longer the known one takes, as a ratio: each is first in turn. */
      async function pair(): Promise<number> {
        const unknownEmail = `nobody-${++requestCount}@example.com`
        const first = await timed(requestCount % 2 ? adminEmail : unknownEmail)
        const second = await timed(requestCount % 2 ? unknownEmail : adminEmail)
        return requestCount % 2 ? first / second : second / first
      }
      // Slower than the others: what is compiled only when it is used.
      for (let warmUp = 0; warmUp < 3; warmUp++) await pair()
      const ratios: number[] = []
      let range = { least: 0, most: Number.POSITIVE_INFINITY }
      while (ratios.length < most && (range.least < 0.9 || range.most > 1.1)) {
        for (let nth = 0; nth < BATCH; nth++) ratios.push(await pair())
        range = medianConfidenceInterval(ratios)
      }
      expect(range.least).toBeGreaterThan(0.9)
      expect(range.most).toBeLessThan(1.1)
    },
  )
})

/** Where the true median is with 95 % certainty (the sign test): the noisier the machine, the more pairs it takes to be narrow. */
function medianConfidenceInterval(values: readonly number[]): { least: number; most: number } {
  const sorted = [...values].sort((a, b) => a - b)
  const reach = 0.98 * Math.sqrt(values.length)
  const at = (index: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(index)))] ?? Number.NaN
  return { least: at(values.length / 2 - reach), most: at(values.length / 2 + reach) }
}
