import { expect, it } from 'vitest'
import type { OrderAccess, OrderAccessList } from '#contract/work/access.ts'
import type { OrderOrDeliverableBoardRow } from '#contract/work/board.ts'
import type { Brief } from '#contract/work/brief.ts'
import type { CustomerActionItem } from '#contract/work/customer-action-items.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { confirmStart } from '../support/order-client.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Side = 'customer' | 'stranger' | 'admin'

describeOnEachDatabase('the accesses that an order needs', (database) => {
  const shop = startForSuite(async () => startWorkSite(await database.environment()))

  const load = async (orderId: string, as: Side = 'customer') =>
    (await shop.call<OrderAccessList>('GET', `/order-access/${orderId}`, as)).reply
  const set = (id: string, state: string, as: Side) => shop.call<OrderAccess>('PUT', `/order-access-state/${id}`, as, { state })
  const open = async (path: string, as: Side) => (await shop.site.request('GET', path, { as: as as 'admin' })).text
  const listMissing = async () =>
    (await shop.call<CustomerActionItem[]>('GET', '/order-work-waiting', 'customer')).reply.flatMap(({ access }) => access)

  it('go from not yet to confirmed, each change once, for both sides and without script', async () => {
    const orderId = await shop.placePaidOrder('Basic')
    const { questions } = (await shop.call<Brief>('GET', `/order-brief/${orderId}`, 'customer')).reply
    const answers = Object.fromEntries(questions.map((one) => [one.id, one.choices[0] ?? 'An answer']))
    await shop.call('PUT', `/order-brief/${orderId}`, 'customer', { answers, send: true })
    const { items, inviteEmail } = await load(orderId)
    const names = ['Your website', 'Google Search Console', 'Google Business Profile', 'Google Analytics']
    expect(items.map(({ name, state }) => [name, state])).toEqual(names.map((name) => [name, 'not yet']))
    expect(await listMissing()).toEqual(names)
    const customerPage = await open(`/my-order/${orderId}`, 'customer')
    for (const text of [inviteEmail, 'Please give us access', 'Not yet: Your website', items[1]?.link])
      expect(customerPage).toContain(text)
    const rows = (await shop.call<OrderOrDeliverableBoardRow[]>('GET', '/work?group=ready to start', 'admin')).reply
    expect(rows.find(({ _id }) => _id === orderId)?.missingAccess).toEqual(names)
    expect(await open(`/work?group=ready to start`, 'admin')).toMatch(/No access yet: (<!-- -->)?Your website/)
    expect(await open(`/work/${orderId}`, 'admin')).toContain('You can start anyway.')

    const [first] = items
    const form = { _form: 'access', accessId: first?._id ?? '', state: 'invited' }
    for (const _attempt of [1, 2])
      expect((await shop.site.request('POST', `/my-order/${orderId}`, { as: 'customer', form })).status).toBe(200)
    expect(await listMissing()).toEqual(names.slice(1))
    expect(await open(`/my-order/${orderId}`, 'customer')).toContain('You invited us. We’re checking.')
    // The team starts without some of it, so the step isn't done.
    await shop.call('PUT', `/order-start/${orderId}`, 'admin', confirmStart('2026-01-05'))
    const isStepDone = async () =>
      (await shop.call<OrderWork>('GET', `/order-work/${orderId}`, 'customer')).reply.steps[1]?.isDone
    expect(await isStepDone()).toBe(false)
    for (const { _id } of items) await set(_id, 'confirmed', 'admin')
    expect([await listMissing(), await isStepDone()]).toEqual([[], true])
    const [confirmed] = (await load(orderId, 'admin')).items
    expect(confirmed?.history).toMatchObject([
      { state: 'invited', by: 'customer' },
      { state: 'confirmed', by: 'team', actor: 'owner@example.com' },
    ])
    expect(JSON.stringify(await load(orderId))).not.toContain('owner@example.com')
    expect(await open('/audit-log', 'admin')).toContain('Set the access “Your website” to confirmed')
  })

  it('are confirmed by the team alone, and hidden from others', async () => {
    const orderId = await shop.placePaidOrder('Basic')
    const id = (await load(orderId)).items[0]?._id ?? ''
    expect((await set(id, 'confirmed', 'customer')).status).toBe(403)
    expect([(await set(id, 'invited', 'stranger')).status, (await set('unknown', 'invited', 'customer')).status]).toEqual([
      404, 404,
    ])
    expect((await shop.call('GET', `/order-access/${orderId}`, 'stranger')).status).toBe(404)
    await set(id, 'confirmed', 'admin')
    expect(await set(id, 'not yet', 'customer')).toMatchObject({
      status: 409,
      reply: { error: expect.stringContaining('already') },
    })
  })
})
