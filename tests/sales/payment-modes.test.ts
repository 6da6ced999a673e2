import { expect, it } from 'vitest'
import { PAYEE_EMAIL, sampleCustomer, standardPackageValues } from '../support/site-with-paypal.ts'
import { startApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('live money and test money', (database) => {
  it('are never added up in totals, charts or invoices', async () => {
    const environment = await database.environment()
    const host = { host: 'shop.example' }
    const live = {
      ...environment,
      PAYMENTS: 'paypal-standard',
      PAYPAL_MODE: 'live',
      ORIGIN: 'https://shop.example',
      RATE_LIMITS: 'on',
    }
    const pay = async (settings: Record<string, string>, body: object) => {
      const site = await startApp(settings)
      const call = async (method: string, path: string, as: 'admin' | 'customer', callBody?: object) => {
        const reply = await site.request(method, `/api${path}`, { as, headers: host, ...(callBody && { body: callBody }) })
        if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
        return reply
      }
      if (settings === environment) {
        await call('POST', '/add-pricing', 'admin', standardPackageValues)
        await call('POST', '/add-email', 'admin', { paypalEmail: PAYEE_EMAIL })
      }
      const orderReply = await call('POST', '/new-order', 'customer', { packageName: 'Standard', ...sampleCustomer, ...body })
      const { _id } = (orderReply.json() as { record: { _id: string } }).record
      await call('PUT', `/order-paid/${_id}`, 'admin', { reason: 'In cash' })
      const read = async (path: string, as: 'admin' | 'customer') =>
        (await call('GET', path, as)).json() as Record<string, unknown>
      const { days } = (await read('/visits', 'admin')) as { days: { ordersPaid: number }[] }
      const result = {
        sales: await read('/sales-totals', 'admin'),
        own: await read('/order-totals', 'customer'),
        number: ((await read(`/payment/${_id}`, 'customer')) as { receipt: { number: string } }).receipt.number,
        lines: (await call('GET', '/orders.csv', 'admin')).text.split('\r\n'),
        counted: days.reduce((sum, { ordersPaid }) => sum + ordersPaid, 0),
      }
      await site.close()
      return result
    }

    const rehearsalResult = await pay(environment, { customerName: 'Rehearsed' })
    const salesTotals = { sales: '999.00', received: '999.00', refunded: '0.00', net: '999.00' }
    expect(rehearsalResult.sales).toMatchObject({ ...salesTotals, mode: 'rehearsal' })
    expect(rehearsalResult.sales).not.toHaveProperty('other')
    expect(rehearsalResult).toMatchObject({ number: 'TEST-1', own: { mode: 'rehearsal', spent: '999.00', paid: 1 }, counted: 0 })

    const liveResult = await pay(live, { customerName: 'Real' })
    expect(liveResult.sales).toMatchObject({
      ...salesTotals,
      mode: 'live',
      orders: 1,
      toDeliver: 1,
      other: { ...salesTotals, paid: 1 },
    })
    const months = (liveResult.sales as { months: { sales: string }[] }).months
    expect(months.map(({ sales }) => sales).filter((sales) => sales !== '0.00')).toEqual(['999.00'])
    expect(liveResult).toMatchObject({ own: { mode: 'live', spent: '999.00', paid: 1, orders: 2 }, counted: 1 })
    expect(liveResult.number).toMatch(/^\d+$/)
    expect(liveResult.lines.filter((line) => /"Test"/.test(line))).toHaveLength(1)
    expect(liveResult.lines.filter((line) => /"Live"/.test(line))).toHaveLength(1)
  })
})
