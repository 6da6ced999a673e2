import { randomUUIDv7 } from 'node:crypto'
import type { ListPage, PageAndSize } from '#contract/core/paging.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { readListPage } from '#platform/db/read-list-page.ts'
import type { DatabaseReader, EmailChange } from '#platform/db/tables.ts'
import type { CustomerFollowUpTable, CustomerNoteTable } from '../tables.ts'

export function listCustomerNotes(db: DatabaseReader, email: string): Promise<CustomerNoteTable[]> {
  return db.selectFrom('customer_note').selectAll().where('email', '=', email).orderBy('id', 'desc').execute()
}

type NewNote = Pick<CustomerNoteTable, 'email' | 'text' | 'author'>

/** Returns no text: the stored reply of an idempotency key must not hold a second copy. */
export async function insertCustomerNote(tx: Tx, note: NewNote): Promise<Pick<CustomerNoteTable, 'id' | 'created_at'>> {
  const row = { id: randomUUIDv7(), created_at: Date.now() }
  await tx
    .insertInto('customer_note')
    .values({ ...row, ...note })
    .execute()
  return row
}

/** Returns undefined for an unknown id. */
export async function deleteCustomerNote(tx: Tx, id: string): Promise<CustomerNoteTable | undefined> {
  return tx.deleteFrom('customer_note').where('id', '=', id).returningAll().executeTakeFirst()
}

export function findFollowUp(db: DatabaseReader, email: string): Promise<CustomerFollowUpTable | undefined> {
  return db.selectFrom('customer_follow_up').selectAll().where('email', '=', email).executeTakeFirst()
}

/** The earliest date comes first. */
export function listCustomerFollowUps(db: DatabaseReader, page: PageAndSize): Promise<ListPage<CustomerFollowUpTable>> {
  return readListPage(db.selectFrom('customer_follow_up').selectAll().orderBy('due_on').orderBy('email'), page)
}

export async function saveFollowUp(tx: Tx, followUp: CustomerFollowUpTable): Promise<void> {
  const { email: _key, ...changes } = followUp
  const insertion = tx.insertInto('customer_follow_up').values(followUp)
  await insertion.onConflict((conflict) => conflict.column('email').doUpdateSet(changes)).execute()
}

export async function deleteFollowUp(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('customer_follow_up').where('email', '=', email).execute()
}

/** Of two follow-ups, the one of the new email stays. */
export async function moveNotesAndFollowUp(tx: Tx, { from, to }: EmailChange): Promise<void> {
  await tx.updateTable('customer_note').set({ email: to }).where('email', '=', from).execute()
  const followUp = (await findFollowUp(tx, to)) ?? (await findFollowUp(tx, from))
  await deleteFollowUp(tx, from)
  if (followUp) await saveFollowUp(tx, { ...followUp, email: to })
}

/** Returns how many notes it deleted. */
export async function deleteCustomerNotes(tx: Tx, email: string): Promise<number> {
  return (await tx.deleteFrom('customer_note').where('email', '=', email).returning('id').execute()).length
}
