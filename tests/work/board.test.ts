import { expect, it } from 'vitest'
import { toBusinessDay } from '../../src/contract/core/business-days-and-months.ts'
import type { OrderOrDeliverableBoardRow } from '../../src/contract/work/board.ts'
import type { Brief } from '../../src/contract/work/brief.ts'
import type { OrderWork } from '../../src/contract/work/order-work.ts'
import { getWorkMonthDate } from '../../src/contract/work/work-month-calendar.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('the work board', (database) => {
  const shop = startForSuite(async () => startWorkSite(await database.environment()))

  const list = async (query: string) =>
    (await shop.call<OrderOrDeliverableBoardRow[]>('GET', `/work?page=1&${query}`, 'admin')).reply
  const listOf = async (orderId: string, query: string) => (await list(query)).filter(({ order }) => order._id === orderId)
  const counts = async () => {
    const { reply } = await shop.call<{ group: string; count: number }[]>('GET', '/work-counts', 'admin')
    return Object.fromEntries(reply.map(({ group, count }) => [group, count]))
  }
  const today = () => toBusinessDay('America/Chicago', Date.now())
  const loadWork = async (id: string) => (await shop.call<OrderWork>('GET', `/order-work/${id}`, 'admin')).reply
  const setStatus = (id: string, orderStatus: string) => shop.call('PUT', `/order-status/${id}`, 'admin', { orderStatus })

  async function sendBrief(id: string) {
    const { questions } = (await shop.call<Brief>('GET', `/order-brief/${id}`, 'customer')).reply
    const answers = Object.fromEntries(questions.map((one) => [one.id, one.choices[0] ?? 'An answer']))
    expect((await shop.call('PUT', `/order-brief/${id}`, 'customer', { answers, send: true })).status).toBe(200)
  }

  it('shows an order until its month starts, and whether the answers are there', async () => {
    const id = await shop.placePaidOrder('Basic')
    expect(await listOf(id, 'group=no start date')).toMatchObject([
      { _id: id, deliverable: null, order: { packageName: 'Basic' } },
    ])
    await sendBrief(id)
    expect([await listOf(id, 'group=no start date'), (await listOf(id, 'group=ready to start')).length]).toEqual([[], 1])
    expect(await listOf(id, 'group=ready to start&package=Premium')).toEqual([])
    await shop.call('PUT', `/order-start/${id}`, 'admin', { startsOn: today() })
    expect(await listOf(id, 'group=ready to start')).toEqual([])
  })

  it('shows what is late, due and waiting, the earliest date first, until the order is delivered', async () => {
    const id = await shop.placePaidOrder('Basic')
    // Day 10 was yesterday. Day 15 is within the week.
    await shop.call('PUT', `/order-start/${id}`, 'admin', { startsOn: getWorkMonthDate(today(), -9) })
    const [late] = await listOf(id, 'group=late')
    expect(late?.deliverable).toMatchObject({ title: 'Site and indexing audit', isLate: true, assignee: '' })
    const due = await listOf(id, 'group=due this week')
    expect(due.map(({ deliverable }) => deliverable?.title)).toEqual(['Google Business Profile setup', '10 local keywords'])
    const [first, second] = due
    await shop.call('PUT', `/deliverable/${first?._id}`, 'admin', { state: 'waiting for approval', proofNote: 'A draft' })
    await shop.call('PUT', `/deliverable/${second?._id}`, 'admin', { state: 'waiting for client', waitingFor: 'Areas' })
    await shop.call('PUT', `/deliverable/${second?._id}`, 'admin', { assignee: 'other-admin@example.com' })
    expect((await listOf(id, 'group=waiting for approval')).map(({ _id }) => _id)).toEqual([first?._id])
    expect((await listOf(id, 'group=due this week&assignee=Other-Admin@example.com')).map(({ _id }) => _id)).toEqual([
      second?._id,
    ])
    expect((await listOf(id, 'group=due this week&state=waiting for approval')).map(({ _id }) => _id)).toEqual([first?._id])
    const before = await counts()
    const { text: metrics } = await shop.site.request('GET', '/metrics')
    expect(metrics).toContain(`rankstead_deliverables_overdue ${before.late}\n`)
    expect(metrics).toContain(`rankstead_deliverables_waiting_for_approval ${before['waiting for approval']}\n`)
    await setStatus(id, 'Delivered')
    const after = await counts()
    expect(
      ['late', 'due this week', 'waiting for client', 'waiting for approval'].map(
        (group) => (before[group] ?? 0) - (after[group] ?? 0),
      ),
    ).toEqual([1, 2, 1, 1])
    await setStatus(id, 'Pending')
    expect(await counts()).toEqual(before)
    await shop.call('PUT', `/deliverable/${late?._id}`, 'admin', { state: 'delivered', proofNote: 'Sent' })
    expect(await listOf(id, 'group=late')).toEqual([])
    expect((await loadWork(id)).progress.delivered).toBe(1)
  })

  it('shows an order without open deliverables until the team marks it delivered', async () => {
    const id = await shop.placePaidOrder('Basic')
    await shop.call('PUT', `/order-start/${id}`, 'admin', { startsOn: today() })
    const { deliverables } = await loadWork(id)
    expect(await listOf(id, 'group=ready to deliver')).toEqual([])
    for (const { _id } of deliverables)
      await shop.call('PUT', `/deliverable/${_id}`, 'admin', { state: 'canceled', reason: 'Not needed' })
    expect(await listOf(id, 'group=ready to deliver')).toMatchObject([{ _id: id, deliverable: null }])
    await setStatus(id, 'Delivered')
    expect(await listOf(id, 'group=ready to deliver')).toEqual([])
  })

  it('waits for an outcome of each part that was not delivered, and says so once the month is over', async () => {
    const id = await shop.placePaidOrder('Basic')
    await shop.call('PUT', `/order-start/${id}`, 'admin', { startsOn: getWorkMonthDate(today(), -28) })
    const [first, ...others] = (await loadWork(id)).deliverables
    for (const { _id } of others)
      await shop.call('PUT', `/deliverable/${_id}`, 'admin', { state: 'canceled', reason: 'Not needed' })
    await shop.call('PUT', `/deliverable/${first?._id}`, 'admin', { state: 'not delivered', reason: 'No access' })
    const groupsOf = async () => {
      const found = await Promise.all(['decision due', 'ready to deliver'].map((group) => listOf(id, `group=${group}`)))
      return found.map((rows) => rows.length)
    }
    // The last day of the month is today.
    expect(await groupsOf()).toEqual([0, 0])
    await shop.call('PUT', `/order-start/${id}`, 'admin', { startsOn: getWorkMonthDate(today(), -29) })
    expect(await groupsOf()).toEqual([1, 0])
    expect((await counts())['decision due']).toBe(1)
    const page = await shop.site.request('POST', `/admin/payment-status/${id}`, {
      as: 'admin',
      form: { _form: 'status', orderStatus: 'Delivered' },
    })
    expect(page.text).toMatch(new RegExp(`Not delivered yet: (<!-- -->)?${first?.title}`))
    const outcome = await shop.call('PUT', `/deliverable-outcome/${first?._id}`, 'admin', { outcome: 'carried' })
    expect([outcome.status, await groupsOf()]).toEqual([200, [0, 1]])
  })

  it('has pages with a total, the same as the counts', async () => {
    for (let nth = 0; nth < 3; nth++) await shop.placePaidOrder('Basic')
    const pages = await Promise.all(
      [1, 2].map((page) => shop.site.request('GET', `/api/work?group=no start date&page=${page}&size=2`, { as: 'admin' })),
    )
    const rows = pages.map((reply) => reply.json() as OrderOrDeliverableBoardRow[])
    expect(new Set(rows.flat().map(({ _id }) => _id)).size).toBe(rows.flat().length)
    expect(rows[0]).toHaveLength(2)
    expect(pages.map(({ headers }) => Number(headers['x-total-count']))).toEqual([1, 2].map(() => 3))
    expect((await counts())['no start date']).toBe(3)
  })

  it('has its counts on the overview, each with a link to its group, and opens at the first group with work', async () => {
    const id = await shop.placePaidOrder('Basic')
    await sendBrief(id)
    const { text } = await shop.site.request('GET', '/admin', { as: 'admin' })
    const shown = [...text.matchAll(/<a [^>]*href="\/work\?group=([^"&]+)"[^>]*><span[^>]*>[^<]*<\/span> <span[^>]*>(\d+)</g)]
    expect(Object.fromEntries(shown.map(([, group = '', count]) => [group.replaceAll('+', ' '), Number(count)]))).toEqual(
      await counts(),
    )
    const current = /aria-current="page"[^>]*href="\/work\?group=([^"&]+)"|href="\/work\?group=([^"&]+)"[^>]*aria-current="page"/
    const board = await shop.site.request('GET', '/work', { as: 'admin' })
    const first = Object.entries(await counts()).find(([, count]) => count > 0)?.[0]
    expect((current.exec(board.text) ?? []).slice(1).find(Boolean)?.replaceAll('+', ' ')).toBe(first)
    const orders = await shop.site.request('GET', '/total-orders', { as: 'admin' })
    expect([orders.status, orders.text.includes(`href="/work/${id}"`)]).toEqual([200, true])
  })
})
