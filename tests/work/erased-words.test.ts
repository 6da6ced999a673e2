import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createOrderClient } from '../support/order-client.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { customerEmail, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** A word that no other data has. */
const MARK = 'Zyzzyvaheim'
/** Email programs encode this text in another way than English. */
const FOREIGN_TEXT = `${'Объект на берегу моря, звоните вечером. '.repeat(5)}${MARK}`

describeOnEachDatabase('the words of an erased customer', (database) => {
  const site = startAppForSuite(database)
  const { call, placeOrder, upload, write } = createOrderClient(site)
  const stored = startForSuite(() => openSiteDatabase(site.environment))

  /** Returns the text of every table, and on SQLite of every file in the data folder. */
  async function readEverything(): Promise<string> {
    const isPostgres = site.environment.DATABASE_URL !== undefined
    const { rows } = await sql<{ name: string }>`
      ${sql.raw(isPostgres ? 'select table_name as name from information_schema.tables where table_schema = current_schema()' : "select name from sqlite_schema where type = 'table'")}`.execute(
      stored.main,
    )
    const tables = await Promise.all(
      rows.map(async ({ name }) => (await sql`select * from ${sql.table(name)}`.execute(stored.main)).rows),
    )
    const text = JSON.stringify(tables, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    return text + listFiles().map(readDecoded).join('\n')
  }

  const listFiles = () => {
    const folder = site.environment.DATA_DIR
    if (!folder) return []
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return files.map((entry) => join(entry.parentPath, entry.name))
  }

  function readDecoded(path: string): string {
    const source = readFileSync(path, 'latin1')
    if (!path.endsWith('.eml')) return source
    return (
      source +
      source
        .split(/\n\n/)
        .map((part) => Buffer.from(part, 'base64').toString('latin1'))
        .join('\n')
    )
  }

  it('are in no table and in no file', async () => {
    const order = await placeOrder()
    const { record } = (await upload(order, 'customer', Buffer.from(`${MARK}\n`.repeat(80_000)), `${MARK}.txt`)).reply
    for (const as of ['customer', 'admin'] as const) {
      await write(order, as, { text: FOREIGN_TEXT, ...(as === 'customer' && { files: [record._id] }) })
      await write(order, as, { text: `${MARK} in English`, files: [] })
    }
    await write(order, 'admin', { text: `${MARK} for us`, internal: true })
    await call('POST', '/customer-notes', 'admin', { email: customerEmail, text: MARK }, { 'idempotency-key': `"${order}"` })
    await call('PUT', '/follow-ups', 'admin', { email: customerEmail, on: '2030-01-02', note: MARK })
    // The emails go out now. One of each kind can't be delivered.
    await stored.main.updateTable('order_message_burst').set({ due_at: 0 }).execute()
    await expect
      .poll(() => listFiles().filter((path) => path.endsWith('.eml') && readDecoded(path).includes(MARK)).length)
      .toBeGreaterThan(1)
    const failed = { attempts: 9, due_at: Number.MAX_SAFE_INTEGER, created_at: Date.now(), claimed_at: null, sent_at: null }
    const body = JSON.stringify({ details: [{ quote: MARK }], action: { path: `/my-order/${order}#conversation` } })
    const email = { id: 'failed', recipient: customerEmail, subject: 'New message', body, last_error: 'No such host' }
    await stored.main
      .insertInto('email_outbox')
      .values({ ...failed, ...email })
      .execute()
    expect(await readEverything()).toContain(MARK)

    expect((await call('POST', '/erase-customer-notes', 'admin', { email: customerEmail })).status).toBe(200)
    const left = await readEverything()
    const at = left.indexOf(MARK)
    expect(left.slice(Math.max(0, at - 200), at + 50)).toBe(at < 0 ? left.slice(0, 49) : '')
    // What the law requires stays, with its emails.
    expect(left).toContain(customerEmail)
    expect(listFiles().some((path) => readFileSync(path, 'latin1').includes('application/pdf'))).toBe(true)
  })
})
