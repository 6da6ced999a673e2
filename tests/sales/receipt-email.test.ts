import { beforeAll, expect, it } from 'vitest'
import { startMailServer } from '../support/mail-server.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const address = {
  banLocation: '100 Example Street, Springfield, IL 62701',
  ukLocation: '100 Example Street, Springfield, IL 62701',
  banPhone: '+1 202-555-0142',
  ukPhone: '+1 202-555-0142',
  footerEmail: 'hello@harbor.example',
  businessName: 'Harbor & Co',
  timeZone: 'America/Chicago',
}

describeOnSqlite('the email about a payment', (database) => {
  const server = startForSuite(startMailServer)
  const shop = startForSuite(async () => startSiteWithPayPal({ ...(await database.environment()), SMTP_URL: server.url }))
  beforeAll(async () => {
    expect((await shop.call('POST', '/add-footer-address', { as: 'admin', body: address })).status).toBe(201)
  })

  it('has the invoice attached, in HTML and text, and is answered by the business', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form)
    const findReceipt = () => server.received.find(({ subject }) => subject === `Receipt for order ${order.number}`)
    await expect.poll(findReceipt).toBeDefined()
    const receipt = findReceipt()
    expect(receipt?.replyTo).toMatchObject([{ address: address.footerEmail }])
    for (const part of [receipt?.text, receipt?.html]) {
      expect(part).toContain('$999.00')
      expect(part).toMatch(/20\d\d, \d{1,2}:\d\d [AP]M C[SD]T/)
    }
    expect(receipt?.html).toContain('Harbor &amp; Co')
    const [file, ...others] = receipt?.attachments ?? []
    expect([file?.mimeType, others]).toEqual(['application/pdf', []])
    expect(file?.filename).toMatch(/^invoice-[\w-]+\.pdf$/)
    expect(Buffer.from(file?.content as ArrayBuffer).toString('latin1')).toMatch(/^%PDF-1\.7[\s\S]*%%EOF/)
  })
})
