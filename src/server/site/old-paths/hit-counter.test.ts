import type { IncomingMessage } from 'node:http'
import { expect, it, vi } from 'vitest'
import { createHitCounter, isPrivateOrProbePath } from './hit-counter.ts'

it.each([
  '/blog/how-to-sell-your-house-in-2024-without-stress',
  '/about.php',
  '/index.html',
  '/properties/12-maple-street',
  '/caf%C3%A9',
  '/category/internationalization',
])('keeps the old address %s', (path) => {
  expect(isPrivateOrProbePath(path)).toBe(false)
})

it.each([
  '/unsubscribe/jo@example.com',
  '/unsubscribe/jo%40example.com',
  '/reset/9f86d081884c7d659a2feaa0c55ad015',
  '/share/AbCdEfGhIjKlMnOpQr12',
  '/order/123e4567-e89b-12d3-a456-426614174000',
  '/t/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig',
  '/wp-login.php',
  '/.env',
  '/.git/config',
  '/backup.sql',
  `/${'long-'.repeat(50)}`,
  '/a b',
])('leaves out %s', (path) => {
  expect(isPrivateOrProbePath(path)).toBe(true)
})

it('counts at most 100 new paths of one flood', async () => {
  const save = vi.fn(async () => {})
  const counter = createHitCounter({ save, problem: () => {} })
  const request = { method: 'GET', headers: { 'user-agent': 'Googlebot/2.1' } } as IncomingMessage
  for (let nth = 0; nth < 110; nth++) counter.countMissing(request, `/flood/${nth}`)
  await counter.flush()
  expect(save).toHaveBeenCalledExactlyOnceWith(
    Array.from({ length: 100 }, (_, nth) => ({ subject: `/flood/${nth}`, hits: 1, last_at: expect.any(Number) })),
  )
})
