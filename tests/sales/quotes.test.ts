import { expect, it } from 'vitest'
import type { Order } from '#contract/sales/orders.ts'
import type { Quote, QuotePart } from '#contract/sales/quotes.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { customerEmail } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const billing = { customerName: 'Dana Sample', customerAddress: '100 Example Street', customerCountry: 'United States' }
const terms = {
  customerName: 'Dana Sample',
  title: 'Site audit',
  packageName: '',
  price: '250.50',
  parts: [
    { title: 'Audit of 40 pages', dueDay: 10 },
    { title: 'A call about it', dueDay: 12 },
  ],
  note: 'As we said on the phone.',
  validUntil: '',
}

describeOnEachDatabase('a quote', (database) => {
  const shop = startForSuite(async () => startWorkSite(await database.environment()))

  const send = async (changes: Partial<typeof terms> = {}) => {
    const { status, reply } = await shop.call<Quote>('POST', '/quote', 'admin', { email: customerEmail, ...terms, ...changes })
    expect([status, reply]).toMatchObject([201, {}])
    return reply.record
  }
  const read = (id: string, as: 'admin' | 'customer' | 'stranger' = 'customer') => shop.call<Quote>('GET', `/quote/${id}`, as)
  const accept = ({ _id, _version }: Quote, as: 'admin' | 'customer' | 'stranger' = 'customer', more: object = {}) =>
    shop.call<Order>('PUT', `/quote-accepted/${_id}`, as, { ...billing, ...more, _version })
  const change = ({ _id, _version }: Quote, changes: Partial<typeof terms>) =>
    shop.call<Quote>('PUT', `/quote/${_id}`, 'admin', { ...terms, ...changes, _version })
  const withdraw = ({ _id, _version }: Quote) => shop.call<Quote>('PUT', `/quote-withdrawn/${_id}`, 'admin', { _version })
  const countOrders = async () => (await shop.call<{ orders: number }>('GET', '/order-totals', 'customer')).reply.orders

  it('becomes one order with its own price and parts, also if it is accepted twice at once', async () => {
    const before = await countOrders()
    const quote = await send()
    expect(await countOrders()).toBe(before)
    const [first, second] = await Promise.all([accept(quote), accept(quote)])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.reply.record).toMatchObject({ packageName: 'Site audit', packagePrice: '250.50', paymentStatus: 'UnPaid' })
    expect(second.reply.record._id).toBe(first.reply.record._id)
    expect((await accept(quote)).reply.record._id).toBe(first.reply.record._id)
    expect(await countOrders()).toBe(before + 1)
    expect((await read(quote._id)).reply).toMatchObject({ state: 'accepted', orderId: first.reply.record._id })

    await shop.pay(first.reply.record._id)
    const { reply: work } = await shop.call<OrderWork>('GET', `/order-work/${first.reply.record._id}`, 'customer')
    expect(work.deliverables.map(({ title }) => title)).toEqual(['Audit of 40 pages', 'A call about it'])
  })

  it('takes no price from the client', async () => {
    const quote = await send()
    expect((await accept(quote, 'customer', { price: '1' })).status).toBe(400)
    expect((await accept(quote)).reply.record.packagePrice).toBe('250.50')
  })

  it('says what changed since the client read it, and takes the yes to what it says now', async () => {
    const quote = await send()
    const changed = await change(quote, { price: '300', note: 'With the second office.' })
    expect([changed.status, changed.reply.record._version]).toEqual([200, 2])
    const refused = await accept(quote)
    expect([refused.status, refused.reply.error]).toEqual([
      409,
      'The quote has changed since you opened it: the price and the note. Please read it again.',
    ])
    expect((await change(quote, { price: '1' })).status).toBe(409)
    expect((await accept(changed.reply.record)).reply.record.packagePrice).toBe('300')
    const late = await change(changed.reply.record, { price: '1' })
    expect([late.status, late.reply.error]).toEqual([409, 'The client has accepted this quote. It’s an order now.'])
  })

  it('answers like a missing one to everyone but its client and the team (P-68)', async () => {
    const quote = await send()
    const [missing, stranger] = [await read('00000000-0000-4000-8000-000000000000'), await read(quote._id, 'stranger')]
    expect([stranger.status, stranger.reply]).toEqual([missing.status, missing.reply])
    expect(missing.status).toBe(404)
    expect([(await accept(quote, 'stranger')).status, (await accept(quote, 'admin')).status]).toEqual([404, 404])
    expect((await read(quote._id, 'admin')).reply.email).toBe(customerEmail)
    const page = await shop.site.request('GET', `/quote/${quote._id}`, { as: 'customer' })
    expect(page.text).toContain('Accept for $250.50')
  })

  it('can’t be accepted once it is withdrawn or expired', async () => {
    const withdrawn = await send()
    expect((await withdraw(withdrawn)).reply.record.state).toBe('withdrawn')
    const refused = await accept(withdrawn)
    expect([refused.status, refused.reply.error]).toEqual([409, 'This quote was withdrawn.'])
    const past = await shop.call('POST', '/quote', 'admin', { email: customerEmail, ...terms, validUntil: '2020-01-01' })
    expect([past.status, Object.keys(past.reply.fields ?? {})]).toEqual([400, ['validUntil']])
  })

  it('starts from the parts of a package, and keeps their weights', async () => {
    const { reply: parts } = await shop.call<QuotePart[]>('GET', '/quote-parts?packageName=Standard', 'admin')
    expect(parts.length).toBeGreaterThan(3)
    const quote = await send({ title: 'Standard', packageName: 'Standard', price: '800', parts })
    const { reply } = await accept(quote)
    await shop.pay(reply.record._id)
    const { reply: work } = await shop.call<OrderWork>('GET', `/order-work/${reply.record._id}`, 'customer')
    expect(work.deliverables.map(({ title }) => title)).toEqual(parts.map(({ title }) => title))
    expect(work.deliverables.some(({ needsApproval }) => needsApproval)).toBe(true)
  })

  it('is in the customer’s data, and goes with it unless it became an order', async () => {
    const open = await send({ title: 'Left open' })
    const exported = await shop.site.request('GET', `/api/customer-data?email=${customerEmail}`, { as: 'admin' })
    expect(exported.text).toContain('Left open')
    expect((await shop.call('POST', '/erase-customer-notes', 'admin', { email: customerEmail })).status).toBe(200)
    expect((await read(open._id)).status).toBe(404)
  })
})
