import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { TOTAL_COUNT_HEADER } from '#contract/core/paging.ts'
import type { Subscriber } from '#contract/inbox/subscribers.ts'
import { parseCsv } from '../support/csv.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startSubscriptionSite } from '../support/subscription-site.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('the list of subscribers', (kind) => {
  const subscriptions = startForSuite(async () => startSubscriptionSite(await kind.environment()))

  it('is for admins only, newest first, in pages with the total', async () => {
    const emails = Array.from({ length: 12 }, subscriptions.nextEmail)
    for (const email of emails) {
      await subscriptions.subscribe(email)
      // Subscribers of the same millisecond have no order.
      const subscribedAt = Date.now()
      while (Date.now() === subscribedAt) await nextTick()
    }
    const { email: last } = await subscriptions.addConfirmedSubscriber()
    const { records, total } = await subscriptions.list()
    expect(records.map(({ subemail, _state }) => [subemail, _state])).toEqual(
      [...emails, last].reverse().map((email) => [email, email === last ? 'confirmed' : 'pending']),
    )
    const pages: Subscriber[][] = []
    for (const page of [1, 2, 3, 4]) {
      const reply = await subscriptions.site.request('GET', `/api/subscribers?page=${page}&size=5`, { as: 'admin' })
      expect(reply.headers[TOTAL_COUNT_HEADER]).toBe(String(total))
      pages.push(reply.json())
    }
    expect(pages.map(({ length }) => length)).toEqual([5, 5, 3, 0])
    expect(pages.flat()).toEqual(records)

    for (const path of ['/api/subscribers', '/api/subscribers.csv', '/all-subscriber', '/subscribe', '/', '/unsubscribe']) {
      for (const as of ['anonymous', 'customer'] as const) {
        const { text, headers, status } = await subscriptions.site.request('GET', path, { as })
        if (path.startsWith('/api')) expect(status).toBe(as === 'anonymous' ? 401 : 403)
        expect([path, as, `${text}${JSON.stringify(headers)}`.includes('somebody')]).toEqual([path, as, false])
      }
    }
  })

  it('keeps an exact total while people subscribe and leave at once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, subscriptions.addConfirmedSubscriber))
    await Promise.all(people.flatMap(({ leave }) => [subscriptions.submitLink(leave), subscriptions.submitLink(leave)]))
    await Promise.all(
      people
        .slice(3)
        .map(({ email }, nth) => subscriptions.subscribe(email, {}, nth % 2 ? subscriptions.site : subscriptions.other)),
    )
    const { records, total } = await subscriptions.list()
    expect([total, total]).toEqual([records.length, 16])
  })

  it('exports confirmed subscribers, oldest first, without formulas in cells', async () => {
    const formulaEmails = ['=cmd|x!abc@example.com', '+sum@example.com', '-abc@example.com', "o'abc@example.com"]
    const now = Date.now()
    const subscriberColumns = {
      created_at: now,
      requested_at: now,
      confirmation_sent_at: now,
      confirmation_token_hash: null,
      confirmation_expires_at: null,
      ended_at: null,
    }
    const manySubscribers = Array.from({ length: 2_500 }, (_, nth) => ({
      ...subscriberColumns,
      id: crypto.randomUUID(),
      email: formulaEmails[nth] ?? `many${nth}@example.com`,
      // Hundreds of subscribers share a time, so the id decides their order.
      confirmed_at: now + 1_000 * Math.floor(nth / 700),
    }))
    for (let nth = 0; nth < manySubscribers.length; nth += 500) {
      const rows = manySubscribers.slice(nth, nth + 500)
      await subscriptions.stored.write((tx) => tx.insertInto('subscriber').values(rows).execute())
    }
    const pending = subscriptions.nextEmail()
    await subscriptions.subscribe(pending)
    const { headers, text, status } = await subscriptions.exportCsv()
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['content-disposition']).toBe('attachment; filename=subscribers.csv')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const [head, ...rows] = parseCsv(text)
    // The byte order mark makes spreadsheet programs read UTF-8.
    expect(text.startsWith('\ufeff')).toBe(true)
    expect(head).toEqual(['Email', 'Subscribed'])
    for (const [, since] of rows) expect(since).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const emails = rows.map(([email]) => email)
    expect(new Set(emails).size).toBe(emails.length)
    const expectedCells = manySubscribers.map(({ email }) => (/^[=+-]/.test(email) ? `'${email}` : email))
    expect(emails.filter((email) => !email?.startsWith('somebody')).sort()).toEqual(expectedCells.sort())
    expect(emails).not.toContain(pending)
    const times = rows.map(([, since = '']) => Date.parse(since))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect((await subscriptions.site.request('HEAD', '/api/subscribers.csv', { as: 'admin' })).text).toBe('')
  })
})
