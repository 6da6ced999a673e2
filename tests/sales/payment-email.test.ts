import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSiteDatabase } from '../support/site-database.ts'
import { startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const owner = 'owner@example.com'

describeOnEachDatabase('the account that payments go to', (database) => {
  let site: TestApp
  let stored: Awaited<ReturnType<typeof openSiteDatabase>>
  beforeAll(async () => {
    const environment = await database.environment()
    site = await startApp(environment)
    stored = await openSiteDatabase(environment)
  })
  afterAll(() => Promise.all([site.close(), stored.close()]))

  const add = (paypalEmail: string) => site.request('POST', '/api/add-email', { as: 'admin', body: { paypalEmail } })
  const change = (id: string, paypalEmail: string) =>
    site.request('PUT', `/api/paypal-email/${id}`, { as: 'admin', body: { paypalEmail } })
  const all = async () => (await site.request('GET', '/api/paypal-email', { as: 'admin' })).json() as Record<string, string>[]
  const listPayeeMails = async () => (await stored.listMails()).filter((line) => line.includes('Payment account email'))

  it('is added and changed with an entry in the audit log, and a mail to the old and the new address', async () => {
    const added = await add('till@shop.example')
    expect([added.status, added.json()]).toMatchObject([201, { message: 'Paypal Email Added' }])
    const [{ _id = '' } = {}] = await all()
    expect(await stored.listAuditEntries('payment-email.added')).toEqual([
      { actor: owner, subject: _id, detail: { paypalEmailAfter: 'till@shop.example' } },
    ])
    expect(await listPayeeMails()).toEqual(['till@shop.example: Payment account email was added'])

    expect((await change(_id, 'other@shop.example')).json()).toMatchObject({ message: 'Paypal Email Updated' })
    expect(await stored.listAuditEntries('payment-email.changed')).toEqual([
      {
        actor: owner,
        subject: _id,
        detail: { paypalEmailBefore: 'till@shop.example', paypalEmailAfter: 'other@shop.example' },
      },
    ])
    expect((await listPayeeMails()).slice(1).sort()).toEqual([
      'other@shop.example: Payment account email was changed',
      'till@shop.example: Payment account email was changed',
    ])

    const before = await listPayeeMails()
    expect((await change(_id, 'other@shop.example')).status).toBe(200)
    expect([await listPayeeMails(), await stored.listAuditEntries('payment-email.changed')]).toMatchObject([before, [{}]])
  })

  it('gets no company that nobody is told of: a second one is mailed to the first', async () => {
    const before = (await listPayeeMails()).length
    await add('second@shop.example')
    expect((await listPayeeMails()).slice(before).sort()).toEqual([
      'other@shop.example: Payment account email was added',
      'second@shop.example: Payment account email was added',
    ])
  })

  it('needs a recent sign-in, or the password once more, before anything is stored or told', async () => {
    const [records, mails] = [await all(), await listPayeeMails()]
    await stored.ageSessions(owner, 16)
    for (const refused of [await add('thief@evil.example'), await change(records[0]?._id ?? '', 'thief@evil.example')]) {
      expect(refused.status).toBe(403)
      expect(refused.json()).toMatchObject({ fields: { _password: expect.any(String) } })
    }
    expect([await all(), await listPayeeMails()]).toEqual([records, mails])
    const confirmed = await site.request('POST', '/api/confirm-password', { as: 'admin', body: { password: 'correct horse' } })
    expect([confirmed.status, (await add('third@shop.example')).status]).toEqual([200, 201])
  })
})
