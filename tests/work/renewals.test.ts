import { expect, it } from 'vitest'
import { toBusinessDay } from '#contract/core/business-calendar.ts'
import type { ListedCustomer } from '#contract/sales/customers.ts'
import type { Renewal } from '#contract/work/renewals.ts'
import { getWorkMonthDate, getWorkMonthEnd } from '#contract/work/work-month-calendar.ts'
import { confirmStart } from '../support/order-client.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { customerEmail } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('the end of a client’s month', (database) => {
  const shop = startForSuite(async () => startWorkSite(await database.environment()))
  const getDay = (days: number) => getWorkMonthDate(toBusinessDay('America/Chicago', Date.now()), days + 1)
  const listRenewals = async () => (await shop.call<Renewal[]>('GET', '/renewals?page=1', 'admin')).reply.map(({ _id }) => _id)
  const start = (id: string, days: number) => shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart(getDay(days)))

  it('is listed a week before and two weeks after it, unless the client has a later order', async () => {
    const id = await shop.placePaidOrder('Basic')
    for (const [days, isListed] of [
      [-21, false],
      [-22, true],
      [-43, true],
      [-44, false],
      [-30, true],
    ] as const) {
      await start(id, days)
      expect([days, await listRenewals()]).toEqual([days, isListed ? [id] : []])
    }
    const next = await shop.placeOrder('Basic')
    expect(await listRenewals()).toEqual([])
    await shop.call('PUT', `/order-cancelled/${next}`, 'customer', { paymentStatus: 'Cancelled' })
    expect(await listRenewals()).toEqual([id])
  })

  it('stands in the list of customers, with what they spent and their last order', async () => {
    const id = await shop.placePaidOrder('Standard')
    await start(id, -3)
    const { reply } = await shop.call<ListedCustomer[]>('GET', `/customers?page=1&search=${customerEmail}`, 'admin')
    expect(reply[0]).toMatchObject({ monthEndsOn: getWorkMonthEnd(getDay(-3)) })
    expect(reply[0]?.spent).toMatch(/^\d+\.\d\d$/)
    expect(reply[0]?.lastOrderDate).toMatch(/^\d\d\/\d\d\/\d{4}$/)
  })

  it('is offered to follow with the next month, in the email of the delivery', async () => {
    const id = await shop.placePaidOrder('Basic')
    await shop.call('PUT', `/order-status/${id}`, 'admin', { orderStatus: 'Delivered' })
    const stored = await openSiteDatabase(shop.site.environment)
    const emails = await stored.main.selectFrom('email_outbox').select('body').where('subject', 'like', 'Your order %').execute()
    await stored.close()
    expect(emails.some(({ body }) => /"Order another month","path":"\/order-now\/[\w-]+"/.test(body))).toBe(true)
  })
})
