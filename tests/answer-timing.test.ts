import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminEmail, startApp, type TestApp } from './support/app.ts'
import { onEveryDatabase } from './support/databases.ts'

/** Pairs of sign-ins per look at the figures, and at most. */
const BATCH = 20
const MOST = 240

onEveryDatabase('the time that a failed sign-in takes', (database) => {
  let site: TestApp
  beforeAll(async () => {
    site = await startApp(await database.environment())
  })
  afterAll(() => site.close())

  async function timed(path: string, email: string): Promise<number> {
    const begun = performance.now()
    const { status } = await site.request('POST', path, { body: { email, password: 'not the password' } })
    expect(status).toBe(401)
    return performance.now() - begun
  }

  it.each(['/api/sign-in', '/api/auth/sign-in/email'])(
    'does not tell whether there is such an account, by a tenth: %s',
    async (path) => {
      // Of pairs, one right after the other and in turn, so that whatever else the machine does meets both alike.
      const ratios: number[] = []
      let range = { least: 0, most: Number.POSITIVE_INFINITY }
      while (ratios.length < MOST && (range.least < 0.9 || range.most > 1.1)) {
        for (let nth = 0; nth < BATCH; nth++) {
          const unheardOf = `nobody-${ratios.length}@example.com`
          const first = await timed(path, nth % 2 === 0 ? adminEmail : unheardOf)
          const second = await timed(path, nth % 2 === 0 ? unheardOf : adminEmail)
          ratios.push(nth % 2 === 0 ? second / first : first / second)
        }
        range = rangeOfMedian(ratios)
        if (range.least > 1.1 || range.most < 0.9) break
      }
      expect(range.least).toBeGreaterThan(0.9)
      expect(range.most).toBeLessThan(1.1)
    },
    120_000,
  )
})

/** Where the true median is with 95 % certainty (the sign test): the noisier the machine, the more pairs it takes to be narrow. */
function rangeOfMedian(values: readonly number[]): { least: number; most: number } {
  const sorted = [...values].sort((a, b) => a - b)
  const reach = 0.98 * Math.sqrt(values.length)
  const at = (index: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(index)))] ?? Number.NaN
  return { least: at(values.length / 2 - reach), most: at(values.length / 2 + reach) }
}
