import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPasswordHasher } from '../../src/server/people/auth/password-hasher.ts'
import { adminEmail, startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** Pairs of requests per batch. The sign test needs at least 8. */
const BATCH = 10
const WRONG = { password: 'not the password' }

describeOnEachDatabase('the response time', (database) => {
  let site: TestApp
  beforeAll(async () => {
    // Uses the real password hash, whose cost could reveal an account.
    site = await startApp(await database.environment(), { hashing: createPasswordHasher() })
  })
  afterAll(() => site.close())

  it.each([
    { path: '/api/sign-in', fields: WRONG, status: 401, maxPairs: 240 },
    { path: '/api/auth/sign-in/email', fields: WRONG, status: 401, maxPairs: 240 },
    { path: '/api/request-password-reset', fields: {}, status: 200, maxPairs: 1600 },
    { path: '/api/auth/request-password-reset', fields: {}, status: 200, maxPairs: 1600 },
  ])(
    '$path: does not reveal whether an account exists, within 10%',
    { timeout: 120_000 },
    async ({ path, fields, status, maxPairs }) => {
      let requestCount = 0
      async function measureRequest(email: string): Promise<number> {
        const startedAt = performance.now()
        const reply = await site.request('POST', path, { body: { email, ...fields } })
        const elapsedMs = performance.now() - startedAt
        expect(reply.status).toBe(status)
        // Other work of this process runs here, not during the next request.
        await pause(1)
        return elapsedMs
      }
      /** Returns the time for the known account divided by the time for the unknown one. They take turns at going first. */
      async function measurePair(): Promise<number> {
        const unknownEmail = `nobody-${++requestCount}@example.com`
        const first = await measureRequest(requestCount % 2 ? adminEmail : unknownEmail)
        const second = await measureRequest(requestCount % 2 ? unknownEmail : adminEmail)
        return requestCount % 2 ? first / second : second / first
      }
      // The first pairs are slower, because the engine still compiles the code.
      for (let warmUp = 0; warmUp < 3; warmUp++) await measurePair()
      const ratios: number[] = []
      let range = { low: 0, high: Number.POSITIVE_INFINITY }
      while (ratios.length < maxPairs && (range.low < 0.9 || range.high > 1.1)) {
        for (let nth = 0; nth < BATCH; nth++) ratios.push(await measurePair())
        range = medianConfidenceInterval(ratios)
      }
      expect(range.low).toBeGreaterThan(0.9)
      expect(range.high).toBeLessThan(1.1)
    },
  )
})

/** Returns the 95% confidence interval of the median, by the sign test. A noisy machine needs more pairs. */
function medianConfidenceInterval(values: readonly number[]): { low: number; high: number } {
  const sorted = [...values].sort((a, b) => a - b)
  const halfWidth = 0.98 * Math.sqrt(values.length)
  const pick = (index: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(index)))] ?? Number.NaN
  return { low: pick(values.length / 2 - halfWidth), high: pick(values.length / 2 + halfWidth) }
}
