import { beforeAll, expect, it } from 'vitest'
import { createOrderClient } from '../support/order-client.ts'
import { PDF_FILE } from '../support/order-files.ts'
import { registerAndLogIn } from '../support/test-accounts.ts'
import { adminEmail, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('the conversation about an order', (database) => {
  const site = startAppForSuite(database)
  const { call, placeOrder, markPaid, write, list, markRead, upload } = createOrderClient(site)
  let order: string
  beforeAll(async () => {
    order = await placeOrder()
  })
  const unread = async (as: 'admin' | 'customer', id: string) =>
    (await call<{ _id: string; unread: number }[]>('GET', '/unread-order-messages', as)).reply.find(({ _id }) => _id === id)
      ?.unread ?? 0

  it('holds the messages of both sides, oldest first and in pages', async () => {
    const id = await placeOrder()
    const texts = ['One', 'Two\nlines', 'Three', 'Four', 'Five']
    for (const [nth, text] of texts.entries())
      expect((await write(id, nth % 2 ? 'admin' : 'customer', { text })).status).toBe(201)
    const whole = await list(id, 'customer')
    expect(whole.reply.map(({ text }) => text)).toEqual(texts)
    expect(whole.reply.map(({ from }) => from)).toEqual(['customer', 'team', 'customer', 'team', 'customer'])
    expect(whole.headers['x-total-count']).toBe('5')
    const page = await list(id, 'customer', '?page=2&size=2')
    expect(page.reply.map(({ text }) => text)).toEqual(['Three', 'Four'])
    expect(page.headers['x-total-count']).toBe('5')
    expect((await list(id, 'customer', '?page=4&size=2')).reply).toEqual([])
  })

  it('names the admin who wrote a message to admins only', async () => {
    await write(order, 'admin', { text: 'Hello Dana' })
    expect((await list(order, 'admin')).reply[0]).toMatchObject({ text: 'Hello Dana', author: adminEmail })
    expect(JSON.stringify((await list(order, 'customer')).reply)).not.toContain(adminEmail)
  })

  it('keeps notes of the team out of every reply to the customer', async () => {
    const id = await placeOrder()
    const note = (await write(id, 'admin', { text: 'Secret canary', internal: true })).reply.record
    await write(id, 'admin', { text: 'Public' })
    expect((await list(id, 'admin')).reply.map(({ text, internal }) => [text, internal])).toEqual([
      ['Secret canary', true],
      ['Public', undefined],
    ])
    const { reply, headers } = await list(id, 'customer')
    expect([reply.map(({ text }) => text), headers['x-total-count']]).toEqual([['Public'], '1'])
    expect((await markRead(id, 'customer', note._id)).status).toBe(404)
    expect((await write(id, 'customer', { text: 'Mine', internal: true })).status).toBe(403)
    expect(await unread('customer', id)).toBe(1)
  })

  it('doesn’t exist for other customers', async () => {
    const stranger = await registerAndLogIn(site, 'stranger@example.com')
    const message = (await write(order, 'customer', { text: 'Private' })).reply.record
    for (const [method, path, body] of [
      ['GET', `/order-messages/${order}`],
      ['POST', `/order-message/${order}`, { text: 'Hi' }],
      ['PUT', `/order-messages-read/${order}`, { upTo: message._id }],
      ['GET', `/order-files/${order}`],
    ] as const) {
      expect([path, (await stranger.call(method, `/api${path}`, body)).status]).toEqual([path, 404])
    }
  })

  it('counts unread messages per side until that side marks them as read', async () => {
    const id = await placeOrder()
    const [first, second] = [
      (await write(id, 'admin', { text: 'First' })).reply.record,
      (await write(id, 'admin', { text: 'Second' })).reply.record,
    ]
    await write(id, 'customer', { text: 'Answer' })
    expect([await unread('customer', id), await unread('admin', id)]).toEqual([2, 1])
    await list(id, 'customer')
    expect(await unread('customer', id)).toBe(2)
    expect((await markRead(id, 'customer', first._id)).reply.record).toEqual({ unread: 1 })
    expect((await markRead(id, 'customer', second._id)).reply.record).toEqual({ unread: 0 })
    // An older message takes nothing back.
    expect((await markRead(id, 'customer', first._id)).reply.record).toEqual({ unread: 0 })
    expect([await unread('customer', id), await unread('admin', id)]).toEqual([0, 1])
    expect((await markRead(id, 'admin', second._id)).reply.record).toEqual({ unread: 1 })
    expect((await markRead(id, 'admin', 'no-such-id')).status).toBe(404)
  })

  it('takes files of the order only, and shows the customer none of a note', async () => {
    const [id, otherOrder] = [await placeOrder(), await placeOrder()]
    const { record: file } = (await upload(id, 'admin', PDF_FILE, 'plan.pdf')).reply
    expect((await write(otherOrder, 'admin', { text: '', files: [file._id] })).status).toBe(400)
    expect((await write(id, 'customer', { text: '', files: [file._id] })).status).toBe(400)
    await write(id, 'admin', { text: 'For us', files: [file._id], internal: true })
    expect((await call('GET', `/order-files/${id}`, 'customer')).reply).toEqual([])
    const sent = await write(id, 'admin', { text: '', files: [file._id] })
    expect(sent.reply.record.files).toMatchObject([{ name: 'plan.pdf', bytes: PDF_FILE.length, from: 'team' }])
    expect((await list(id, 'customer')).reply).toMatchObject([{ text: '', files: [{ name: 'plan.pdf' }] }])
  })

  it('takes ten messages of the customer before the first payment', async () => {
    const id = await placeOrder({ isPaid: false })
    const sent = await Promise.all(Array.from({ length: 12 }, (_, nth) => write(id, 'customer', { text: `Question ${nth}` })))
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(sent.find(({ status }) => status === 403)?.reply.fields?.text).toBe(
      'Before the payment, you can send 10 messages about an order.',
    )
    expect((await write(id, 'admin', { text: 'An answer' })).status).toBe(201)
    await markPaid(id)
    expect((await write(id, 'customer', { text: 'Paid' })).status).toBe(201)
  })

  it('gets different numbers for messages that arrive at the same time', async () => {
    const id = await placeOrder()
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => write(id, nth % 2 ? 'admin' : 'customer', { text: String(nth) })),
    )
    expect(sent.map(({ status }) => status)).toEqual(Array(12).fill(201))
    const { reply, headers } = await list(id, 'admin')
    expect([new Set(reply.map(({ text }) => text)).size, headers['x-total-count']]).toEqual([12, '12'])
    expect([await unread('customer', id), await unread('admin', id)]).toEqual([6, 6])
  })
})
