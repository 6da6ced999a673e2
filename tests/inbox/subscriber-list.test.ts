import { afterAll, beforeAll, expect, it } from 'vitest'
import { TOTAL_COUNT_HEADER } from '../../src/contract/core/paging.ts'
import type { Subscriber } from '../../src/contract/inbox/subscribers.ts'
import { parseCsv } from '../support/csv.ts'
import { type SubscriptionSite, startSubscriptionSite } from '../support/subscription-site.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('the list of subscribers', (kind) => {
  let at: SubscriptionSite
  beforeAll(async () => {
    at = await startSubscriptionSite(await kind.environment())
  })
  afterAll(() => at.close())

  it('opens for admins only, newest first, in pages with the total', async () => {
    const emails = Array.from({ length: 12 }, at.somebody)
    for (const email of emails) await at.subscribe(email)
    const { email: last } = await at.addConfirmedSubscriber()
    const { records, total } = await at.list()
    expect(records.map(({ subemail, _state }) => [subemail, _state])).toEqual(
      [...emails, last].reverse().map((email) => [email, email === last ? 'confirmed' : 'pending']),
    )
    const pages: Subscriber[][] = []
    for (const page of [1, 2, 3, 4]) {
      const reply = await at.site.request('GET', `/api/subscribers?page=${page}&size=5`, { as: 'admin' })
      expect(reply.headers[TOTAL_COUNT_HEADER]).toBe(String(total))
      pages.push(reply.json())
    }
    expect(pages.map(({ length }) => length)).toEqual([5, 5, 3, 0])
    expect(pages.flat()).toEqual(records)

    for (const path of ['/api/subscribers', '/api/subscribers.csv', '/all-subscriber', '/subscribe', '/', '/unsubscribe']) {
      for (const as of ['anonymous', 'customer'] as const) {
        const { text, headers, status } = await at.site.request('GET', path, { as })
        if (path.startsWith('/api')) expect(status).toBe(as === 'anonymous' ? 401 : 403)
        expect([path, as, `${text}${JSON.stringify(headers)}`.includes('somebody')]).toEqual([path, as, false])
      }
    }
  })

  it('keeps an exact total while people subscribe and leave at once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, at.addConfirmedSubscriber))
    await Promise.all(people.flatMap(({ leave }) => [at.press(leave), at.press(leave)]))
    await Promise.all(people.slice(3).map(({ email }, nth) => at.subscribe(email, {}, nth % 2 ? at.site : at.other)))
    const { records, total } = await at.list()
    expect([total, total]).toEqual([records.length, 16])
  })

  it('exports confirmed subscribers, oldest first, without formulas in cells', async () => {
    const odd = ['=cmd|x!abc@example.com', '+sum@example.com', '-abc@example.com', "o'abc@example.com"]
    const now = Date.now()
    const before = {
      created_at: now,
      asked_at: now,
      confirmation_sent_at: now,
      confirmation_token_hash: null,
      confirmation_expires_at: null,
      ended_at: null,
    }
    const many = Array.from({ length: 2_500 }, (_, nth) => ({
      ...before,
      id: crypto.randomUUID(),
      email: odd[nth] ?? `many${nth}@example.com`,
      // Hundreds at the same moment: the id decides.
      confirmed_at: now + 1_000 * Math.floor(nth / 700),
    }))
    for (let nth = 0; nth < many.length; nth += 500) {
      const rows = many.slice(nth, nth + 500)
      await at.stored.write((tx) => tx.insertInto('subscriber').values(rows).execute())
    }
    const pending = at.somebody()
    await at.subscribe(pending)
    const { headers, text, status } = await at.exportCsv()
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['content-disposition']).toBe('attachment; filename="subscribers.csv"')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const [head, ...rows] = parseCsv(text)
    // The mark by which spreadsheet programs know the letters, and dates that they know as such.
    expect(head).toEqual(['\ufeffEmail', 'Subscribed'])
    for (const [, since] of rows) expect(since).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const emails = rows.map(([email]) => email)
    expect(new Set(emails).size).toBe(emails.length)
    const shown = many.map(({ email }) => (/^[=+-]/.test(email) ? `'${email}` : email))
    expect(emails.filter((email) => !email?.startsWith('somebody')).sort()).toEqual(shown.sort())
    expect(emails).not.toContain(pending)
    const times = rows.map(([, since = '']) => Date.parse(since))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect((await at.site.request('HEAD', '/api/subscribers.csv', { as: 'admin' })).text).toBe('')
  })
})
