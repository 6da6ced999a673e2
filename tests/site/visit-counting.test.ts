import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EndpointResult } from '#contract/core/endpoint.ts'
import type { getVisitTotalsEndpoint } from '#contract/site/visits.ts'
import { readConfig } from '#server/config/config.ts'
import { type Database, openDatabase } from '#server/migrations/open-database.ts'
import { createTestBrowser } from '../support/test-accounts.ts'
import { customerEmail, startApp, startAppForSuite, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Totals = EndpointResult<typeof getVisitTotalsEndpoint>

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const DAY = 86_400_000

describeOnEachDatabase('visits', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })
  beforeEach(() => deleteCounts(site))

  async function queryDatabase<T>(query: (db: Database['main']) => Promise<T>): Promise<T> {
    const { main, close } = await openDatabase(readConfig(site.environment))
    return query(main).finally(close)
  }
  const listDailyCounts = () =>
    queryDatabase((db) => db.selectFrom('daily_count').selectAll().orderBy('day').orderBy('subject').execute())
  async function deleteCounts(at: TestApp) {
    await fetchTotals(at)
    await queryDatabase((db) => db.deleteFrom('daily_count').execute())
  }
  const fetchTotals = async (at = site): Promise<Totals> => (await at.request('GET', '/api/visits', { as: 'admin' })).json()
  const visit = (path: string, headers: Record<string, string> = {}, at = site) =>
    at.request('GET', path, { headers: { 'user-agent': FIREFOX, ...headers } })
  const today = async () => (await fetchTotals()).days.at(-1)

  it('are counted per page, for each of its paths, from the cache and as a 304', async () => {
    for (const path of ['/', '/', '/?utm_source=mail', '/pricing/', '/contact', '/contact-us']) await visit(path)
    const { etag } = (await visit('/pricing/')).headers
    expect((await visit('/pricing/', { 'if-none-match': String(etag) })).status).toBe(304)
    const { days, pages } = await fetchTotals()
    expect([days.length, days.at(-1)]).toEqual([
      30,
      { day: expect.any(String), visits: 8, messages: 0, ordersStarted: 0, ordersPaid: 0 },
    ])
    expect(pages.slice(0, 2).map(({ visits }) => visits)).toEqual([3, 3])
    expect(Object.fromEntries(pages.map(({ path, visits }) => [path, visits]))).toEqual({ '/': 3, '/pricing/': 3, '/contact': 2 })
  })

  // No query decides this.
  it.runIf(database.name === 'SQLite').each([
    ['opts out of tracking', { dnt: '1' }],
    ['sends Global Privacy Control', { 'sec-gpc': '1' }],
    ['prerenders a page', { 'sec-purpose': 'prefetch;prerender' }],
    ['prefetches a page', { 'sec-purpose': 'prefetch' }],
    ['prefetches a page with the older header', { purpose: 'prefetch' }],
    ['is a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
  ])('leave out a client that %s', async (_, headers) => {
    for (const path of ['/', '/contact', '/?a=1']) expect((await visit(path, headers as Record<string, string>)).status).toBe(200)
    expect((await today())?.visits).toBe(0)
  })

  it('leave out other paths, HEAD requests and admins', async () => {
    for (const path of ['/nothing', '/login', '/Pricing', '/api/banner', '/robots.txt', '/admin']) await visit(path)
    await site.request('HEAD', '/', { headers: { 'user-agent': FIREFOX } })
    for (const path of ['/', '/contact']) await site.request('GET', path, { as: 'admin', headers: { 'user-agent': FIREFOX } })
    await site.request('POST', '/contact', { form: { email: 'nonsense' }, headers: { 'user-agent': FIREFOX } })
    expect((await fetchTotals()).pages).toEqual([])
  })

  it('include customers, received messages and started orders', async () => {
    const person = createTestBrowser(site)
    await person.logIn(customerEmail)
    await person.open('/service/')
    const [pricingPackage] = (await site.request('GET', '/api/pricings')).json() as { _id: string }[]
    const form = String((await person.open(`/order-now/${pricingPackage?._id}`)).headers.location)
    await person.open(form)
    await person.open('/order-now/nothing')
    const message = { message: 'Hello', email: 'jo@example.com' }
    await site.request('POST', '/api/add-message', { body: message })
    await site.request('POST', '/api/add-message', { body: message, headers: { dnt: '1' } })
    await site.request('POST', '/api/add-message', { body: { ...message, website: 'https://spam.example' } })
    expect(await today()).toMatchObject({ visits: 1, ordersStarted: 1, messages: 1 })
  })

  it('include a message once per idempotency key', async () => {
    const headers = { 'idempotency-key': 'abcdefghij0123456789' }
    for (let time = 0; time < 3; time++) await site.request('POST', '/api/add-message', { body: { message: 'Hello' }, headers })
    expect((await today())?.messages).toBe(1)
  })

  it('include no order that is paid with test money', async () => {
    const [pricingPackage] = (await site.request('GET', '/api/pricings')).json() as { packageName: string }[]
    const details = { packageName: pricingPackage?.packageName, customerName: 'Jo', customerAddress: 'A', customerCountry: 'US' }
    const orderReply = await site.request('POST', '/api/new-order', { as: 'customer', body: details })
    const { _id } = (orderReply.json() as { record: { _id: string } }).record
    const pay = () => site.request('PUT', `/api/order-paid/${_id}`, { as: 'admin', body: { reason: 'By bank transfer' } })
    expect((await pay()).status).toBe(200)
    await pay()
    expect((await today())?.ordersPaid).toBe(0)
  })

  it('of two processes add up, and a process saves its visits when it stops', async () => {
    const other = await startApp(site.environment)
    await Promise.all([site, other].flatMap((at) => Array.from({ length: 20 }, () => visit('/', {}, at))))
    await Promise.all([fetchTotals(site), fetchTotals(other)])
    expect((await today())?.visits).toBe(40)
    for (let time = 0; time < 5; time++) await visit('/pricing/', {}, other)
    await other.close()
    expect((await listDailyCounts()).map(({ subject, count }) => [subject, Number(count)])).toEqual([
      ['/', 40],
      ['/pricing/', 5],
    ])
  })

  it('are stored as a day, a page and a number, without data about the visitor (P-153)', async () => {
    await visit('/?email=canary@example.com', { cookie: 'canary=1', referer: 'https://canary.example/' })
    await fetchTotals()
    const countedRows = await listDailyCounts()
    expect(countedRows.map(({ count, ...one }) => ({ ...one, count: Number(count) }))).toEqual([
      { day: (await today())?.day, subject: '/', count: 1 },
    ])
    expect(JSON.stringify(countedRows)).not.toMatch(/canary|Firefox|127\.0\.0\.1/)
  })

  describe('in the business’s time zone', () => {
    const setZone = async (timeZone: string) => {
      const [record] = (await site.request('GET', '/api/footer-address')).json() as Record<string, string>[]
      const path = `/api/footer-address/${record?._id}`
      expect((await site.request('PUT', path, { as: 'admin', body: { ...record, timeZone } })).status).toBe(200)
    }
    afterEach(() => setZone('America/Chicago'))

    it('count for the day of that time zone', async () => {
      const formatDay = (zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format()
      for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        await setZone(zone)
        await visit('/')
        expect(await today()).toMatchObject({ day: formatDay(zone), visits: 1 })
      }
    })
  })

  it('are kept for 25 months, and older days are deleted a few at a time', async () => {
    const formatPastDay = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10)
    const days = [...Array.from({ length: 9 }, (_, nth) => formatPastDay(900 + nth)), formatPastDay(700)]
    const old = days.map((day) => ({ day, subject: '/', count: 1 }))
    await queryDatabase((db) => db.insertInto('daily_count').values(old).execute())
    for (const remaining of [3, 1]) {
      const other = await startApp(site.environment)
      await visit('/', {}, other)
      await other.close()
      expect((await listDailyCounts()).filter(({ day }) => day < formatPastDay(2))).toHaveLength(remaining)
    }
    expect((await listDailyCounts())[0]?.day).toBe(formatPastDay(700))
  })
})
