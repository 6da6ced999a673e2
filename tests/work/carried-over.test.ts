import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isOpenDeliverableState } from '#contract/work/deliverable-workflow.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { confirmStart } from '../support/order-client.ts'
import { pickSize } from '../support/proof-size.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Order = { id: string; number: number }

/** What an admin does to one of three orders, and to its first part that fits. */
const step = fc.record({
  nth: fc.nat(2),
  action: fc.constantFrom('pay', 'take back', 'pay', 'take back', 'carry', 'carry', 'resume', 'cancel', 'give up', 'deliver'),
})

describeOnEachDatabase('work that is carried over', (database) => {
  const shop = startForSuite(async () => startSiteWithPayPal(await database.environment(), { processes: 2 }))

  const put = async (path: string, body: object, at = shop.site) => shop.call('PUT', path, { as: 'admin', body, at })
  const pay = ({ id }: Order, at = shop.site) => put(`/order-paid/${id}`, { reason: 'By check' }, at)
  const takeBack = ({ id }: Order) => put(`/order-paid-taken-back/${id}`, { reason: 'Another order' })
  const change = (id: string, body: object, at = shop.site) => put(`/deliverable/${id}`, body, at)
  const carry = (id: string, at = shop.site) => put(`/deliverable-outcome/${id}`, { outcome: 'carried', reason: 'No access' }, at)
  const load = async ({ id }: Order) => {
    const { reply } = await shop.call('GET', `/order-work/${id}`, { as: 'admin' })
    return (reply as unknown as Partial<OrderWork>).deliverables ?? []
  }
  const loadCarried = async (order: Order) => (await load(order)).filter(({ carriedFrom }) => carriedFrom !== null)

  async function payAndEndMonth(order: Order): Promise<void> {
    expect((await pay(order)).status).toBe(200)
    await put(`/order-start/${order.id}`, confirmStart('2026-01-05'))
  }
  /** Gives the first part of an order that was never paid a title of its own, which tells its copies from others. */
  async function payUnlessPaid(order: Order): Promise<void> {
    if ((await shop.getPaymentStatus(order)) === 'Paid') return
    await payAndEndMonth(order)
    const own = (await load(order)).find(({ carriedFrom, title }) => carriedFrom === null && title === 'Point One')
    if (own) expect((await change(own._id, { title: `Part of ${order.number}` })).status).toBe(200)
  }
  async function carryFirstPart(): Promise<{ order: Order; part: string }> {
    const order = await shop.order()
    await payAndEndMonth(order)
    const part = (await load(order))[0]?._id ?? ''
    expect((await carry(part)).status).toBe(200)
    return { order, part }
  }

  it('is resumed or is part of the next order, never both, whichever process is faster', async () => {
    for (let round = 0; round < pickSize({ short: 4, whole: 25 }); round++) {
      const order = await shop.order()
      await payAndEndMonth(order)
      const parts = (await load(order)).map(({ _id }) => _id)
      for (const id of parts) expect((await carry(id)).status).toBe(200)
      const next = await shop.order()
      const resume = (id: string, nth: number) =>
        change(id, { state: 'in progress', reason: 'We got access' }, shop.sites[nth % shop.sites.length])
      await Promise.all([...parts.slice(0, 3).map(resume), pay(next, shop.sites[1]), ...parts.slice(3).map(resume)])
      const resumed = (await load(order)).filter(({ state }) => state === 'in progress').map(({ title }) => title)
      const carried = (await loadCarried(next)).map(({ title }) => title)
      expect([...resumed, ...carried].map((title) => title.split(',')[0]).toSorted()).toEqual(
        (await load(order)).map(({ title }) => title).toSorted(),
      )
      await takeBack(order)
      await takeBack(next)
    }
  })

  it('stands in the order of its due date, also if it joined a started order', async () => {
    const { order, part } = await carryFirstPart()
    const next = await shop.order()
    await payAndEndMonth(next)
    await takeBack(next)
    await pay(next)
    const [carried] = await loadCarried(next)
    await change(carried?._id ?? '', { dueOn: '2026-01-10' })
    expect((await load(next))[0]?._id).toBe(carried?._id)
    expect((await load(order))[0]?._id).toBe(part)
    for (const one of [order, next]) await takeBack(one)
  })

  it('waits for the next paid order again when the order that took it is no longer paid', async () => {
    const { order, part } = await carryFirstPart()
    const [mistake, next] = [await shop.order(), await shop.order()]
    await pay(mistake)
    const [taken] = await loadCarried(mistake)
    await takeBack(mistake)
    expect((await load(order))[0]?.outcome?.nextOrder).toBe(null)
    await pay(mistake)
    expect((await loadCarried(mistake)).map(({ _id, state }) => [_id, state])).toEqual([[taken?._id, 'planned']])
    await change(taken?._id ?? '', { state: 'canceled', reason: 'Paid by mistake' })
    await takeBack(mistake)
    const resumed = await change(taken?._id ?? '', { state: 'in progress', reason: 'Anyway' })
    expect([resumed.status, resumed.reply.error]).toEqual([
      409,
      `This order isn’t paid. The next paid order delivers “${taken?.title}”.`,
    ])
    await pay(next)
    expect((await loadCarried(next)).map(({ state, carriedFrom }) => [state, carriedFrom?.number])).toEqual([
      ['planned', order.number],
    ])
    await pay(mistake)
    expect((await loadCarried(mistake)).map(({ state }) => state)).toEqual(['canceled'])
    expect((await change(part, { state: 'in progress', reason: 'We got access' })).status).toBe(409)
    for (const one of [order, mistake, next]) await takeBack(one)
  })

  it('leaves an order that is no longer paid once the team resumes it in its own', async () => {
    const { order, part } = await carryFirstPart()
    const mistake = await shop.order()
    await pay(mistake)
    await takeBack(mistake)
    expect((await change(part, { state: 'in progress', reason: 'We got access' })).status).toBe(200)
    await pay(mistake)
    expect(await loadCarried(mistake)).toEqual([])
    expect((await load(mistake))[0]).toMatchObject({ title: 'Point One', state: 'planned' })
    for (const one of [order, mistake]) await takeBack(one)
  })

  it('moves to a later order that is paid already, also from an order that is marked delivered', async () => {
    const { order } = await carryFirstPart()
    const [mistake, next] = [await shop.order(), await shop.order()]
    await pay(mistake)
    await pay(next)
    await put(`/order-status/${mistake.id}`, { orderStatus: 'Delivered' })
    await takeBack(mistake)
    expect((await loadCarried(next)).map(({ state }) => state)).toEqual(['planned'])
    expect((await load(order))[0]?.outcome?.nextOrder?.number).toBe(next.number)
    expect((await load(mistake))[0]).toMatchObject({ title: 'Point One', state: 'planned', carriedFrom: null })
    for (const one of [order, next]) await takeBack(one)
  })

  it('is in one paid order at most and never stuck, in whatever order payments, marks and steps come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const orders = [await shop.order(), await shop.order(), await shop.order()]
        await payUnlessPaid(orders[0] as Order)
        await carry(findTracked(await load(orders[0] as Order))[0]?._id ?? '')
        for (const { nth, action } of steps) {
          const order = orders[nth] as Order
          const parts = findTracked(await load(order))
          const find = (isFit: (part: Deliverable) => boolean) => parts.find(isFit)?._id ?? 'none'
          const open = find(({ state }) => isOpenDeliverableState(state))
          const closed = find(({ state }) => !isOpenDeliverableState(state))
          if (action === 'pay') await payUnlessPaid(order)
          else if (action === 'take back') await takeBack(order)
          else if (action === 'carry') await carry(find(({ state, outcome }) => state !== 'canceled' && outcome === null))
          else if (action === 'resume') await change(closed, { state: 'in progress', reason: 'Anyway' })
          else if (action === 'deliver') await change(open, { state: 'delivered', proofNote: 'Sent' })
          else await change(open, { state: action === 'cancel' ? 'canceled' : 'not delivered', reason: 'No access' })
          await expectNothingDoubleOrStuck(orders)
        }
        for (const order of orders) await takeBack(order)
      }),
      { numRuns: pickSize({ short: database.name === 'SQLite' ? 15 : 8, whole: 100 }) },
    )
  })

  const findTracked = (parts: readonly Deliverable[]) => parts.filter(({ title }) => title.startsWith('Part of'))

  async function expectNothingDoubleOrStuck(orders: readonly Order[]): Promise<void> {
    const isPaid = await Promise.all(orders.map(async (order) => (await shop.getPaymentStatus(order)) === 'Paid'))
    const works = (await Promise.all(orders.map(load))).map(findTracked)
    const all = works.flatMap((parts, nth) => parts.map((part) => ({ ...part, nth })))
    const open = all.filter(({ state }) => isOpenDeliverableState(state))
    expect(new Set(open.map(({ title }) => title)).size).toBe(open.length)
    for (const { nth, title, outcome } of all.filter((one) => one.outcome?.kind === 'carried')) {
      const taker = orders.findIndex(({ id }) => id === outcome?.nextOrder?._id)
      const continued = works[taker]?.filter((one) => one.title === title)
      if (!continued) expect(isPaid[nth] && isPaid.slice(nth + 1).includes(true)).toBe(false)
      else if (!isPaid[taker])
        expect(continued.some((one) => one.state === 'delivered' || one.outcome?.kind === 'carried')).toBe(true)
    }
  }
})
