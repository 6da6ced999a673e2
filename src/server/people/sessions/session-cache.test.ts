import { afterEach, expect, it, vi } from 'vitest'
import type { Auth } from '../auth/auth.ts'
import { createSessionCache } from './session-cache.ts'

/** Creates a cache over a fake library that accepts every cookie value that begins with "good". */
async function createCountingCache() {
  const getSession = vi.fn(async ({ headers }: { headers: Headers }) => {
    const token = /token=(good[^;]*)/.exec(headers.get('cookie') ?? '')?.[1]
    await Promise.resolve()
    if (!token) return null
    const session = { id: `session of ${token}`, seenAt: Date.now() }
    return { session, user: { id: token, email: `${token}@example.com`, emailVerified: false, twoFactorEnabled: false } }
  })
  const auth = { library: async () => ({ api: { getSession } }), sessionCookie: 'rankstead.token' } as unknown as Auth
  const sessions = createSessionCache({ auth, adminSecondFactor: 'optional' } as Parameters<typeof createSessionCache>[0])
  const find = (cookie: string) => sessions.find(new Headers({ cookie }))
  return { ...sessions, find, countLookups: () => getSession.mock.calls.length }
}

afterEach(() => vi.useRealTimers())

it('looks a session up once for all spellings of its cookie', async () => {
  const { find, countLookups } = await createCountingCache()
  for (const cookie of [
    'rankstead.token=good.a',
    'x=1; rankstead.token=good.a; y=2',
    'rankstead.token=%67ood%2Ea',
    'a=b;rankstead.token=good.a',
  ])
    expect((await find(cookie)).person?.userId).toBe('good.a')
  expect(countLookups()).toBe(1)
})

it('keeps real sessions in the cache during a flood of invented cookies', async () => {
  // Fake time, so that the cache's five seconds don't pass during the loop.
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const { find, countLookups } = await createCountingCache()
  await find('rankstead.token=good')
  for (let nth = 0; nth < 30_000; nth++) expect((await find(`rankstead.token=junk${nth}`)).viewer.kind).toBe('visitor')
  const lookupsBefore = countLookups()
  await find('rankstead.token=good')
  expect(countLookups()).toBe(lookupsBefore)
})

it('evicts only the oldest session from a full cache', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const { find, countLookups } = await createCountingCache()
  for (let nth = 0; nth < 10_001; nth++) await find(`rankstead.token=good${nth}`)
  await find('rankstead.token=good1')
  await find('rankstead.token=good10000')
  expect(countLookups()).toBe(10_001)
  await find('rankstead.token=good0')
  expect(countLookups()).toBe(10_002)
})

it('caches a session for five seconds, even if the clock jumps', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const { find, countLookups } = await createCountingCache()
  await find('rankstead.token=good')
  vi.setSystemTime(Date.now() + 48 * 3_600_000)
  await find('rankstead.token=good')
  expect(countLookups()).toBe(1)
  vi.setSystemTime(Date.now() - 96 * 3_600_000)
  vi.advanceTimersByTime(5_000)
  await find('rankstead.token=good')
  expect(countLookups()).toBe(2)
})

it('makes no lookup without a session cookie', async () => {
  const { find, countLookups } = await createCountingCache()
  for (const cookie of [
    '',
    'rankstead.notice=1',
    'not-rankstead.token=good',
    'rankstead-token=good',
    'rankstead.token=',
    'rankstead.token=%',
  ])
    expect((await find(cookie)).viewer.kind).toBe('visitor')
  expect(countLookups()).toBe(0)
})

it('does not cache a lookup that began before the cache was cleared', async () => {
  const { find, clear, evict, countLookups } = await createCountingCache()
  const pending = find('rankstead.token=good')
  clear()
  await pending
  await find('rankstead.token=good')
  expect(countLookups()).toBe(2)
  evict(new Headers({ cookie: 'rankstead.token=good' }))
  await find('rankstead.token=good')
  expect(countLookups()).toBe(3)
})

it('answers 503 with the cause for the log if the library does not load', async () => {
  const cause = new Error('The file cannot be read.')
  const auth = { library: () => Promise.reject(cause), sessionCookie: 'rankstead.token' } as unknown as Auth
  const { find } = createSessionCache({ auth } as Parameters<typeof createSessionCache>[0])
  const lookup = find(new Headers({ cookie: 'rankstead.token=good' }))
  await expect(lookup).rejects.toMatchObject({ name: 'UserError', status: 503, cause })
  expect((await find(new Headers())).viewer.kind).toBe('visitor')
})
