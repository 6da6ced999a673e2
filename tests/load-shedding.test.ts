import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'
import { databaseOn } from './support/databases.ts'
import { rosa } from './support/message-box.ts'

const CROWD = 500
const { environment, remove } = databaseOn(() => undefined)
let site: TestApp

beforeAll(async () => {
  site = await startApp({ ...(await environment()), SEED: 'demo', METRICS_TOKEN: 'a-token-of-thirty-two-characters' })
})
afterAll(async () => {
  await site.close()
  await remove()
})

const order: string[] = []

async function get(path: string, as?: 'admin') {
  const reply = await site.request('GET', path, { as })
  order.push(`${reply.status} ${path}`)
  return reply
}

it('turns readers away at once while too much is under way, and goes on with everything else', async () => {
  // An address that is never kept, so each is drawn for itself.
  const crowd = Array.from({ length: CROWD }, () => get('/?fresh'))
  const calls = Array.from({ length: 5 }, () => get('/api/faq-items'))
  const posted = Array.from({ length: 20 }, () => site.request('POST', '/api/add-message', { body: rosa }))
  const notice = site.request('POST', '/api/payments/paypal-standard/notify', {
    payload: 'txn_id=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const alive = await get('/healthz')

  const replies = await Promise.all(crowd)
  const drawn = replies.filter(({ status }) => status === 200)
  const refused = replies.filter(({ status }) => status === 503)
  expect(drawn.length + refused.length).toBe(CROWD)
  expect(drawn.length).toBeGreaterThan(100)
  expect(refused.length).toBeGreaterThan(100)
  for (const { text, headers } of refused) {
    expect(text).toContain('<h1>Busy for a moment</h1>')
    expect(text).toContain(`tell us the number ${headers['x-request-id']}.</p>`)
    expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'private, no-store' })
  }
  for (const reply of await Promise.all(calls)) {
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5'])
    expect(reply.json()).toEqual({
      error: expect.stringMatching(`Please try again in a few seconds.*number ${reply.headers['x-request-id']}`),
    })
  }
  // Whoever is turned away does not wait for those who are let in.
  expect(order.indexOf('503 /?fresh')).toBeLessThan(order.indexOf('200 /?fresh'))

  expect((await Promise.all(posted)).map(({ status }) => status)).toEqual(posted.map(() => 201))
  expect(alive.status).toBe(200)
  // No gateway is set up here that it could come from, and somebody has looked.
  expect((await notice).status).toBe(404)

  const after = await get('/?fresh')
  expect(after.status).toBe(200)
  const metrics = await site.request('GET', '/metrics')
  expect(metrics.text).toContain(`rankstead_requests_turned_away_total ${refused.length + calls.length}\n`)
})
