import type { MessagePlace, MessageStatus, MessageTotals } from '../../contract/messages.ts'
import type { Reader } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'

/** Where a message is counted. */
export type Counted = { place: MessagePlace; status: MessageStatus }

/**
 * Counts a message that comes. Every write to messages changes the one row of totals first and holds it until its
 * transaction ends: so all take turns, and none waits for another that waits for it.
 */
export async function countNew(tx: Tx, message: Counted): Promise<void> {
  await addTo(tx, new Map([[columnOf(message), 1]]))
}

/** Takes the totals, for whoever has to look at messages before it is known what changes. */
export async function takeTotals(tx: Tx): Promise<void> {
  await tx
    .updateTable('message_total')
    .set((eb) => ({ inbox_unread: eb.ref('inbox_unread') }))
    .execute()
}

/** Counts messages where they are now instead of where they were. */
export async function countMoved(tx: Tx, before: readonly Counted[], after: readonly Counted[]): Promise<void> {
  const changes = new Map<Column, number>()
  const add = (column: Column, change: 1 | -1) => changes.set(column, (changes.get(column) ?? 0) + change)
  for (const message of before) add(columnOf(message), -1)
  for (const message of after) add(columnOf(message), 1)
  if (changes.size > 0) await addTo(tx, changes)
}

export async function readTotals(db: Reader): Promise<MessageTotals> {
  const row = await db.selectFrom('message_total').selectAll().executeTakeFirstOrThrow()
  const of = (place: MessagePlace) => ({
    UnRead: row[columnOf({ place, status: 'UnRead' })],
    Read: row[columnOf({ place, status: 'Read' })],
  })
  return { inbox: of('inbox'), archive: of('archive'), spam: of('spam') }
}

type Column = `${MessagePlace}_${Lowercase<MessageStatus>}`

function columnOf({ place, status }: Counted): Column {
  return `${place}_${status === 'UnRead' ? 'unread' : 'read'}`
}

async function addTo(tx: Tx, changes: ReadonlyMap<Column, number>): Promise<void> {
  await tx
    .updateTable('message_total')
    .set((eb) => Object.fromEntries([...changes].map(([column, change]) => [column, eb(column, '+', change)])))
    .execute()
}
