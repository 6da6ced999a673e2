import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deliverableTemplate } from '#contract/content/kinds/deliverable-template.ts'
import type { PaymentEvidenceReply } from '#contract/sales/payment-evidence.ts'
import type { NextMonth } from '#contract/work/customer-month.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { listDemoValues } from '../support/demo-content.ts'
import { confirmStart } from '../support/order-client.ts'
import { pickSize } from '../support/proof-size.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { adminEmail } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Order = { id: string; number: number }

const FIRST_MONTH_ONLY = ['Site and indexing audit', 'Google Business Profile setup', 'Titles and descriptions for 8 pages']

describeOnEachDatabase('the months of a customer', (database) => {
  const shop = startForSuite(async () => {
    const site = await startSiteWithPayPal(await database.environment(), { processes: 2 })
    for (const body of listDemoValues(deliverableTemplate).filter(({ templatePackage }) => templatePackage === 'Standard'))
      expect((await site.call('POST', '/add-deliverable-template', { as: 'admin', body })).status).toBe(201)
    return site
  })

  const put = async (path: string, body: object, at = shop.site) => shop.call('PUT', path, { as: 'admin', body, at })
  const pay = ({ id }: Order, at = shop.site) => put(`/order-paid/${id}`, { reason: 'By check' }, at)
  const takeBack = ({ id }: Order) => put(`/order-paid-taken-back/${id}`, { reason: 'A mistake' })
  const setMonth = ({ id }: Order, month: number) => put(`/order-month/${id}`, { month })
  const load = async ({ id }: Order) =>
    (await shop.call('GET', `/order-work/${id}`, { as: 'admin' })).reply as unknown as OrderWork
  const listTitles = async (order: Order) => (await load(order)).deliverables.map(({ title }) => title)
  const findPage = async (order: Order) => (await load(order)).deliverables.find(({ title }) => title.includes('Neighborhood'))
  const decide = async (order: Order, outcome: 'carried' | 'refunded') =>
    put(`/deliverable-outcome/${(await findPage(order))?._id}`, { outcome, reason: 'No access' })
  const start = ({ id }: Order) => put(`/order-start/${id}`, confirmStart('2026-01-05'))
  const getEvidence = async (order: Order) => (await shop.getPaymentEvidence(order)) as PaymentEvidenceReply
  const toCents = (amount = '') => Math.round(Number(amount) * 100)
  const addAmounts = (...amounts: (string | undefined)[]) =>
    (amounts.reduce((sum, amount) => sum + toCents(amount), 0) / 100).toFixed(2)
  const loadNextMonth = async (packageName: string) =>
    (await shop.call('GET', `/next-month?packageName=${packageName}`)).reply as unknown as NextMonth
  async function payNewOrder(): Promise<Order> {
    const order = await shop.order()
    expect((await pay(order)).status).toBe(200)
    return order
  }

  it('bring the setup in the first month alone, and what the order form says', async () => {
    const announced = await loadNextMonth('Standard')
    const first = await payNewOrder()
    expect([announced.month, (await load(first)).month]).toEqual([1, 1])
    expect(await listTitles(first)).toEqual(announced.titles)
    expect(announced.titles).toEqual(expect.arrayContaining([...FIRST_MONTH_ONLY, 'Neighborhood page 1 of 2', 'Monthly report']))
    const next = await loadNextMonth('Standard')
    const second = await payNewOrder()
    expect([next.month, (await load(second)).month]).toEqual([2, 2])
    expect(await listTitles(second)).toEqual(next.titles)
    expect(next.titles).toEqual([
      'Neighborhood page 1 of 2',
      'Neighborhood page 2 of 2',
      'The next local keywords',
      'The next citations',
      'Google Business Profile upkeep',
      'Monthly call',
      'Monthly report',
    ])
    expect((await loadNextMonth('Basic')).month).toBe(1)
    for (const one of [first, second]) await takeBack(one)
  })

  it('are 1 and 2 for two orders that are paid at once on two processes', async () => {
    for (let round = 0; round < 4; round++) {
      const orders = [await shop.order(), await shop.order()]
      await Promise.all(orders.map((order, nth) => pay(order, shop.sites[nth])))
      const months = await Promise.all(orders.map(async (order) => (await load(order)).month))
      expect(months.toSorted()).toEqual([1, 2])
      for (const order of orders) await takeBack(order)
    }
  })

  it('don’t count an order whose money went back', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const { payment, notice } = shop.paypal.charge(form)
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    expect((await loadNextMonth('Standard')).month).toBe(2)
    await shop.paypal.send(shop.paypal.refund(payment, 99_900).notice)
    await shop.waitUntilNoticesRead()
    expect([await shop.getPaymentStatus(order), (await loadNextMonth('Standard')).month]).toEqual(['Cancelled', 1])
  })

  it('change until the month starts, without what the team touched', async () => {
    const order = await payNewOrder()
    const { deliverables } = await load(order)
    const [audit, profile, keywords] = deliverables
    await put(`/deliverable/${audit?._id}`, { state: 'in progress' })
    await put(`/deliverable/${profile?._id}`, { title: 'Both Business Profiles' })
    await put(`/deliverable/${keywords?._id}`, { assignee: adminEmail })
    await shop.call('POST', `/deliverable/${order.id}`, { as: 'admin', body: { title: 'A gift' } })
    const changed = await setMonth(order, 2)
    expect([changed.status, changed.reply.message]).toEqual([200, 'This is month 2 now'])
    const titles = await listTitles(order)
    expect(titles).toEqual(expect.arrayContaining(['Site and indexing audit', 'Both Business Profiles', 'A gift']))
    expect(titles).toEqual(expect.arrayContaining(['The next citations', 'Neighborhood page 2 of 2']))
    expect(titles).not.toContain('Titles and descriptions for 8 pages')
    await setMonth(order, 1)
    const again = await listTitles(order)
    expect(again.toSorted()).toEqual(
      [
        ...deliverables.map(({ title }) => title).filter((title) => title !== profile?.title),
        'Both Business Profiles',
        'A gift',
      ].toSorted(),
    )
    await put(`/order-start/${order.id}`, confirmStart('2026-01-05'))
    const refused = await setMonth(order, 2)
    expect([refused.status, refused.reply.error]).toEqual([409, 'The month has started. Add or cancel single deliverables.'])
    await takeBack(order)
  })

  it('split the weight of a template evenly over its parts, to the cent, also after the month changes (P-335)', async () => {
    const order = await payNewOrder()
    const expectEvenShares = async () => {
      const parts = (await load(order)).deliverables.map((part) => ({ ...part, cents: toCents(part.share) }))
      const addCents = (text: string) =>
        parts.filter(({ title }) => title.includes(text)).reduce((sum, { cents }) => sum + cents, 0)
      expect(addCents('')).toBe(99_900)
      expect(Math.abs(addCents('Neighborhood page 1') - addCents('Neighborhood page 2'))).toBeLessThanOrEqual(1)
      for (const text of ['Neighborhood', 'Site and indexing audit'])
        expect(Math.abs(addCents(text) - addCents('Monthly report'))).toBeLessThanOrEqual(1)
      return parts
    }
    const [audit] = await expectEvenShares()
    // As an earlier version copied it.
    const copied = { template_id: null, weight: 1 }
    await shop.stored.main.updateTable('deliverable').set(copied).where('order_id', '=', order.id).execute()
    await put(`/deliverable/${audit?._id}`, { state: 'in progress' })
    for (const month of [2, 1, 2]) {
      await setMonth(order, month)
      await expectEvenShares()
    }
    await takeBack(order)
  })

  it('keep the weight that an admin set for a part that stays (P-319)', async () => {
    const order = await payNewOrder()
    const [audit] = (await load(order)).deliverables
    await put(`/deliverable/${audit?._id}`, { weight: 7 })
    for (const month of [2, 1]) await setMonth(order, month)
    expect((await load(order)).deliverables.find(({ _id }) => _id === audit?._id)?.weight).toBe(7)
    await takeBack(order)
  })

  it('split the price equally if no template has a weight, also with a part and a gift that stay', async () => {
    const { reply } = await shop.call('GET', '/deliverable-templates', { as: 'admin' })
    const templates = reply as unknown as { _id: string; _version: number }[]
    const save = async (change: object) => {
      for (const { _id, _version, ...values } of templates)
        expect((await put(`/deliverable-template/${_id}`, { ...values, ...change })).status).toBe(200)
    }
    await save({ templateWeight: '0' })
    const order = await payNewOrder()
    const [audit] = (await load(order)).deliverables
    await put(`/deliverable/${audit?._id}`, { state: 'in progress' })
    await shop.call('POST', `/deliverable/${order.id}`, { as: 'admin', body: { title: 'A gift' } })
    await setMonth(order, 2)
    const { deliverables } = await load(order)
    expect(deliverables.find(({ title }) => title === 'A gift')?.share).toBe('0.00')
    const cents = deliverables.filter(({ title }) => title !== 'A gift').map(({ share }) => toCents(share))
    expect(Math.max(...cents) - Math.min(...cents)).toBeLessThanOrEqual(1)
    await save({})
    await takeBack(order)
  })

  it('keep a carried part once and joined when the month changes', async () => {
    const first = await payNewOrder()
    await put(`/order-start/${first.id}`, confirmStart('2026-01-05'))
    const find = async (order: Order, text: string) =>
      (await load(order)).deliverables.filter(({ title }) => title.includes(text))
    for (const text of ['Neighborhood', 'IDX']) {
      const [part] = await find(first, text)
      expect((await put(`/deliverable-outcome/${part?._id}`, { outcome: 'carried', reason: 'No access' })).status).toBe(200)
    }
    expect((await loadNextMonth('Standard')).carriedOver).toEqual([
      { title: 'Neighborhood page 1 of 2', orderNumber: first.number },
      { title: 'IDX indexing review', orderNumber: first.number },
    ])
    const second = await payNewOrder()
    const joined = `Neighborhood page 1 of 2, and the one carried over from order ${first.number}`
    expect((await listTitles(second)).slice(0, 2)).toEqual([joined, 'IDX indexing review'])
    await setMonth(second, 1)
    const review = `IDX indexing review, and the one carried over from order ${first.number}`
    expect((await listTitles(second)).slice(0, 2).toSorted()).toEqual([review, joined])
    await setMonth(second, 2)
    expect((await listTitles(second)).slice(0, 2)).toEqual([joined, 'IDX indexing review'])
    expect((await find(first, 'IDX'))[0]?.outcome?.nextOrder?.number).toBe(second.number)
    for (const one of [first, second]) await takeBack(one)
  })

  /** Carries a page of a first order over to a second one, and both on to a third one. */
  async function carryPageTwice() {
    const first = await payNewOrder()
    await start(first)
    await decide(first, 'carried')
    const second = await payNewOrder()
    await start(second)
    expect(await decide(second, 'carried')).toMatchObject({ status: 200 })
    const third = await payNewOrder()
    await start(third)
    return { first, second, third }
  }

  it('refund a joined part from each order that was paid for it (P-320)', async () => {
    const { first, second, third } = await carryPageTwice()
    const [one, two, three] = [(await findPage(first))?.share, (await findPage(second))?.share, await findPage(third)]
    const secondTitle = `Neighborhood page 1 of 2, and the one carried over from order ${first.number}`
    expect(three?.title).toBe(`Neighborhood page 1 of 2, and ${secondTitle} carried over from order ${second.number}`)
    expect(three?.carriedShares).toEqual([
      { orderNumber: second.number, amount: two },
      { orderNumber: first.number, amount: one },
    ])
    const total = addAmounts(one, two, three?.share)
    expect(three?.choice?.share).toBe(total)
    expect((await put(`/deliverable/${(await findPage(first))?._id}`, { weight: 9 })).status).toBe(409)
    const refund = (amount?: string) =>
      put(`/deliverable-outcome/${three?._id}`, { outcome: 'refunded', reason: 'No access', ...(amount && { amount }) })
    expect((await refund(three?.share)).reply.error).toContain(`is now $${total}`)
    const { status, reply } = await refund(total)
    expect([status, reply.message]).toEqual([200, 'The shares are refunded. Each is on the page of its order'])
    for (const [order, amount] of [
      [first, one],
      [second, two],
      [third, three?.share],
    ] as const) {
      expect((await getEvidence(order)).returned).toBe(amount)
      expect(await findPage(order)).toMatchObject({
        title: 'Neighborhood page 1 of 2',
        state: 'not delivered',
        reason: 'No access',
        outcome: { kind: 'refunded', refund: { amount, isConfirmed: true } },
      })
    }
    expect((await refund(total)).status).toBe(409)
    const fourth = await payNewOrder()
    expect((await findPage(fourth))?.title).toBe('Neighborhood page 1 of 2')
    for (const order of [first, second, third, fourth]) await takeBack(order)
  })

  it('refund nothing of a joined part if too little is left of an earlier order (P-320)', async () => {
    const { order: first, form } = await shop.placeOrderWithForm()
    const { payment, notice } = shop.paypal.charge(form)
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    await start(first)
    await decide(first, 'carried')
    const second = await payNewOrder()
    await start(second)
    const { title } = (await findPage(second)) ?? {}
    await shop.paypal.send(shop.paypal.refund(payment, 99_000).notice)
    await shop.waitUntilNoticesRead()
    const { status, reply } = await decide(second, 'refunded')
    expect([status, reply.error]).toEqual([
      409,
      expect.stringContaining(`Only $9.00 of the payment is left of order ${first.number}`),
    ])
    for (const order of [first, second]) expect((await getEvidence(order)).refunds).toEqual([])
    expect(await findPage(second)).toMatchObject({ title, state: 'planned', outcome: null })
    await shop.paypal.send(shop.paypal.refund(payment, 900).notice)
    await shop.waitUntilNoticesRead()
    await takeBack(second)
  })

  it('refund a joined part that continues two parts of one order (P-320)', async () => {
    const [late, early] = [await shop.order(), await payNewOrder()]
    await start(early)
    await decide(early, 'carried')
    await pay(late)
    await start(late)
    expect(await decide(late, 'carried')).toMatchObject({ status: 200 })
    const page = (await load(early)).deliverables.find(
      ({ title, state }) => title.includes('Neighborhood') && state === 'planned',
    )
    await put(`/deliverable-outcome/${page?._id}`, { outcome: 'carried', reason: 'No access' })
    const last = await payNewOrder()
    await start(last)
    const joined = await findPage(last)
    expect(joined?.carriedShares?.map(({ orderNumber }) => orderNumber)).toEqual([early.number, late.number, early.number])
    expect(await decide(last, 'refunded')).toMatchObject({ status: 200 })
    const [latest, older, oldest] = joined?.carriedShares ?? []
    expect((await getEvidence(early)).returned).toBe(addAmounts(latest?.amount, oldest?.amount))
    expect((await getEvidence(late)).returned).toBe(older?.amount)
    for (const order of [late, early, last]) await takeBack(order)
  })

  it('promise nothing again that was refunded from the order before an unpaid one (P-320)', async () => {
    const { first, second, third } = await carryPageTwice()
    await takeBack(second)
    expect(await decide(third, 'refunded')).toMatchObject({ status: 200 })
    expect((await getEvidence(first)).returned).toBe((await findPage(first))?.share)
    await pay(second)
    const carried = (await listTitles(third)).filter((title) => title.includes('carried over'))
    expect(carried).toEqual([`Neighborhood page 2 of 2, and Neighborhood page 1 of 2 carried over from order ${second.number}`])
    for (const order of [first, second, third]) await takeBack(order)
  })

  it('keep the carried share for the next order when the joined order is stopped (P-327)', async () => {
    const first = await payNewOrder()
    await start(first)
    await decide(first, 'carried')
    const second = await payNewOrder()
    const [joined, ...others] = (await load(second)).deliverables
    for (const { _id } of others.slice(0, 1)) await put(`/deliverable/${_id}`, { state: 'delivered', proofNote: 'Sent' })
    expect((await shop.call('PUT', `/order-stop/${second.id}`, { body: { reason: 'We close' } })).status).toBe(200)
    expect((await put(`/order-stop-answer/${second.id}`, { answer: 'refunded' })).status).toBe(200)
    expect(joined?.isPartlyCarried).toBe(true)
    expect((await findPage(first))?.outcome).toMatchObject({ kind: 'carried', nextOrder: null })
    // The order refunds its own page alone.
    const refunds = shop.stored.main.selectFrom('refund_request').select('parts').where('order_id', '=', second.id)
    const { parts } = await refunds.executeTakeFirstOrThrow()
    expect([parts?.includes('Neighborhood page 1 of 2'), parts?.includes('carried over')]).toEqual([true, false])
    const third = await payNewOrder()
    expect((await findPage(first))?.outcome?.nextOrder?.number).toBe(third.number)
    for (const order of [first, second, third]) await takeBack(order)
  })

  it('neither lose nor double a part, in whatever order months, carries, payments and returns come', async () => {
    const step = fc.record({ nth: fc.nat(2), action: fc.constantFrom('pay', 'take back', 'carry', 'month 1', 'month 2') })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const orders = [await shop.order(), await shop.order(), await shop.order()]
        for (const [index, { nth, action }] of steps.entries()) {
          const order = orders[nth] as Order
          if (action === 'pay') await pay(order, shop.sites[index % 2])
          else if (action === 'take back') await takeBack(order)
          else if (action !== 'carry') await setMonth(order, Number(action.at(-1)))
          else {
            await put(`/order-start/${order.id}`, confirmStart('2026-01-05'))
            const part = ((await load(order)).deliverables ?? []).find(({ state, outcome }) => state === 'planned' && !outcome)
            await put(`/deliverable-outcome/${part?._id}`, { outcome: 'carried', reason: 'No access' })
          }
          await expectEachPartOnce(orders)
        }
        for (const order of orders) await takeBack(order)
      }),
      { numRuns: pickSize({ short: 6, whole: 60 }) },
    )
  })

  async function expectEachPartOnce(orders: readonly Order[]): Promise<void> {
    const works = await Promise.all(orders.map(async (order) => (await load(order)).deliverables ?? []))
    for (const parts of works) {
      const own = parts.filter(({ carriedFrom, isPartlyCarried }) => !carriedFrom || isPartlyCarried)
      expect(new Set(own.map(({ title }) => title.split(', and ')[0])).size).toBe(own.length)
    }
    const all = works.flat()
    for (const { outcome, title } of all.filter((one) => one.outcome?.kind === 'carried' && one.outcome.nextOrder)) {
      const next = works[orders.findIndex(({ id }) => id === outcome?.nextOrder?._id)] ?? []
      expect(next.filter((one) => one.carriedFrom && one.title.includes(title.split(', and ')[0] ?? '')).length).toBeGreaterThan(
        0,
      )
    }
  }
})
