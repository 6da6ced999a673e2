import { type MessagePlace, type MessageStatus, type MessageTotals, messagePlaces } from '../../../contract/inbox/messages.ts'
import { totalsOfDays } from '../../platform/db/kept-totals.ts'
import { dayOf, type PageStart } from '../../platform/db/list-parts.ts'
import type { MessageDayTable, Reader } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'

/** Where and when a message is counted. */
export type Counted = { place: MessagePlace; status: MessageStatus; received_at: number }

type Column = Exclude<keyof MessageDayTable, 'day'>
type Counts = Record<Column, number>

const statuses: readonly MessageStatus[] = ['UnRead', 'Read']

/** Where and how messages are counted, by the column that holds it. */
const kinds = Object.fromEntries(
  messagePlaces.flatMap((place) => statuses.map((status) => [columnOf({ place, status }), { place, status }])),
) as Record<Column, { place: MessagePlace; status: MessageStatus }>

const none = Object.fromEntries(Object.keys(kinds).map((column) => [column, 0])) as Counts

const totals = totalsOfDays({
  rows: 'message',
  at: 'received_at',
  total: 'message_total',
  days: 'message_day',
  counts: kinds,
})

export const recountMessages = totals.suspects

/** Takes the totals, for whoever has to look at messages before it is known what changes. */
export const takeTotals = totals.take

/** Counts a message that comes. */
export async function countNew(tx: Tx, message: Counted): Promise<void> {
  await countMoved(tx, [], [message])
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
  await totals.add(tx, days)
}

export async function readTotals(db: Reader): Promise<MessageTotals> {
  const row = await totals.read(db)
  const of = (place: MessagePlace) => ({
    UnRead: row[columnOf({ place, status: 'UnRead' })],
    Read: row[columnOf({ place, status: 'Read' })],
  })
  return { inbox: of('inbox'), archive: of('archive'), spam: of('spam') }
}

/** The day after so many messages of a list, the newest first. */
export function dayAfter(
  db: Reader,
  { place, messageStatus }: { place: MessagePlace; messageStatus?: MessageStatus },
  messages: number,
): Promise<PageStart | undefined> {
  const some = messageStatus ? [messageStatus] : statuses
  return totals.dayAfter(
    db,
    some.map((status) => columnOf({ place, status })),
    messages,
  )
}

function columnOf({ place, status }: Omit<Counted, 'received_at'>): Column {
  return `${place}_${status === 'UnRead' ? 'unread' : 'read'}`
}
