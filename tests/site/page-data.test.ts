import { expect, it } from 'vitest'
import { banner } from '../../src/contract/content/kinds/banner.ts'
import { createContentClient } from '../support/content-client.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('what a page of the admin area shows, in one answer', (database) => {
  const site = startAppForSuite(database)

  type Answer = { data: Record<string, unknown>; redirect?: string; error?: string }
  const ask = async (address: string, as?: 'admin' | 'customer', more = '') => {
    const path = `/api/page-data?address=${encodeURIComponent(address)}${more}`
    const reply = await site.request('GET', path, as && { as })
    return { status: reply.status, body: reply.json() as Answer }
  }

  it('is what its parts load, and the frame’s where that is asked for', async () => {
    const { _id } = await createContentClient(site).add(banner, 1)
    const { status, body } = await ask(`/banner/${_id}`, 'admin')
    expect([status, Object.keys(body.data)]).toEqual([200, ['/banner/:id']])
    expect(body.data['/banner/:id']).toMatchObject({ record: { id: _id, version: 1 } })
    const framed = await ask('/all-messages?unread=2', 'admin', '&frame=1')
    expect(Object.keys(framed.body.data).toSorted()).toEqual(['/all-messages', 'admin'])
    expect(framed.body.data['/all-messages']).toMatchObject({ pageQuery: { unread: 2 } })
  })

  it('is refused to whoever may not see the page, and there is none of a page that is no admin page', async () => {
    expect((await ask('/admin')).status).toBe(401)
    expect((await ask('/admin', 'customer')).status).toBe(403)
    // This editor may be looked at by whoever is logged in.
    const open = await ask('/add-paypal-Email', 'customer')
    expect(open.body.data['/add-paypal-Email']).toMatchObject({ records: {}, trash: {} })
    for (const address of ['/', '/login', '/dashboard', '/no/such/page', '/banner/no-such-id', '/\\example.com'])
      expect([address, (await ask(address, 'admin')).status]).toEqual([address, 404])
    for (const address of ['', 'admin', '//example.com', 'https://example.com/admin'])
      expect([address, (await ask(address, 'admin')).status]).toEqual([address, 400])
  })
})
