import { expect, it } from 'vitest'
import { createPasswordHasher } from '#server/people/auth/password-hasher.ts'
import { measureTimeRatio } from '../support/measure-time.ts'
import { adminEmail, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const WRONG = { password: 'not the password' }

describeOnEachDatabase('the response time', (database) => {
  // Uses the real password hash, whose cost could reveal an account.
  const site = startAppForSuite(database, {}, { hashing: createPasswordHasher() })

  it.each([
    { path: '/api/sign-in', fields: WRONG, status: 401, maxPairs: 240 },
    { path: '/api/auth/sign-in/email', fields: WRONG, status: 401, maxPairs: 240 },
    { path: '/api/request-password-reset', fields: {}, status: 200, maxPairs: 1600 },
    { path: '/api/auth/request-password-reset', fields: {}, status: 200, maxPairs: 1600 },
  ])('$path: does not reveal whether an account exists, within 10%', async ({ path, fields, status, maxPairs }) => {
    let requestCount = 0
    async function send(email: string): Promise<void> {
      const reply = await site.request('POST', path, { body: { email, ...fields } })
      expect(reply.status).toBe(status)
    }
    const range = await measureTimeRatio(
      () => send(adminEmail),
      () => send(`nobody-${++requestCount}@example.com`),
      { maxPairs, isPrecise: ({ low, high }) => low > 0.9 && high < 1.1 },
    )
    expect(range.low).toBeGreaterThan(0.9)
    expect(range.high).toBeLessThan(1.1)
  })
})
