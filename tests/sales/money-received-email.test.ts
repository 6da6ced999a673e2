import { expect, it } from 'vitest'
import { startMailServer } from '../support/mail-server.ts'
import { createOrderClient } from '../support/order-client.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { adminEmail, customerEmail, startApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('the email about money', (database) => {
  const server = startForSuite(startMailServer)
  const site = startForSuite(async () => startApp({ ...(await database.environment()), SMTP_URL: server.url }))
  const { call, placeOrder, markPaid } = createOrderClient(site)
  const listMail = (to: string, subject: RegExp) =>
    server.received.filter((mail) => mail.recipients[0] === to && subject.test(mail.subject ?? ''))
  /** The receipt is queued in the same transaction, and later than this email. */
  const waitForReceipts = (count: number) => expect.poll(() => listMail(customerEmail, /^Receipt/).length).toBe(count)
  const listMoneyEmails = () => listMail(adminEmail, /received for order/)

  it('names amount, order, customer and provider, once per payment, and an admin can turn it off (P-343)', async () => {
    const orderId = await placeOrder()
    await expect.poll(() => listMoneyEmails().length).toBe(1)
    const [email] = listMoneyEmails()
    const { _number } = (await call<{ _number: number }>('GET', `/order/${orderId}`, 'admin')).reply
    expect(email?.subject).toBe(`$999.00 received for order ${_number}`)
    for (const fact of ['Standard', 'Dana Sample', customerEmail, 'Recorded by hand']) expect(email?.text).toContain(fact)

    await expect(markPaid(orderId)).rejects.toThrow()
    expect((await call('PUT', '/work-emails', 'admin', { workEmails: 'Never', paymentEmails: 'No' })).status).toBe(200)
    await placeOrder()
    await waitForReceipts(2)
    expect(listMoneyEmails()).toHaveLength(1)

    expect((await call('PUT', '/work-emails', 'admin', { workEmails: 'Never' })).reply).toMatchObject({
      record: { paymentEmails: 'No' },
    })
    expect((await call('PUT', '/work-emails', 'admin', { workEmails: 'Never', paymentEmails: 'Yes' })).status).toBe(200)
    const secondOrder = await placeOrder()
    await expect.poll(() => listMoneyEmails().length).toBe(2)

    // The same money, marked again after a mistake.
    await waitForReceipts(3)
    expect((await call('PUT', `/order-paid-taken-back/${secondOrder}`, 'admin', { reason: 'A slip' })).status).toBe(200)
    await markPaid(secondOrder)
    await waitForReceipts(4)
    expect(listMoneyEmails()).toHaveLength(2)
  })
})
