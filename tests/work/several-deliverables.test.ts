import { expect, it } from 'vitest'
import type { Deliverable } from '#contract/work/deliverables.ts'
import { MAX_DELIVERABLES_AT_ONCE } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { confirmStart } from '../support/order-client.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { adminEmail } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('changes of several deliverables', (database) => {
  const shop = startForSuite(async () => startWorkSite(await database.environment()))

  const load = async (id: string) => (await shop.call<OrderWork>('GET', `/order-work/${id}`, 'admin')).reply.deliverables
  const change = (
    parts: readonly Deliverable[],
    { state, ...changes }: { state?: string; assignee?: string; proofNote?: string },
    as: 'admin' | 'customer' = 'admin',
  ) => {
    const deliverables = parts.map(({ _id, _version }) => ({ _id, _version, ...(state && { state }) }))
    return shop.call<never>('PUT', '/deliverables', as, { deliverables, ...changes })
  }

  async function startOrder() {
    const id = await shop.placePaidOrder()
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart('2026-11-02'))
    return id
  }

  it('start parts of several orders, for the admin who starts them', async () => {
    const orders = [await startOrder(), await startOrder()]
    const parts = (await Promise.all(orders.map(load))).flatMap((all) => all.slice(0, 2))
    await change(parts.slice(0, 1), { assignee: 'other-admin@example.com' })
    expect((await change(parts, { state: 'in progress' })).status).toBe(200)
    const started = (await Promise.all(orders.map(load))).flatMap((all) => all.slice(0, 2))
    expect(started.map(({ state, assignee }) => `${state}, ${assignee}`)).toEqual([
      'in progress, other-admin@example.com',
      ...Array.from({ length: 3 }, () => `in progress, ${adminEmail}`),
    ])
  })

  it('deliver all parts with one proof, or none and name the part that can’t be', async () => {
    const id = await startOrder()
    const parts = await load(id)
    const [draft] = parts.filter(({ needsApproval }) => needsApproval)
    const plain = parts.filter(({ needsApproval }) => !needsApproval)
    const proof = { state: 'delivered', proofNote: 'The report has the list.' }
    const refused = await change([...plain, draft as Deliverable], proof)
    expect(refused).toMatchObject({
      status: 409,
      reply: { error: `“${draft?.title}”: The client must approve the current draft before it is delivered.` },
    })
    expect((await load(id)).filter(({ state }) => state !== 'planned')).toEqual([])
    expect((await change(plain, { state: 'delivered' })).reply).toMatchObject({ fields: { proofUrl: expect.any(String) } })
    expect((await change(plain, proof)).status).toBe(200)
    const delivered = (await load(id)).filter(({ state }) => state === 'delivered')
    expect(delivered.map(({ title, proof: shown }) => [title, shown?.note])).toEqual(
      plain.map(({ title }) => [title, proof.proofNote]),
    )
  })

  it('refuse an outdated version, a customer, an empty list and a long one', async () => {
    const id = await startOrder()
    const [first, second] = (await load(id)) as [Deliverable, Deliverable]
    await change([first], { state: 'in progress' })
    expect((await change([second, first], { state: 'in progress' })).status).toBe(409)
    expect((await load(id))[1]).toMatchObject({ state: 'planned' })
    expect((await change([second], { state: 'in progress' }, 'customer')).status).toBe(403)
    const many = Array.from({ length: MAX_DELIVERABLES_AT_ONCE + 1 }, () => second)
    for (const parts of [[], many]) expect((await change(parts, { state: 'in progress' })).status).toBe(400)
  })
})
