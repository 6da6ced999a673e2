import { expect, it } from 'vitest'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const owner = 'owner@example.com'

describeOnEachDatabase('the payment account', (database) => {
  const site = startAppForSuite(database)
  const siteDatabase = startForSuite(() => openSiteDatabase(site.environment))

  const add = (paypalEmail: string) => site.request('POST', '/api/add-email', { as: 'admin', body: { paypalEmail } })
  const change = (id: string, paypalEmail: string) =>
    site.request('PUT', `/api/paypal-email/${id}`, { as: 'admin', body: { paypalEmail } })
  const listAccounts = async () =>
    (await site.request('GET', '/api/paypal-email', { as: 'admin' })).json() as Record<string, string>[]
  const listPayeeEmails = async () => (await siteDatabase.listMails()).filter((line) => line.includes('Payment account email'))

  it('is audited and emailed to its old and new address when an admin adds or changes it', async () => {
    const addReply = await add('till@shop.example')
    expect([addReply.status, addReply.json()]).toMatchObject([201, { message: 'Paypal Email Added' }])
    const [{ _id = '' } = {}] = await listAccounts()
    expect(await siteDatabase.listAuditEntries('payment-email.added')).toEqual([
      { actor: owner, subject: _id, detail: { paypalEmailAfter: 'till@shop.example' } },
    ])
    expect(await listPayeeEmails()).toEqual(['till@shop.example: Payment account email was added'])

    expect((await change(_id, 'other@shop.example')).json()).toMatchObject({ message: 'Paypal Email Updated' })
    expect(await siteDatabase.listAuditEntries('payment-email.changed')).toEqual([
      {
        actor: owner,
        subject: _id,
        detail: { paypalEmailBefore: 'till@shop.example', paypalEmailAfter: 'other@shop.example' },
      },
    ])
    expect((await listPayeeEmails()).slice(1).sort()).toEqual([
      'other@shop.example: Payment account email was changed',
      'till@shop.example: Payment account email was changed',
    ])

    const before = await listPayeeEmails()
    expect((await change(_id, 'other@shop.example')).status).toBe(200)
    expect([await listPayeeEmails(), await siteDatabase.listAuditEntries('payment-email.changed')]).toMatchObject([before, [{}]])
  })

  it('gets an email when an admin adds a second account', async () => {
    const before = (await listPayeeEmails()).length
    await add('second@shop.example')
    expect((await listPayeeEmails()).slice(before).sort()).toEqual([
      'other@shop.example: Payment account email was added',
      'second@shop.example: Payment account email was added',
    ])
  })

  it('changes only after a recent log-in or the password', async () => {
    const [records, mails] = [await listAccounts(), await listPayeeEmails()]
    await siteDatabase.ageSessions(owner, 16)
    for (const refusedReply of [await add('thief@evil.example'), await change(records[0]?._id ?? '', 'thief@evil.example')]) {
      expect(refusedReply.status).toBe(403)
      expect(refusedReply.json()).toMatchObject({ fields: { _password: expect.any(String) } })
    }
    expect([await listAccounts(), await listPayeeEmails()]).toEqual([records, mails])
    const confirmReply = await site.request('POST', '/api/confirm-password', { as: 'admin', body: { password: 'correct horse' } })
    expect([confirmReply.status, (await add('third@shop.example')).status]).toEqual([200, 201])
  })
})
