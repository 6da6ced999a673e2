import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { OrderMessage } from '#contract/work/conversation.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { confirmStart } from '../support/order-client.ts'
import { buildFileForm } from '../support/order-files.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { adminEmail, customerEmail } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** More than one batch. */
const CONTACT_MESSAGES = 201

describeOnEachDatabase("the file with a customer's data", (database) => {
  const work = startForSuite(async () => startWorkSite(await database.environment()))

  const download = (email: string, as: 'admin' | 'customer' | 'anonymous' = 'admin') =>
    work.site.request('GET', `/api/customer-data?${new URLSearchParams({ email })}`, { as })

  async function insertContactMessages(): Promise<void> {
    const stored = await openSiteDatabase(work.site.environment)
    const texts = { name: 'Dana', number: '', subject: 'Photos', site_url: '', zip_codes: '', search_text: '' }
    const state = { status: 'UnRead', place: 'inbox', spam_reason: null } as const
    const rows = Array.from({ length: CONTACT_MESSAGES }, (_, index) => ({
      ...{ id: randomUUID(), email: customerEmail.toUpperCase(), body: `Message ${index}`, received_at: 1_000 },
      ...texts,
      ...state,
    }))
    await stored.main.insertInto('message').values(rows).execute()
    await stored.close()
  }

  it('holds the account, orders, answers, deliverables, messages and files, and no other customer', async () => {
    const { call, placeOrder, placePaidOrder } = work
    const unpaid = await placeOrder()
    const order = await placePaidOrder()
    await placePaidOrder('Standard', 'stranger')
    await call('POST', `/order-message/${order}`, 'admin', { text: 'Only for us', internal: true })
    const upload = await work.site.request('POST', `/api/order-file/${order}`, {
      as: 'customer',
      body: buildFileForm(Buffer.from('My photos'), 'photos.txt'),
    })
    const file = (upload.json() as { record: { _id: string } }).record._id
    const sent = { text: 'Here are the photos', files: [file] }
    await call<OrderMessage>('POST', `/order-message/${order}`, 'customer', sent)
    await call('PUT', `/order-start/${order}`, 'admin', confirmStart('2026-11-02'))
    const { deliverables } = (await call<OrderWork>('GET', `/order-work/${order}`, 'customer')).reply
    const draft = deliverables.find(({ needsApproval }) => needsApproval) ?? expect.fail()
    const change = { state: 'waiting for approval', proofNote: 'The draft', assignee: adminEmail }
    const { _version } = (await call<Deliverable>('PUT', `/deliverable/${draft._id}`, 'admin', change)).reply.record
    await call('PUT', `/deliverable-approval/${draft._id}`, 'customer', { answer: 'changes', comment: 'Shorter', _version })
    await call('POST', '/add-subscriber', 'customer', { subemail: customerEmail })
    await insertContactMessages()

    const { status, text, headers } = await download(customerEmail.toUpperCase())
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': expect.stringContaining('no-store'),
      'content-disposition': expect.stringMatching(/^attachment; filename=customer-data-\d{4}-\d\d-\d\d\.json$/),
    })
    const data = JSON.parse(text)
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const path = `/api/order-file/${file}`
    expect(data).toMatchObject({
      exportedAt: date,
      email: customerEmail,
      account: { email: customerEmail, createdAt: date },
      subscription: 'pending',
      orders: [
        {
          _id: order,
          paymentStatus: 'Paid',
          _received: '999.00',
          _placedAt: date,
          invoice: { number: expect.any(String), issuedAt: date },
          creditNotes: [],
          answers: { questions: expect.any(Array), sentVersions: [] },
          monthStartsOn: '2026-11-02',
          messages: [{ text: 'Here are the photos', from: 'customer', sentAt: date, files: [{ name: 'photos.txt', path }] }],
          files: [{ name: 'photos.txt', type: 'text/plain', bytes: 9, addedAt: date, path }],
        },
        { _id: unpaid, paymentStatus: 'UnPaid', invoice: null, answers: null, deliverables: [], messages: [], files: [] },
      ],
    })
    expect(data.orders).toHaveLength(2)
    expect(data.orders[0].deliverables).toHaveLength(deliverables.length)
    expect(data.orders[0].deliverables.find(({ _id }: Deliverable) => _id === draft._id)).toMatchObject({
      state: 'changes requested',
      dueOn: expect.any(String),
      proof: { note: 'The draft' },
    })
    expect(text).toContain('Shorter')
    const bodies = data.contactMessages.map(({ message }: { message: string }) => message)
    expect(new Set(bodies).size).toBe(CONTACT_MESSAGES)
    expect(bodies).toHaveLength(CONTACT_MESSAGES)
    for (const secret of ['Only for us', adminEmail, 'stranger', 'assignee', 'author', 'actor'])
      expect(text).not.toContain(secret)
  })

  it('holds nothing for an unknown person, and goes to admins only', async () => {
    const { status, text } = await download('nobody@example.com')
    expect([status, JSON.parse(text)]).toMatchObject([
      200,
      { account: null, subscription: 'none', orders: [], contactMessages: [] },
    ])
    expect((await download('nobody')).status).toBe(400)
    expect((await download(customerEmail, 'customer')).status).toBe(403)
    expect((await download(customerEmail, 'anonymous')).status).toBe(401)
  })
})
