import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { type OrderOrDeliverableBoardRow, workBoardGroups } from '#contract/work/board.ts'
import type { Brief } from '#contract/work/brief.ts'
import { openDeliverableStates } from '#contract/work/deliverable-workflow.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { getWorkMonthDate } from '#contract/work/work-month-calendar.ts'
import { createAdminCall, sendAdminForm } from '../support/admin-page-action.ts'
import { confirmStart } from '../support/order-client.ts'
import { pickSize } from '../support/proof-size.ts'
import { openSiteDatabase } from '../support/site-database.ts'
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
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart(today()))
    expect(await listOf(id, 'group=ready to start')).toEqual([])
  })

  it('shows what is late, due and waiting, the earliest date first, until the order is delivered', async () => {
    const id = await shop.placePaidOrder('Basic')
    // Day 10 was yesterday. Day 15 is within the week.
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart(getWorkMonthDate(today(), -9)))
    const [late] = await listOf(id, 'group=late')
    expect(late?.deliverable).toMatchObject({ title: 'Site and indexing audit', isLate: true, assignee: '' })
    const due = await listOf(id, 'group=due this week')
    expect(due.map(({ deliverable }) => deliverable?.title)).toEqual(['Google Business Profile setup', '10 local keywords'])
    const [first, second] = due
    await shop.call('PUT', `/deliverable/${first?._id}`, 'admin', { state: 'waiting for approval', proofNote: 'A draft' })
    await shop.call('PUT', `/deliverable/${second?._id}`, 'admin', { state: 'waiting for client', waitingFor: 'Areas' })
    await shop.call('PUT', `/deliverable/${second?._id}`, 'admin', { assignee: 'other-admin@example.com' })
    expect((await listOf(id, 'group=waiting for approval')).map(({ _id }) => _id)).toEqual([first?._id])
    expect((await listOf(id, 'group=waiting for client&assignee=Other-Admin@example.com')).map(({ _id }) => _id)).toEqual([
      second?._id,
    ])
    expect((await listOf(id, 'state=waiting for approval')).map(({ _id }) => _id)).toEqual([first?._id])
    expect(await listOf(id, 'group=late&state=waiting for approval')).toEqual([])
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
    ).toEqual([1, 0, 1, 1])
    await setStatus(id, 'Pending')
    expect(await counts()).toEqual(before)
    await shop.deliverApprovedDraft(late?._id ?? '')
    expect(await listOf(id, 'group=late')).toEqual([])
    expect((await loadWork(id)).progress.delivered).toBe(1)
  })

  it('shows an order without open deliverables until the team marks it delivered', async () => {
    const id = await shop.placePaidOrder('Basic')
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart(today()))
    const { deliverables } = await loadWork(id)
    expect(await listOf(id, 'group=ready to deliver')).toEqual([])
    for (const { _id } of deliverables)
      await shop.call('PUT', `/deliverable/${_id}`, 'admin', { state: 'canceled', reason: 'Not needed' })
    expect(await listOf(id, 'group=ready to deliver')).toMatchObject([{ _id: id, deliverable: null }])
    await setStatus(id, 'Delivered')
    expect(await listOf(id, 'group=ready to deliver')).toEqual([])
  })

  it('has each open part in exactly one group, whatever its state, date and messages', async () => {
    const started = await shop.placePaidOrder('Basic')
    const answered = await shop.placePaidOrder('Basic')
    for (const id of [started, answered]) await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart(today()))
    const stored = await openSiteDatabase(shop.site.environment)
    const orders = [started, answered, await shop.placePaidOrder('Basic')]
    const parts = (await Promise.all(orders.map(loadWork))).flatMap(({ deliverables }) => deliverables.map(({ _id }) => _id))
    await shop.call('POST', `/order-message/${answered}`, 'customer', { text: 'Here it is' })
    const change = fc.record({
      state: fc.constantFrom(...openDeliverableStates),
      due_on: fc.option(fc.integer({ min: -40, max: 60 }).map((day) => getWorkMonthDate(today(), day))),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: parts.length, maxLength: parts.length }), async (changes) => {
        for (const [nth, id] of parts.entries())
          await stored.main
            .updateTable('deliverable')
            .set(changes[nth] as (typeof changes)[number])
            .where('id', '=', id)
            .execute()
        const groups = await Promise.all(workBoardGroups.map((group) => list(`size=200&group=${group}`)))
        const found = groups.flat().filter(({ deliverable }) => deliverable !== null)
        expect(
          found
            .filter(({ _id }) => parts.includes(_id))
            .map(({ _id }) => _id)
            .toSorted(),
        ).toEqual(parts.toSorted())
        expect(Object.values(await counts())).toEqual(groups.map((rows) => rows.length))
        for (const state of openDeliverableStates)
          expect((await list(`size=200&state=${state}`)).map(({ _id }) => _id).toSorted()).toEqual(
            found
              .filter(({ deliverable }) => deliverable?.state === state)
              .map(({ _id }) => _id)
              .toSorted(),
          )
      }),
      { numRuns: pickSize({ short: 8, whole: 50 }) },
    )
    await stored.close()
    for (const id of orders) await setStatus(id, 'Delivered')
  })

  it('tells what the client answered from what waits for the client', async () => {
    const id = await shop.placePaidOrder('Basic')
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart(today()))
    const [draft, input] = (await loadWork(id)).deliverables.filter(({ needsApproval }) => needsApproval)
    await shop.call('PUT', `/deliverable/${draft?._id}`, 'admin', { state: 'waiting for approval', proofNote: 'A draft' })
    await shop.call('PUT', `/deliverable/${input?._id}`, 'admin', { state: 'waiting for client', waitingFor: 'Areas' })
    const groupsOf = async () => {
      const groups = ['waiting for client', 'client answered', 'waiting for approval', 'waiting for our answer']
      const found = await Promise.all(
        groups.map(async (group) => ((await listOf(id, `group=${group}`)).length > 0 ? [group] : [])),
      )
      return found.flat()
    }
    const write = (as: 'customer' | 'admin', internal?: true) =>
      shop.call('POST', `/order-message/${id}`, as, { text: 'Chatham', ...(internal && { internal }) })
    expect(await groupsOf()).toEqual(['waiting for client', 'waiting for approval'])
    await write('customer')
    await write('admin', true)
    expect(await groupsOf()).toEqual(['client answered', 'waiting for our answer'])
    await write('admin')
    expect(await groupsOf()).toEqual(['waiting for client', 'waiting for approval'])
    await setStatus(id, 'Delivered')
  })

  it('lists who waits for an answer, the longest waiting first, until the team answers or says that none is needed', async () => {
    const [first, second] = [await shop.placePaidOrder('Basic'), await shop.placePaidOrder('Standard')]
    const write = async (id: string, as: 'customer' | 'admin', internal?: true) => {
      const body = { text: 'Hello', ...(internal && { internal }) }
      return (await shop.call<{ record: { _id: string } }>('POST', `/order-message/${id}`, as, body)).reply.record._id
    }
    const dismiss = (id: string, upTo: string) => shop.call('PUT', `/order-messages-answered/${id}`, 'admin', { upTo })
    const listWaiting = async () =>
      (await list('group=message waiting')).map(({ order }) => order._id).filter((id) => [first, second].includes(id))
    const stored = await openSiteDatabase(shop.site.environment)
    const question = await write(first, 'customer')
    await write(second, 'customer')
    expect(await listWaiting()).toEqual([first, second])
    await write(first, 'admin', true)
    await write(first, 'customer')
    const weekAgo = Date.now() - 7 * 86_400_000
    await stored.main.updateTable('order_conversation').set({ waiting_since: weekAgo }).where('order_id', '=', second).execute()
    await stored.close()
    expect(await listWaiting()).toEqual([second, first])
    const [late, inTime] = await list('group=message waiting')
    expect([Number(late?.hoursToAnswer) < 0, Number(inTime?.hoursToAnswer) > 0]).toEqual([true, true])
    await write(second, 'admin')
    expect(await listWaiting()).toEqual([first])
    expect((await dismiss(first, question)).status).toBe(409)
    const { reply } = await shop.call<{ _id: string; waiting?: true }[]>('GET', `/order-messages/${first}?page=1`, 'admin')
    expect(reply.map(({ waiting }) => waiting)).toEqual([undefined, undefined, true])
    expect((await dismiss(first, String(reply.at(-1)?._id))).status).toBe(200)
    expect(await listWaiting()).toEqual([])
    await write(first, 'customer')
    expect(await listWaiting()).toEqual([first])
    await write(first, 'admin')
    for (const id of [first, second]) await setStatus(id, 'Delivered')
  })

  it('shows a decision for an order whose month ended with open parts', async () => {
    const id = await shop.placePaidOrder('Basic')
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart(getWorkMonthDate(today(), -28)))
    expect(await listOf(id, 'group=waiting for choice')).toEqual([])
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart(getWorkMonthDate(today(), -29)))
    expect(await listOf(id, 'group=waiting for choice')).toMatchObject([{ _id: id, deliverable: null }])
    await setStatus(id, 'Delivered')
  })

  it('waits for an outcome of each part that was not delivered, and says so once the month is over', async () => {
    const id = await shop.placePaidOrder('Basic')
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart(getWorkMonthDate(today(), -28)))
    const [first, ...others] = (await loadWork(id)).deliverables
    for (const { _id } of others)
      await shop.call('PUT', `/deliverable/${_id}`, 'admin', { state: 'canceled', reason: 'Not needed' })
    await shop.call('PUT', `/deliverable/${first?._id}`, 'admin', { state: 'not delivered', reason: 'No access' })
    const groupsOf = async () => {
      const found = await Promise.all(['waiting for choice', 'ready to deliver'].map((group) => listOf(id, `group=${group}`)))
      return found.map((rows) => rows.length)
    }
    // The last day of the month is today.
    expect(await groupsOf()).toEqual([0, 0])
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart(getWorkMonthDate(today(), -29)))
    expect(await groupsOf()).toEqual([1, 0])
    expect((await counts())['waiting for choice']).toBe(1)
    const form = { _form: 'status', orderStatus: 'Delivered' }
    const question = await sendAdminForm(createAdminCall(shop.site), `/admin/payment-status/${id}`, form)
    expect(question).toMatchObject({ openDeliverables: [`${first?.title} (the client can still choose)`] })
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
