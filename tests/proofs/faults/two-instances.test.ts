import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../../src/server/config/config.ts'
import { openDatabase } from '../../../src/server/platform/db/db.ts'
import { onEveryDatabase } from '../../support/databases.ts'
import { type JudgedSite, startJudgedSite } from '../../support/faults/judged-site.ts'
import { rounds, tell } from '../../support/faults/measure.ts'
import { freePort } from '../../support/free-port.ts'
import { type Main, startMain } from '../../support/main-process.ts'
import { dana, standard } from '../../support/paying-site.ts'
import type { Form } from '../../support/paypal.ts'
import { sized } from '../../support/proof-size.ts'

const ROUNDS = sized({ short: 2, whole: 20 })
const COPIES = 50

onEveryDatabase('two processes on one database, told the same at once', (database) => {
  let site: JudgedSite
  let other: Main
  beforeAll(async () => {
    site = await startJudgedSite(await database.environment())
    other = await startMain(site.oracle.settings, { port: await freePort() })
  })
  afterAll(async () => {
    await other.stop()
    await site.close()
  })

  it(`of ${COPIES} equal orders and ${COPIES} equal notices keep one each, and send one mail`, { timeout: 240_000 }, async () => {
    const { oracle } = site
    const { read, close } = await openDatabase(readConfig(oracle.settings))
    const origins = [site.origin, `http://127.0.0.1:${other.port}`]
    /** Asks both in turn, all at once; answers what was answered, each once. */
    async function atOnce(write: { path: string; as: 'customer' | 'anonymous'; body: object | Buffer }, key?: string) {
      const replies = await Promise.all(
        Array.from({ length: COPIES }, async (_, nth) => {
          const reply = await oracle.send(write, { key, at: origins[nth % origins.length] })
          return `${reply.status} ${await reply.text()}`
        }),
      )
      return [...new Set(replies)]
    }
    let made = 0
    for (const round of rounds(ROUNDS, `instances, ${database.name}`)) {
      made++
      const { packageName, packagePrice } = standard
      const body = { ...dana, packageName, packagePrice, customerName: `Once ${round}` }
      const replies = await atOnce({ path: '/api/new-order', as: 'customer', body }, `order ${round}`)
      expect(replies).toEqual([expect.stringMatching(/^201 /)])
      const { record } = JSON.parse(replies[0]?.slice(4) ?? '') as { record: { _id: string } }
      const { fields } = (await oracle.ask('POST', `/pay/${record._id}`, 'customer')) as { fields?: Form }
      const { notice } = oracle.paypal.charge(fields ?? {})
      const told = await atOnce({ path: new URL(notice.url).pathname, as: 'anonymous', body: notice.bytes })
      expect(told).toEqual(['200 '])
    }
    await oracle.noticesRead(60_000)
    const orders = await read.selectFrom('orders').select(['customer_name', 'payment_status']).orderBy('number').execute()
    const facts = await read.selectFrom('payment_fact').select('transaction_id').execute()
    const notices = await read.selectFrom('payment_notice').select('copies').execute()
    const mails = await read.selectFrom('mail_outbox').select('subject').where('subject', 'like', 'Receipt%').execute()
    await close()
    tell({
      fault: 'instances',
      on: database.name,
      measured: `${made} rounds of ${COPIES} orders and ${COPIES} notices: ${orders.length} orders, ${facts.length} facts, ${mails.length} receipts`,
      isKept: true,
    })
    expect(orders).toEqual(
      Array.from({ length: made }, (_, round) => ({ customer_name: `Once ${round}`, payment_status: 'Paid' })),
    )
    expect(facts).toHaveLength(made)
    expect(notices.map(({ copies }) => copies)).toEqual(Array(made).fill(COPIES))
    expect(mails).toHaveLength(made)
    expect((await oracle.verdict()).wrong).toEqual([])
  })
})
