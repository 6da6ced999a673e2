import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { ListPage, PageAndSize } from '#contract/core/paging.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { readListPage } from '#platform/db/read-list-page.ts'
import type { DatabaseReader, EmailChange } from '#platform/db/tables.ts'
import type { QuoteTable, StoredQuotePart } from './tables.ts'

export type QuoteTerms = Pick<QuoteTable, 'customer_name' | 'title' | 'package_name' | 'price' | 'parts' | 'note' | 'valid_until'>

export async function insertQuote(tx: Tx, quote: QuoteTerms & Pick<QuoteTable, 'email'>): Promise<QuoteTable> {
  const row = { ...quote, id: randomUUIDv7(), state: 'open' as const, version: 1, changes: '[]', order_id: null }
  return tx
    .insertInto('quote')
    .values({ ...row, updated_at: Date.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const isNotAccepted = sql`state <> 'accepted'`

export function findQuote(db: DatabaseReader, id: string): Promise<QuoteTable | undefined> {
  return db.selectFrom('quote').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listQuotes(db: DatabaseReader, page: PageAndSize): Promise<ListPage<QuoteTable>> {
  return readListPage(db.selectFrom('quote').selectAll().orderBy('id', 'desc'), page)
}

export function listQuotesOfPerson(db: DatabaseReader, email: string): Promise<QuoteTable[]> {
  return db.selectFrom('quote').selectAll().where('email', '=', email).orderBy('id').execute()
}

/** Changes an open quote. Returns undefined if another write changed it since `version`. */
export function updateOpenQuote(
  tx: Tx,
  { id, version }: Pick<QuoteTable, 'id' | 'version'>,
  changes: Partial<QuoteTable>,
): Promise<QuoteTable | undefined> {
  const open = tx.updateTable('quote').where('id', '=', id).where('version', '=', version).where('state', '=', 'open')
  const next = { ...changes, version: version + 1, updated_at: Date.now() }
  return open.set(next).returningAll().executeTakeFirst()
}

/** Returns what the quote of an order promised. Undefined if the order has none. */
export async function findQuotePartsOfOrder(db: DatabaseReader, orderId: string): Promise<StoredQuotePart[] | undefined> {
  const row = await db.selectFrom('quote').select('parts').where('order_id', '=', orderId).executeTakeFirst()
  return row && (JSON.parse(row.parts) as StoredQuotePart[])
}

/** An accepted quote stays without its note, because its order does. */
export async function eraseQuotes(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('quote').where('email', '=', email).where('state', '!=', 'accepted').execute()
  await tx.updateTable('quote').set({ note: '', customer_name: '' }).where('email', '=', email).execute()
}

export async function moveQuotes(tx: Tx, { from, to }: EmailChange): Promise<void> {
  await tx.updateTable('quote').set({ email: to }).where('email', '=', from).execute()
}
