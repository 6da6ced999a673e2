import { expect, it } from 'vitest'
import { hasDueJobs } from '#platform/queue/store.ts'
import { MESSAGE_BURST_TIMING } from '#server/work/conversation/message-bursts.ts'
import { messageBurstQueueTable } from '#server/work/conversation/store.ts'
import { createOrderClient } from '../support/order-client.ts'
import { PDF_FILE } from '../support/order-files.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { adminEmail, customerEmail, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('emails about messages', (database) => {
  const site = startAppForSuite(database)
  const { call, placeOrder, write, upload, markRead } = createOrderClient(site)
  const stored = startForSuite(() => openSiteDatabase(site.environment))

  const numberOf = async (id: string) => (await call<{ _number: number }>('GET', `/order/${id}`, 'admin')).reply._number
  const listBursts = (id: string) =>
    stored.main.selectFrom('order_message_burst').selectAll().where('order_id', '=', id).execute()
  /** Ends the ten minutes of a burst, and waits for its emails. */
  async function endBursts(id: string): Promise<void> {
    await stored.main.updateTable('order_message_burst').set({ due_at: 0 }).where('order_id', '=', id).execute()
    site.app.wakeQueues()
    await expect.poll(() => listBursts(id)).toEqual([])
  }
  const listEmails = async (id: string) => {
    const number = await numberOf(id)
    const mails = await stored.main.selectFrom('email_outbox').selectAll().orderBy('id').execute()
    return mails.filter(({ subject }) => /message/i.test(subject) && subject.includes(String(number)))
  }

  it('go to the other side once per burst, with the texts and a link', async () => {
    const id = await placeOrder()
    await write(id, 'admin', { text: 'First canary' })
    await write(id, 'admin', { text: 'Secret canary', internal: true })
    await write(id, 'admin', { text: 'Second canary' })
    const [burst] = await listBursts(id)
    expect(Number(burst?.due_at) - Date.now()).toBeGreaterThan(9 * 60_000)
    // The queue would take a due time that it can’t explain for the work of a wrong clock, and start at once.
    expect(await hasDueJobs(stored.main, messageBurstQueueTable, MESSAGE_BURST_TIMING, Date.now())).toBe(false)
    expect(await listEmails(id)).toEqual([])
    await endBursts(id)
    const emails = await listEmails(id)
    expect(emails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [customerEmail, `2 new messages about order ${await numberOf(id)}`],
    ])
    // A sent email loses its text.
    if (emails[0]?.body) {
      for (const text of ['First canary', 'Second canary', `/my-order/${id}`]) expect(emails[0].body).toContain(text)
      expect(emails[0].body).not.toContain('Secret')
    }
    await write(id, 'admin', { text: 'Third' })
    await endBursts(id)
    expect(await listEmails(id)).toHaveLength(2)
  })

  it('go to each admin, with the names of files', async () => {
    const id = await placeOrder()
    const { record } = (await upload(id, 'customer', PDF_FILE, 'plan.pdf')).reply
    await write(id, 'customer', { text: '', files: [record._id] })
    await endBursts(id)
    const emails = await listEmails(id)
    expect(emails.map(({ recipient }) => recipient)).toEqual([adminEmail])
    if (emails[0]?.body) expect(emails[0].body).toContain('plan.pdf')
  })

  it('aren’t written if the other side has read everything, or for a note', async () => {
    const id = await placeOrder()
    const { record } = (await write(id, 'admin', { text: 'Read soon' })).reply
    await markRead(id, 'customer', record._id)
    await write(id, 'admin', { text: 'For us', internal: true })
    await endBursts(id)
    expect(await listEmails(id)).toEqual([])
  })
})
