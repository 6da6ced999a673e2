import { expect, it } from 'vitest'
import type { Brief } from '#contract/work/brief.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { confirmStart } from '../support/order-client.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('the timeline of an order', (database) => {
  const shop = startForSuite(async () => startWorkSite(await database.environment()))

  /** Returns the entries of a page without their times. */
  async function listEntries(path: string, as: 'admin' | 'customer'): Promise<string[]> {
    const html = (await shop.site.request('GET', path, { as })).text
    const [list = ''] = /<ol class="timeline-list">.*?<\/ol>/s.exec(html) ?? []
    const entries = [...list.matchAll(/<p[^>]*>(.*?)<\/p>/gs)]
    return entries.map(([, entry = '']) => entry.replace(/<!-- -->|<[^>]*>/g, ''))
  }
  async function load(orderId: string) {
    const { deliverables } = (await shop.call<OrderWork>('GET', `/order-work/${orderId}`, 'admin')).reply
    const [plain, other] = deliverables.filter(({ needsApproval }) => !needsApproval)
    const draft = deliverables.find(({ needsApproval }) => needsApproval)
    if (!plain || !other || !draft) throw new Error('The package lacks such parts.')
    return { plain, other, draft }
  }
  async function put(path: string, as: 'admin' | 'customer', body: object): Promise<Deliverable> {
    const { status, reply } = await shop.call<Deliverable>('PUT', path, as, body)
    expect([path, status, reply.error]).toEqual([path, 200, undefined])
    return reply.record
  }

  it('shows both sides the same steps, newest first (P-352)', async () => {
    const id = await shop.placePaidOrder()
    const { questions } = (await shop.call<Brief>('GET', `/order-brief/${id}`, 'customer')).reply
    const answers = Object.fromEntries(questions.map((one) => [one.id, one.choices[0] ?? 'An answer']))
    await shop.call('PUT', `/order-brief/${id}`, 'customer', { answers, send: true })
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart('2026-01-05'))
    const { plain, other, draft } = await load(id)
    const change = (part: Deliverable, body: object) => put(`/deliverable/${part._id}`, 'admin', body)
    const answer = ({ _id, _version }: Deliverable, body: object) =>
      put(`/deliverable-approval/${_id}`, 'customer', { ...body, _version })
    const choose = ({ _id, _version, choice }: Deliverable, kind: string) =>
      put(`/deliverable-choice/${_id}`, 'customer', { choice: kind, _version, ...(choice?.share && { amount: choice.share }) })
    const decide = ({ _id, _version }: Deliverable, outcome: string) =>
      put(`/deliverable-outcome/${_id}`, 'admin', { outcome, _version })

    await answer(await change(draft, { state: 'waiting for approval', proofNote: 'One' }), { answer: 'changes', comment: 'No' })
    await answer(await change(draft, { state: 'waiting for approval', proofNote: 'Two' }), { answer: 'approved' })
    await change(draft, { state: 'delivered' })
    await change(plain, { state: 'delivered', proofNote: 'Live' })
    await decide(await choose(await change(plain, { state: 'in progress', reason: 'A wrong link' }), 'carry'), 'carried')
    await decide(await choose((await load(id)).other, 'refund'), 'refunded')

    const refund = (await load(id)).other.outcome?.refund?.amount
    const build = (client: string, object: string, owner: string) => [
      `$${refund} was refunded to ${object}`,
      `${other.title}: Refunded: $${refund}`,
      `${other.title}: We didn’t deliver it`,
      `${other.title}: ${client} chose the refund of its share`,
      `${plain.title}: The next order delivers it, free`,
      `${plain.title}: We didn’t deliver it`,
      `${plain.title}: ${client} chose that the next month delivers it`,
      `${plain.title}: We took it up again`,
      `${plain.title}: We delivered it`,
      `${draft.title}: We delivered it`,
      `${draft.title}: ${client} approved draft 2`,
      `${draft.title}: We sent draft 2`,
      `${draft.title}: ${client} asked for changes to draft 1`,
      `${draft.title}: We sent draft 1`,
      `${client} sent the answers to our questions`,
      `We received ${owner} payment of $999.00`,
      `${client} placed the order`,
    ]
    const [ofCustomer, ofTeam] = [await listEntries(`/my-order/${id}`, 'customer'), await listEntries(`/work/${id}`, 'admin')]
    // The outcome, its step and its refund are of one moment.
    expect(ofCustomer.toSorted()).toEqual(build('You', 'you', 'your').toSorted())
    expect(ofCustomer.slice(3)).toEqual(build('You', 'you', 'your').slice(3))
    expect(ofTeam.toSorted()).toEqual(build('The client', 'the client', 'the client’s').toSorted())
  })

  it('has 20 entries a page, and links the others', async () => {
    const id = await shop.placePaidOrder()
    const { draft } = await load(id)
    for (let nth = 1; nth <= 20; nth++)
      await put(`/deliverable/${draft._id}`, 'admin', { state: 'waiting for approval', proofNote: `Draft ${nth}` })
    for (const [path, as] of [
      [`/my-order/${id}`, 'customer'],
      [`/work/${id}`, 'admin'],
    ] as const) {
      const first = await listEntries(path, as)
      expect([first.length, first[0]]).toEqual([20, `${draft.title}: We sent draft 20`])
      const second = await listEntries(`${path}?timeline=2`, as)
      expect([second.length, second.at(-1)]).toEqual([2, expect.stringContaining('placed the order')])
      expect((await shop.site.request('GET', path, { as })).text).toContain('?timeline=2#order-timeline')
    }
  })
})
