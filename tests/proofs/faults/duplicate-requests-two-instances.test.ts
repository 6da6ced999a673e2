import { expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import type { PaymentForm } from '../../support/fake-paypal-ipn-notices.ts'
import { iterateRounds, reportToRunner } from '../../support/faults/fault-report.ts'
import { startSiteUnderTest } from '../../support/faults/site-under-test.ts'
import { findFreePort } from '../../support/free-port.ts'
import { pickSize } from '../../support/proof-size.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { sampleCustomer, standardPackageValues } from '../../support/site-with-paypal.ts'
import { startForSuite } from '../../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../../support/test-databases.ts'

const ROUNDS = pickSize({ short: 2, whole: 20 })
const COPIES = 50

describeOnEachDatabase('two processes on one database', (database) => {
  const site = startForSuite(async () => startSiteUnderTest(await database.environment()))
  const other = startForSuite(async () => startServerProcess(site.checker.settings, { port: await findFreePort() }))

  it(`store one of ${COPIES} equal orders and one of ${COPIES} equal notices, and send one email`, async () => {
    const { checker } = site
    const { read, close } = await openDatabase(readConfig(checker.settings))
    const origins = [site.origin, `http://127.0.0.1:${other.port}`]
    /** Sends all copies at once, half of them to each process. Returns the distinct replies. */
    async function sendCopies(write: { path: string; as: 'customer' | 'anonymous'; body: object | Buffer }, key?: string) {
      const replies = await Promise.all(
        Array.from({ length: COPIES }, async (_, nth) => {
          const reply = await checker.send(write, { key, at: origins[nth % origins.length] })
          return `${reply.status} ${await reply.text()}`
        }),
      )
      return [...new Set(replies)]
    }
    let orderCount = 0
    for (const round of iterateRounds(ROUNDS, `instances, ${database.name}`)) {
      orderCount++
      const { packageName, packagePrice } = standardPackageValues
      const body = { ...sampleCustomer, packageName, packagePrice, customerName: `Once ${round}` }
      // Equal orders of one customer are one order without a key, too (P-83).
      const key = round % 2 === 0 ? `order ${round}` : undefined
      const replies = await sendCopies({ path: '/api/new-order', as: 'customer', body }, key)
      expect(replies).toEqual([expect.stringMatching(/^201 /)])
      const { record } = JSON.parse(replies[0]?.slice(4) ?? '') as { record: { _id: string } }
      const { fields } = (await checker.callApi('POST', `/pay/${record._id}`, 'customer')) as { fields?: PaymentForm }
      const { notice } = checker.paypal.charge(fields ?? {})
      const noticeReplies = await sendCopies({ path: new URL(notice.url).pathname, as: 'anonymous', body: notice.bytes })
      expect(noticeReplies).toEqual(['200 '])
    }
    await checker.waitUntilNoticesRead()
    const orders = await read.selectFrom('orders').select(['customer_name', 'payment_status']).orderBy('number').execute()
    const facts = await read.selectFrom('payment_fact').select('transaction_id').execute()
    const notices = await read.selectFrom('payment_notice').select('copies').execute()
    const invoices = await read.selectFrom('invoice').select('number').execute()
    const receipts = await read.selectFrom('email_outbox').select('subject').where('subject', 'like', 'Receipt%').execute()
    await close()
    reportToRunner({
      fault: 'instances',
      on: database.name,
      measured: `${orderCount} rounds of ${COPIES} orders and ${COPIES} notices: ${orders.length} orders, ${facts.length} facts, ${receipts.length} receipts`,
      isKept: true,
    })
    expect(orders).toEqual(
      Array.from({ length: orderCount }, (_, round) => ({ customer_name: `Once ${round}`, payment_status: 'Paid' })),
    )
    expect(facts).toHaveLength(orderCount)
    expect(invoices).toHaveLength(orderCount)
    expect(notices.map(({ copies }) => copies)).toEqual(Array(orderCount).fill(COPIES))
    expect(receipts).toHaveLength(orderCount)
    expect((await checker.verdict()).wrong).toEqual([])
  })
})
