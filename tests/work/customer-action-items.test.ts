import { expect, it } from 'vitest'
import type { OrderAccessList } from '#contract/work/access.ts'
import type { Brief } from '#contract/work/brief.ts'
import type { CustomerActionItem } from '#contract/work/customer-action-items.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { confirmStart } from '../support/order-client.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Side = 'customer' | 'stranger' | 'admin'

describeOnEachDatabase('what orders wait for', (database) => {
  const shop = startForSuite(async () => startWorkSite(await database.environment()))

  const list = async (as: Side = 'customer') => (await shop.call<CustomerActionItem[]>('GET', '/order-work-waiting', as)).reply
  const load = async (id: string, as: Side) => (await shop.call<OrderWork>('GET', `/order-work/${id}`, as)).reply

  it('stands in one list of the customer and on the dashboard, until the customer answers or the order is over', async () => {
    const open = async (path: string) => (await shop.site.request('GET', path, { as: 'customer' })).text
    const id = await shop.placePaidOrder('Basic')
    for (const one of (await shop.call<OrderAccessList>('GET', `/order-access/${id}`, 'admin')).reply.items)
      await shop.call('PUT', `/order-access-state/${one._id}`, 'admin', { state: 'confirmed' })
    expect(await list()).toMatchObject([{ order: { _id: id }, unanswered: 8, deliverable: null }])
    // The team does not work on it before the answers are there.
    for (const path of ['/dashboard', '/my-order', '/pending-order', `/my-order/${id}`]) {
      const html = await open(path)
      expect([path, html.includes('aiting for you'), html.includes('working on it')]).toEqual([path, true, false])
    }
    expect(await open(`/my-order/${id}`)).toContain('Answer the questions')
    const { questions } = (await shop.call<Brief>('GET', `/order-brief/${id}`, 'customer')).reply
    const answers = Object.fromEntries(questions.map((one) => [one.id, one.choices[0] ?? 'An answer']))
    await shop.call('PUT', `/order-brief/${id}`, 'customer', { answers, send: true })
    expect(await list()).toEqual([])
    expect(await open(`/my-order/${id}`)).toContain('We’re checking our access. Then your month starts.')
    expect(await open('/my-order')).toContain('We’re working on it')

    const { deliverables } = await load(id, 'admin')
    const draft = deliverables.find(({ needsApproval }) => needsApproval)
    const plain = deliverables.find(({ needsApproval }) => !needsApproval)
    await shop.call('PUT', `/deliverable/${draft?._id}`, 'admin', { state: 'waiting for approval', proofNote: 'A draft' })
    await shop.call('PUT', `/deliverable/${plain?._id}`, 'admin', { state: 'waiting for client', waitingFor: 'A <b>photo</b>' })
    expect((await list()).map(({ deliverable }) => deliverable?.state).toSorted()).toEqual([
      'waiting for approval',
      'waiting for client',
    ])
    expect([await list('stranger'), await list('admin')]).toEqual([[], []])
    const html = await open('/dashboard')
    expect(html).toContain(`href="/my-order/${id}/deliverable/${draft?._id}"`)
    expect(html).toContain('We need: A &lt;b&gt;photo&lt;/b&gt;')

    // A message with or without files answers what the team asked for, for both sides. A draft still waits for a yes.
    const isAnswered = async (side: Side) => (await load(id, side)).deliverables.find(({ _id }) => _id === plain?._id)?.isAnswered
    expect([await isAnswered('customer'), await isAnswered('admin')]).toEqual([false, false])
    await shop.call('POST', `/order-message/${id}`, 'customer', { text: 'The photo' })
    expect([await isAnswered('customer'), await isAnswered('admin')]).toEqual([true, true])
    expect((await list()).map(({ deliverable }) => deliverable?.state)).toEqual(['waiting for approval'])
    for (const path of [`/my-order/${id}`, `/my-order/${id}/deliverable/${plain?._id}`])
      expect(await open(path)).toContain('You answered. We’re looking.')
    expect((await shop.site.request('GET', `/work/${id}`, { as: 'admin' })).text).toContain('Client answered')
    await shop.call('POST', `/order-message/${id}`, 'admin', { text: 'Please send a larger one.' })
    expect((await list()).map(({ deliverable }) => deliverable?.state)).toContain('waiting for client')

    await shop.call('PUT', `/order-status/${id}`, 'admin', { orderStatus: 'Delivered' })
    expect(await list()).toEqual([])
    expect(await open(`/my-order/${id}`)).not.toContain('Read the draft')
    const { total } = (await load(id, 'customer')).progress
    expect(await open(`/my-order/${id}`)).toContain(
      `0 of ${total} delivered, ${total} continue. We don’t need anything from you right now.`,
    )
  })

  it('names the order on the dashboard and leads to its questions', async () => {
    const id = await shop.placePaidOrder('Basic')
    const [item] = await list()
    const { text } = await shop.site.request('GET', '/dashboard', { as: 'customer' })
    expect(text).toContain(`Waiting for you, order ${item?.order.number}`)
    expect(text).toContain(`href="/my-order/${id}/brief"`)
  })

  it('has the choice about missed parts, also once the order is delivered, but nothing while the client asks to stop', async () => {
    const id = await shop.placePaidOrder('Basic')
    const isForOrder = ({ order }: CustomerActionItem) => order._id === id
    const listKinds = async () => (await list()).filter(isForOrder).map(({ mustChoose }) => mustChoose)
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart('2026-01-05'))
    expect(await listKinds()).toEqual([true, false, false])
    expect((await shop.site.request('GET', '/dashboard', { as: 'customer' })).text).toContain('See your choices')
    await shop.call('PUT', `/order-stop/${id}`, 'customer', { reason: 'We close the office' })
    expect(await listKinds()).toEqual([])
    const page = (await shop.site.request('GET', `/my-order/${id}`, { as: 'customer' })).text
    expect([page.match(/You asked us to stop/g)?.length, page.includes('aiting for you')]).toEqual([1, false])
    await shop.call('PUT', `/order-stop-answer/${id}`, 'admin', { answer: 'declined', reason: 'It is done tomorrow' })
    const [first, ...others] = (await load(id, 'admin')).deliverables
    await shop.call('PUT', `/deliverable/${others.at(-1)?._id}`, 'admin', { state: 'delivered', proofNote: 'Sent' })
    await shop.call('PUT', `/order-status/${id}`, 'admin', { orderStatus: 'Delivered' })
    expect(await listKinds()).toEqual([true])
    for (const { _id, _version } of [first, ...others].filter((one) => one !== undefined).slice(0, -1))
      await shop.call('PUT', `/deliverable-choice/${_id}`, 'customer', { choice: 'carry', _version })
    expect(await listKinds()).toEqual([])
  })

  it('has at most 10 things, of the oldest orders first', async () => {
    const [first] = await list()
    for (let nth = 0; nth < 12; nth++) await shop.placePaidOrder('Basic')
    const items = await list()
    expect([items.length, items[0]]).toEqual([10, first])
  })

  it('counts the unread messages of each side with the work', async () => {
    const id = await shop.placePaidOrder('Basic')
    const write = (as: Side, body: object) => shop.call('POST', `/order-message/${id}`, as, body)
    await write('admin', { text: 'One' })
    await write('admin', { text: 'A note', internal: true })
    await write('customer', { text: 'Two' })
    await write('customer', { text: 'Three' })
    expect([(await load(id, 'customer')).unread, (await load(id, 'admin')).unread]).toEqual([1, 2])
  })
})
