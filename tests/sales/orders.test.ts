import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { parseCsv } from '../support/csv.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { standardPackageValues } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { customerEmail, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const customerFields = { customerName: 'Dana Sample', customerAddress: '100 Example Street', customerCountry: 'United States' }

describeOnEachDatabase('orders', (database) => {
  let packageId: string
  const site = startAppForSuite(database)
  const siteDatabase = startForSuite(() => openSiteDatabase(site.environment))
  const openedDatabase = startForSuite(() => openDatabase(readConfig(site.environment)))
  beforeAll(async () => {
    packageId = (await write('/add-pricing', standardPackageValues, 'admin')).record._id
  })
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 5, 15, 12) }))
  afterEach(() => void vi.useRealTimers())

  async function call(
    method: 'POST' | 'PUT' | 'GET',
    path: string,
    body: object | undefined,
    as: 'admin' | 'customer' | 'anonymous',
  ) {
    const reply = await site.request(method, `/api${path}`, { as, ...(body && { body }) })
    return { status: reply.status, total: Number(reply.headers['x-total-count']), reply: reply.json() as Record<string, never> }
  }
  async function write(path: string, body: object, as: 'admin' | 'customer' = 'customer') {
    const { status, reply } = await call('POST', path, body, as)
    expect([path, status, reply]).toMatchObject([path, 201, {}])
    return reply as unknown as { message: string; record: { _id: string; _number: number } & Record<string, unknown> }
  }
  /** Places an order a minute after the last one, so that it doesn't count as a double click. */
  async function placeOrder(changes: object = {}) {
    vi.setSystemTime(Date.now() + 60_000)
    return (await write('/new-order', { packageId, ...customerFields, ...changes })).record
  }

  async function setTimeZone(timeZone: string) {
    const [live] = (await call('GET', '/footer-address', undefined, 'admin')).reply as unknown as Record<string, string>[]
    const body = {
      banLocation: '1 Main Street',
      ukLocation: '1 Main Street',
      banPhone: '+1 202-555-0142',
      ukPhone: '+1 202-555-0142',
      footerEmail: 'hello@example.com',
      timeZone,
    }
    const saveReply = live
      ? await call('PUT', `/footer-address/${live._id}`, body, 'admin')
      : await call('POST', '/add-footer-address', body, 'admin')
    expect([200, 201]).toContain(saveReply.status)
  }

  async function runQuery(text: string) {
    return (await sql.raw<Record<string, unknown>>(text).execute(openedDatabase.read)).rows
  }

  it('ignore the email, statuses and date that the original client sends (P-82)', async () => {
    const { message, record } = await write('/new-order', {
      packageName: 'Standard',
      packagePrice: '999',
      customerEmail: 'somebody@else.example',
      ...customerFields,
      paymentStatus: 'Paid',
      orderStatus: 'Delivered',
      orderDate: '01/01/2020',
    })
    expect(message).toBe('Your order is placed')
    expect(record).toEqual({
      _id: expect.any(String),
      packageName: 'Standard',
      packagePrice: '999',
      customerEmail,
      ...customerFields,
      paymentStatus: 'UnPaid',
      orderStatus: 'Pending',
      orderDate: '06/15/2026',
      _number: 1001,
      _placedAt: Date.UTC(2026, 5, 15, 12),
      _packagePoints: ['Point One', 'Point Two', 'Point Three', 'Point Four', 'Point Five', 'Point Six', 'Point Seven'],
      _isUnderReview: false,
      _received: '0.00',
      _refunded: '0.00',
      _net: '0.00',
      _isTest: false,
    })
    expect((await call('GET', `/order/${record._id}`, undefined, 'customer')).reply).toEqual(record)
  })

  it('send one email to the customer and one to the owner', async () => {
    const { _number } = await placeOrder()
    const mails = (await siteDatabase.listMails()).filter((line) => line.includes(String(_number)))
    expect(mails.toSorted()).toEqual([
      `${customerEmail}: Your order ${_number}: Standard`,
      `owner@example.com: New order ${_number}: Standard`,
    ])
  })

  it('answer 409 to an outdated price, with the current price, and to an unknown package', async () => {
    const stale = await call('POST', '/new-order', { packageId, packagePrice: '1', ...customerFields }, 'customer')
    expect([stale.status, stale.reply]).toEqual([
      409,
      { error: expect.any(String), fields: { packagePrice: 'The price is now $999.00. Please check your order again.' } },
    ])
    for (const which of [{ packageName: 'Gold' }, { packageId: 'gone' }, { packageId, packageName: 'Basic' }]) {
      const { status, reply } = await call('POST', '/new-order', { ...which, ...customerFields }, 'customer')
      expect([status, reply.error]).toEqual([409, 'This package is no longer available. Please choose another one at /pricing.'])
    }
    // The server compares prices as numbers.
    await placeOrder({ packagePrice: '999.00' })
  })

  it('need a name, an address, a country and a package', async () => {
    const faults = async (body: object) => {
      const { status, reply } = await call('POST', '/new-order', body, 'customer')
      return [status, reply.fields]
    }
    const [status, fields] = await faults({})
    expect([status, Object.keys(fields ?? {}).toSorted()]).toEqual([400, ['customerAddress', 'customerCountry', 'customerName']])
    expect(await faults(customerFields)).toEqual([400, { packageName: 'Say which package: packageName, or packageId.' }])
    expect(await faults({ packageId, ...customerFields, customerName: 'x'.repeat(201) })).toEqual([
      400,
      { customerName: 'Name must be at most 200 characters.' },
    ])
  })

  it('keep the price and the points of their package when it changes', async () => {
    const { _id } = await placeOrder()
    const updateReply = await call(
      'PUT',
      `/pricing/${packageId}`,
      { ...standardPackageValues, packagePrice: '1200', packagePointOne: 'New' },
      'admin',
    )
    expect(updateReply.status).toBe(200)
    const { reply } = await call('GET', `/order/${_id}`, undefined, 'customer')
    expect(reply).toMatchObject({ packagePrice: '999', _packagePoints: expect.arrayContaining(['Point One']) })
    await call('PUT', `/pricing/${packageId}`, standardPackageValues, 'admin')
  })

  it('are placed once when a customer sends the same order 20 times, and skip no number', async () => {
    vi.setSystemTime(Date.now() + 60_000)
    const body = { packageId, ...customerFields }
    const orderReplies = await Promise.all(Array.from({ length: 20 }, () => write('/new-order', body)))
    expect(new Set(orderReplies.map(({ record }) => record._id)).size).toBe(1)
    const number = orderReplies[0]?.record._number ?? 0
    expect((await write('/new-order', { ...body, customerName: 'Another' })).record._number).toBe(number + 1)
  })

  it('are visible to their customer and to admins, and answer 404 to other customers', async () => {
    const adminOrder = (await write('/new-order', { packageId, ...customerFields, customerName: 'The admin' }, 'admin')).record
    const missing = await call('GET', '/order/nothing', undefined, 'customer')
    expect(await call('GET', `/order/${adminOrder._id}`, undefined, 'customer')).toEqual(missing)
    expect([missing.status, missing.reply.error]).toEqual([404, 'There’s no such order.'])
    expect((await call('GET', `/order/${adminOrder._id}`, undefined, 'anonymous')).status).toBe(401)
    const emails = new Set(
      ((await call('GET', '/orders', undefined, 'customer')).reply as unknown as { customerEmail: string }[]).map(
        (one) => one.customerEmail,
      ),
    )
    expect([...emails]).toEqual([customerEmail])
    const all = await call('GET', '/orders?page=1&size=1', undefined, 'admin')
    const ofAdmin = await call('GET', '/orders?page=1&own=1', undefined, 'admin')
    expect([all.reply, ofAdmin.total, ofAdmin.reply]).toMatchObject([[adminOrder], 1, [adminOrder]])
  })

  it('are marked as delivered and as pending again, only by admins', async () => {
    const { _id } = await placeOrder()
    expect((await call('PUT', `/order-status/${_id}`, { orderStatus: 'Delivered' }, 'customer')).status).toBe(403)
    for (const orderStatus of ['Delivered', 'Delivered', 'Pending', 'Delivered']) {
      const { status, reply } = await call('PUT', `/order-status/${_id}`, { orderStatus }, 'admin')
      expect([status, reply]).toMatchObject([200, { message: 'OrderStatus is Updated', record: { orderStatus } }])
    }
    expect((await call('GET', '/order-totals', undefined, 'customer')).reply).toMatchObject({
      delivered: 1,
      spent: '0.00',
      paid: 0,
    })
    expect((await call('PUT', '/order-status/nothing', { orderStatus: 'Pending' }, 'admin')).status).toBe(404)
  })

  describe('in lists', () => {
    type Listed = { _number: number; orderStatus: string; customerEmail: string }
    const list = async (query: string, as: 'admin' | 'customer' = 'admin') => {
      const { total, reply } = await call('GET', `/orders?${query}`, undefined, as)
      return { total, numbers: (reply as unknown as Listed[]).map(({ _number }) => _number) }
    }

    it('stand newest first in pages, and in order of arrival without a page', async () => {
      for (const as of ['admin', 'customer'] as const) {
        const all = await list('', as)
        const newestFirst = all.numbers.toReversed()
        expect(all.numbers).toEqual(all.numbers.toSorted((a, b) => a - b))
        expect(all.total).toBe(all.numbers.length)
        const pages = [await list('page=1&size=3', as), await list('page=2&size=3', as), await list('page=999&size=3', as)]
        expect(pages).toEqual([
          { total: all.total, numbers: newestFirst.slice(0, 3) },
          { total: all.total, numbers: newestFirst.slice(3, 6) },
          { total: all.total, numbers: [] },
        ])
      }
    })

    it('are filtered by status and month, with the right totals', async () => {
      const delivered = await list('page=1&orderStatus=Delivered')
      expect([delivered.total, delivered.numbers]).toEqual([1, [expect.any(Number)]])
      expect(await list('page=1&orderStatus=Delivered', 'customer')).toEqual(delivered)
      const all = await list('page=1')
      expect(await list('page=1&paymentStatus=UnPaid')).toEqual(all)
      const pending = { total: all.total - 1, numbers: all.numbers.filter((number) => number !== delivered.numbers[0]) }
      expect(await list('page=1&pending=1')).toEqual(pending)
      expect((await list('page=1&pending=1', 'customer')).numbers).not.toContain(delivered.numbers[0])
      expect(await list('page=1&month=2026-06')).toEqual(all)
      expect(await list('page=1&paymentStatus=UnPaid&month=2026-06')).toEqual(all)
      for (const none of ['paymentStatus=Paid', 'month=2026-05', 'search=nobody'])
        expect([none, await list(`page=1&${none}`)]).toEqual([none, { total: 0, numbers: [] }])
      expect((await call('GET', '/orders?month=June', undefined, 'admin')).status).toBe(400)
    })

    it('are found by number, and by the start of a customer’s email or name', async () => {
      const [newest = 0] = (await list('page=1&size=1')).numbers
      expect(await list(`page=1&search=%23${newest}`)).toEqual({ total: 1, numbers: [newest] })
      const customerOrders = await list('page=1', 'customer')
      expect(await list('page=1&search=Custom')).toEqual(customerOrders)
      expect(await list('page=1&search=dana%20s')).toEqual(customerOrders)
      expect(await list('page=1&search=owner@', 'customer')).toEqual({ total: 0, numbers: [] })
    })

    it('are in the month of the day they were placed on, also if the clock is set back (P-314)', async () => {
      const june = await list('page=1&month=2026-06')
      vi.setSystemTime(Date.UTC(2026, 6, 2, 12))
      const july = await placeOrder()
      vi.setSystemTime(Date.UTC(2026, 5, 20, 12))
      const { _number } = await placeOrder()
      expect(await list('page=1&month=2026-07')).toEqual({ total: 1, numbers: [july._number] })
      expect(await list('page=1&month=2026-06')).toEqual({ total: june.total + 1, numbers: [_number, ...june.numbers] })
    })

    it('are found by the name of their package, in capital or small letters', async () => {
      const all = await list('page=1')
      expect(await list('page=1&search=sTANDARD')).toEqual(all)
      expect(await list('page=1&search=sTANDARD', 'customer')).toEqual(await list('page=1', 'customer'))
      expect(await list('page=1&search=Premium')).toEqual({ total: 0, numbers: [] })
    })

    it('are exported as the list shows them, and only to admins', async () => {
      const lines = async (query: string) => {
        const { text } = await site.request('GET', `/api/orders.csv?${query}`, { as: 'admin' })
        return parseCsv(text).map(([number]) => number)
      }
      for (const query of ['', 'month=2026-07', 'orderStatus=Delivered', 'search=nobody'])
        expect([query, await lines(query)]).toEqual([
          query,
          ['Order', ...(await list(`page=1&size=1000&${query}`)).numbers.map(String)],
        ])
      expect((await site.request('GET', '/api/orders.csv', { as: 'customer' })).status).toBe(403)
    })
  })

  it('have dates in the business’s time zone, and stay in the month they were placed in when it changes', async () => {
    const dates = async ({ _id, _number }: { _id: string; _number: number }) => {
      const csv = (await site.request('GET', `/api/orders.csv?search=${_number}`, { as: 'admin' })).text
      return [
        (await call('GET', `/order/${_id}`, undefined, 'customer')).reply.orderDate,
        parseCsv(csv)[1]?.[1],
        (await runQuery(`select month from orders where id = '${_id}'`))[0]?.month,
      ]
    }
    // In New York it is still July 31.
    vi.setSystemTime(Date.UTC(2026, 7, 1, 2))
    const placedOrder = await placeOrder()
    expect(await dates(placedOrder)).toEqual(['07/31/2026', '2026-07-31', '2026-07'])
    await setTimeZone('Asia/Tokyo')
    expect(await dates(placedOrder)).toEqual(['08/01/2026', '2026-08-01', '2026-07'])
    await setTimeZone('America/New_York')
    expect(await dates(placedOrder)).toEqual(['07/31/2026', '2026-07-31', '2026-07'])
  })

  it('count in their own month after a clock ran years ahead', async () => {
    const listMonth = async (month: string) => {
      const { reply } = await call('GET', `/orders?page=1&month=${month}`, undefined, 'admin')
      return (reply as unknown as { _number: number }[]).map(({ _number }) => _number)
    }
    vi.setSystemTime(Date.UTC(2029, 0, 5, 12))
    await site.signIn('customer')
    const orderAhead = await placeOrder()
    vi.setSystemTime(Date.UTC(2026, 8, 5, 12))
    await site.signIn('customer')
    const laterOrder = await placeOrder()
    expect(await listMonth('2029-01')).toEqual([orderAhead._number])
    expect(await listMonth('2026-09')).toEqual([laterOrder._number])
  })

  it('count as sales once they are paid, in the month of the order', async () => {
    const sales = async () =>
      (await call('GET', '/sales-totals', undefined, 'admin')).reply as unknown as {
        sales: string
        orders: number
        months: { month: string; sales: string }[]
      }
    const before = await sales()
    expect(before).toMatchObject({ sales: '0.00', refunded: '0.00', toDeliver: 0 })
    vi.setSystemTime(Date.UTC(2026, 9, 10, 12))
    const { _id } = await placeOrder()
    // The call needs a recent log-in, and the test moved the clock.
    await site.signIn('admin')
    expect(await call('PUT', `/order-paid/${_id}`, { reason: 'In cash' }, 'admin')).toMatchObject({ status: 200 })
    const after = await sales()
    expect(after).toMatchObject({ sales: '999.00', toDeliver: 1, orders: before.orders + 1 })
    expect(after.months).toHaveLength(12)
    expect(after.months.filter((one) => one.sales !== '0.00')).toMatchObject([{ month: '2026-10', sales: '999.00' }])
  })
})
