import { expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { createContentClient } from '../support/content-client.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

describeOnSqlite('the data of an admin page', (database) => {
  const site = startAppForSuite(database)

  type Answer = { data: Record<string, unknown>; redirect?: string; error?: string }
  const loadPageData = async (address: string, as?: 'admin' | 'customer', moreQuery = '') => {
    const path = `/api/page-data?address=${encodeURIComponent(address)}${moreQuery}`
    const reply = await site.request('GET', path, as && { as })
    return { status: reply.status, body: reply.json() as Answer }
  }

  it('holds what the page loads, and what the admin frame loads on request', async () => {
    const { _id } = await createContentClient(site).add(banner, 1)
    const { status, body } = await loadPageData(`/banner/${_id}`, 'admin')
    expect([status, Object.keys(body.data)]).toEqual([200, ['/banner/:id']])
    expect(body.data['/banner/:id']).toMatchObject({ record: { id: _id, version: 1 } })
    const replyWithFrame = await loadPageData('/all-messages?unread=2', 'admin', '&frame=1')
    expect(Object.keys(replyWithFrame.body.data).toSorted()).toEqual(['/all-messages', 'admin'])
    expect(replyWithFrame.body.data['/all-messages']).toMatchObject({ pageQuery: { unread: 2 } })
  })

  it('is closed to viewers who may not see the page, and answers 404 for other pages', async () => {
    expect((await loadPageData('/admin')).status).toBe(401)
    expect((await loadPageData('/admin', 'customer')).status).toBe(403)
    // Any signed-in person may open this editor, without data (P-74).
    const open = await loadPageData('/add-paypal-Email', 'customer')
    expect(open.body.data['/add-paypal-Email']).toMatchObject({ records: {}, trash: {} })
    for (const address of ['/', '/login', '/dashboard', '/no/such/page', '/banner/no-such-id', '/\\example.com'])
      expect([address, (await loadPageData(address, 'admin')).status]).toEqual([address, 404])
    for (const address of ['', 'admin', '//example.com', 'https://example.com/admin'])
      expect([address, (await loadPageData(address, 'admin')).status]).toEqual([address, 400])
  })
})
