import { expect, it } from 'vitest'
import type { OrderWork } from '#contract/work/order-work.ts'
import { startMailServer } from '../support/mail-server.ts'
import { confirmStart } from '../support/order-client.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { customerEmail } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('the contact of an order', (database) => {
  const mailServer = startForSuite(startMailServer)
  const shop = startForSuite(async () => startWorkSite({ ...(await database.environment()), SMTP_URL: mailServer.url }))

  const loadContact = async (id: string, as: 'admin' | 'customer' = 'customer') =>
    (await shop.call<OrderWork>('GET', `/order-work/${id}`, as)).reply.contact
  const choose = (id: string, contact: string, as: 'admin' | 'customer' = 'admin') =>
    shop.call('PUT', `/order-contact/${id}`, as, { contact })
  const findMember = async () => {
    const { reply } = await shop.call<{ _id: string; membername: string }[]>('GET', '/videos-items', 'admin')
    return reply[0] ?? expect.fail('The demo content has no team.')
  }
  const readSender = async (subject: RegExp) => {
    const isFound = () =>
      mailServer.received.find((email) => email.recipients.includes(customerEmail) && subject.test(email.subject ?? ''))
    await expect.poll(isFound).toBeDefined()
    return isFound()?.from
  }

  it('is no one until the team chooses a person of its team section', async () => {
    const id = await shop.placePaidOrder()
    expect(await loadContact(id)).toBeNull()
    expect((await choose(id, '00000000-0000-4000-8000-000000000000')).status).toBe(400)
    expect((await choose(id, (await findMember())._id, 'customer')).status).toBe(403)
    expect(await loadContact(id)).toBeNull()
  })

  it('shows to the client, sends the emails about the order, and stays for the next order', async () => {
    const [id, { _id, membername }] = [await shop.placePaidOrder(), await findMember()]
    expect((await choose(id, _id)).status).toBe(200)
    expect(await loadContact(id)).toMatchObject({ _id, name: membername })
    expect((await shop.site.request('GET', `/my-order/${id}`, { as: 'customer' })).text).toContain(membername)
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart('2026-11-02'))
    expect(await readSender(/your month has started/)).toMatchObject({ name: `${membername}, Rankstead` })
    const next = await shop.placePaidOrder()
    expect(await loadContact(next)).toMatchObject({ _id })
    expect((await choose(next, '')).status).toBe(200)
    expect([await loadContact(next), await loadContact(id)]).toMatchObject([null, { _id }])
  })

  it('is no one after the person left the team section', async () => {
    const [id, { _id }] = [await shop.placePaidOrder(), await findMember()]
    await choose(id, _id)
    expect((await shop.call('DELETE', `/content/video-member/${_id}`, 'admin')).status).toBe(200)
    expect(await loadContact(id)).toBeNull()
  })
})
