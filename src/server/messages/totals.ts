import { type MessagePlace, type MessageStatus, type MessageTotals, messagePlaces } from '../../contract/messages.ts'
import { recountOfDays } from '../db/kept-totals.ts'
import { DAY, dayOf, type Part } from '../db/list-parts.ts'
import { statement } from '../db/statement.ts'
import type { MessageDayTable, Reader } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'

/** Where and when a message is counted. */
export type Counted = { place: MessagePlace; status: MessageStatus; received_at: number }

/**
 * Counts a message that comes. Every write to messages changes the one row of totals first and holds it until its
 * transaction ends: so all take turns, and none waits for another that waits for it.
 */
export async function countNew(tx: Tx, message: Counted): Promise<void> {
  await countMoved(tx, [], [message])
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
  const days = new Map<number, Counts>()
  const add = (message: Counted, change: 1 | -1) => {
    const counts = days.get(dayOf(message.received_at)) ?? { ...none }
    counts[columnOf(message)] += change
    days.set(dayOf(message.received_at), counts)
  }
  for (const message of before) add(message, -1)
  for (const message of after) add(message, 1)
  if (days.size === 0) return
  await addToTotal(tx, sumOf([...days.values()]))
  for (const [day, counts] of days) await addToDay(tx, { day, ...counts })
}

export async function readTotals(db: Reader): Promise<MessageTotals> {
  const row = await db.selectFrom('message_total').selectAll().executeTakeFirstOrThrow()
  const of = (place: MessagePlace) => ({
    UnRead: row[columnOf({ place, status: 'UnRead' })],
    Read: row[columnOf({ place, status: 'Read' })],
  })
  return { inbox: of('inbox'), archive: of('archive'), spam: of('spam') }
}

/** How many messages of a list came on each day, the newest day first. */
export async function countsOfDays(db: Reader, place: MessagePlace, status?: MessageStatus): Promise<Part[]> {
  const columns = (status ? [status] : statuses).map((one) => columnOf({ place, status: one }))
  const rows = await db
    .selectFrom('message_day')
    .select(['day', ...columns])
    .orderBy('day', 'desc')
    .execute()
  return rows.map(({ day, ...counts }) => ({ part: day * DAY, count: Object.values(counts).reduce((sum, one) => sum + one, 0) }))
}

type Column = Exclude<keyof MessageDayTable, 'day'>
type Counts = Record<Column, number>

const statuses: readonly MessageStatus[] = ['UnRead', 'Read']

/** Where and how messages are counted, by the column that holds it. */
const kinds = Object.fromEntries(
  messagePlaces.flatMap((place) => statuses.map((status) => [columnOf({ place, status }), { place, status }])),
) as Record<Column, { place: MessagePlace; status: MessageStatus }>

const columns = Object.keys(kinds) as Column[]

/** By the indexes of the lists. */
export const recountMessages = recountOfDays({
  rows: 'message',
  at: 'received_at',
  total: 'message_total',
  days: 'message_day',
  counts: kinds,
})

const none = Object.fromEntries(columns.map((column) => [column, 0])) as Counts

function columnOf({ place, status }: Omit<Counted, 'received_at'>): Column {
  return `${place}_${status === 'UnRead' ? 'unread' : 'read'}`
}

function sumOf(all: readonly Counts[]): Counts {
  return Object.fromEntries(columns.map((column) => [column, all.reduce((sum, counts) => sum + counts[column], 0)])) as Counts
}

const addToTotal = statement((db, counts: Counts) =>
  db.updateTable('message_total').set((eb) => Object.fromEntries(columns.map((name) => [name, eb(name, '+', counts[name])]))),
)

const addToDay = statement((db, row: MessageDayTable) =>
  db
    .insertInto('message_day')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet((eb) =>
          Object.fromEntries(columns.map((name) => [name, eb(`message_day.${name}`, '+', eb.ref(`excluded.${name}`))])),
        ),
    ),
)
