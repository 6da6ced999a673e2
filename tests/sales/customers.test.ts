import { beforeAll, expect, it } from 'vitest'
import type { CustomerDetailsReply, ListedCustomer, ListedFollowUp } from '#contract/sales/customers.ts'
import { standardPackageValues } from '../support/site-with-paypal.ts'
import { customerEmail, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('customers', (database) => {
  const site = startAppForSuite(database)
  beforeAll(async () => {
    await call('POST', '/add-pricing', standardPackageValues)
    const address = { customerName: 'Dana Sample', customerAddress: '100 Example Street', customerCountry: 'United States' }
    await call('POST', '/new-order', { packageName: 'Standard', packagePrice: '999', ...address }, 'customer')
    for (const email of [customerEmail.toUpperCase(), 'other@example.com'])
      await call('POST', '/add-message', { name: 'Dana', email, subject: 'Photos', message: 'Where do I send them?' })
    await call('POST', '/add-subscriber', { subemail: customerEmail })
  })

  async function call<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    as: 'admin' | 'customer' = 'admin',
  ) {
    const { status, json } = await site.request(method, `/api${path}`, { as, ...(body && { body }) })
    return { status, reply: json() as T }
  }
  const load = async (email = customerEmail) =>
    (await call<CustomerDetailsReply>('GET', `/customer?${new URLSearchParams({ email })}`)).reply

  it('show orders, messages, subscription and account of one person, whatever the case of the email', async () => {
    const customer = await load(customerEmail.toUpperCase())
    expect(customer).toMatchObject({
      email: customerEmail,
      name: 'Dana Sample',
      totals: { orders: 1, toPay: 1, spent: '0.00' },
      hasAccount: true,
      subscription: 'pending',
      orders: [{ customerEmail }],
      messages: [{ subject: 'Photos', messageStatus: 'UnRead', _place: 'inbox' }],
      followUp: null,
      notes: [],
    })
    const stranger = { totals: { orders: 0 }, hasAccount: false, subscription: 'none', orders: [] }
    expect(await load('other@example.com')).toMatchObject({ ...stranger, name: 'Dana', messages: [{ subject: 'Photos' }] })
    expect((await call('GET', '/customer?email=nobody')).status).toBe(400)
  })

  it('are listed and found by the start of an email or a name', async () => {
    const list = async (search: string) =>
      (await call<ListedCustomer[]>('GET', `/customers?page=1&search=${encodeURIComponent(search)}`)).reply
    const listed = [{ _id: customerEmail, name: 'Dana Sample', orders: 1, toPay: 1, spent: '0.00', monthEndsOn: null }]
    for (const search of ['', 'DANA S', customerEmail.slice(0, 4)])
      expect([search, await list(search)]).toMatchObject([search, listed])
    expect(await list('sample')).toEqual([])
  })

  it('have notes of the team, which no customer can read', async () => {
    for (const text of ['First', 'Second']) await call('POST', '/customer-notes', { email: customerEmail.toUpperCase(), text })
    const { notes } = await load()
    expect(notes.map(({ text, author }) => [text, author])).toEqual([
      ['Second', 'owner@example.com'],
      ['First', 'owner@example.com'],
    ])
    expect((await call('GET', `/customer?email=${customerEmail}`, undefined, 'customer')).status).toBe(403)
    for (const path of ['/orders', '/order-totals', '/me'])
      expect((await site.request('GET', `/api${path}`, { as: 'customer' })).text).not.toContain('Second')
    expect((await call('DELETE', `/customer-notes/${notes[0]?._id}`)).status).toBe(200)
    expect((await call('DELETE', `/customer-notes/${notes[0]?._id}`)).status).toBe(404)
    expect((await load()).notes.map(({ text }) => text)).toEqual(['First'])
  })

  it('have one follow-up date, and the due ones come first', async () => {
    const set = (email: string, on: string, note = '') => call('PUT', '/follow-ups', { email, on, note })
    expect((await set(customerEmail, '2026-02-31')).status).toBe(400)
    await set('other@example.com', '2199-01-01', 'Much later')
    await set(customerEmail, '2199-05-05')
    await set(customerEmail, '2020-05-05', 'Ask about the second office')
    const followUps = (await call<ListedFollowUp[]>('GET', '/follow-ups?page=1')).reply
    expect(followUps.map(({ _id, on, isDue }) => [_id, on, isDue])).toEqual([
      [customerEmail, '2020-05-05', true],
      ['other@example.com', '2199-01-01', false],
    ])
    expect((await load()).followUp).toEqual({ on: '2020-05-05', note: 'Ask about the second office', setBy: 'owner@example.com' })
    await set('other@example.com', '')
    expect((await load('other@example.com')).followUp).toBe(null)
  })

  it('lose all notes and the follow-up on request, and keep their orders', async () => {
    for (const _time of [1, 2]) expect((await call('POST', '/erase-customer-notes', { email: customerEmail })).status).toBe(200)
    expect(await load()).toMatchObject({ notes: [], followUp: null, totals: { orders: 1 } })
  })
})
