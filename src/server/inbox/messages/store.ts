import { randomUUID } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Page } from '../../../contract/grammar/paging.ts'
import type { MessagePlace, MessageStatus } from '../../../contract/inbox/messages.ts'
import { DAY, pageStart } from '../../platform/db/list-parts.ts'
import { type OldRows, removeOldest } from '../../platform/db/old-rows.ts'
import type { MessageTable, Reader, Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import { searchedText } from './search-words.ts'
import { type Counted, countMoved, countNew, dayAfter, readTotals, takeTotals } from './totals.ts'

/** A message without what only the database needs. Times are epoch milliseconds. */
export type StoredMessage = Pick<MessageTable, (typeof SHOWN)[number]>

export const SHOWN = ['id', 'name', 'email', 'number', 'subject', 'body', 'status', 'place', 'received_at'] as const

type NewMessage = Pick<MessageTable, 'name' | 'email' | 'number' | 'subject' | 'body' | 'place'>

/** What can be changed of a message. */
export type MessageChange = Partial<Pick<MessageTable, 'status' | 'place'>>

export type WantedMessages = {
  place: MessagePlace
  messageStatus?: MessageStatus
  search: string
  /** Where a search goes on. */
  before?: string
  page: number
  size: number
}

export async function insertMessage(tx: Tx, message: NewMessage): Promise<StoredMessage> {
  const row = rowOf(message)
  await countNew(tx, row)
  return tx.insertInto('message').values(row).returning(SHOWN).executeTakeFirstOrThrow()
}

/** Newest first. How many there are is kept, and a page far back is looked for on an index alone. */
export async function listMessages(db: Reader, wanted: WantedMessages): Promise<Page<StoredMessage>> {
  const { place, messageStatus } = wanted
  const totals = (await readTotals(db))[place]
  const total = messageStatus ? totals[messageStatus] : totals.UnRead + totals.Read
  const { part, skipped } = await pageStart(wanted, (messages) => dayAfter(db, wanted, messages))
  const all = messagesOf(db, wanted)
  const ids = newestFirst(part === undefined ? all : all.where('received_at', '<', part + DAY)).select('id')
  const those = db.selectFrom('message').select(SHOWN).where('id', 'in', ids.limit(wanted.size).offset(skipped))
  return { records: await newestFirst(those).execute(), total }
}

export function findMessage(db: Reader, id: string): Promise<StoredMessage | undefined> {
  return db.selectFrom('message').select(SHOWN).where('id', '=', id).executeTakeFirst()
}

/** The next older unread message of the inbox; after the oldest the newest, and undefined where there is no other. */
export async function nextUnreadMessage(db: Reader, { id, received_at }: StoredMessage): Promise<StoredMessage | undefined> {
  const unread = messagesOf(db, { place: 'inbox', messageStatus: 'UnRead' }).select(SHOWN).where('id', '<>', id)
  const newest = unread.orderBy('received_at', 'desc').orderBy('id', 'desc').limit(1)
  const older = newest.where((eb) => eb(eb.refTuple('received_at', 'id'), '<', eb.tuple(received_at, id)))
  return (await older.executeTakeFirst()) ?? newest.executeTakeFirst()
}

/** Answers those that there are, newest first; an id that is unknown is passed over. */
export async function changeMessages(tx: Tx, ids: readonly string[], change: MessageChange): Promise<StoredMessage[]> {
  await takeTotals(tx)
  const those = tx.selectFrom('message').select(SHOWN).where('id', 'in', ids)
  const before = await those.orderBy('received_at', 'desc').orderBy('id', 'desc').execute()
  await tx.updateTable('message').set(change).where('id', 'in', ids).execute()
  const after = before.map((message) => ({ ...message, ...change }))
  await countMoved(tx, before, after)
  return after
}

/** Removes messages that lie in spam for good. */
export async function removeSpam(tx: Tx, old: OldRows): Promise<number> {
  await takeTotals(tx)
  const spam = sql`place = 'spam'`
  const removed = await removeOldest<Counted>(tx, { table: 'message', key: ['id'], at: 'received_at', and: spam }, old)
  await countMoved(tx, removed, [])
  return removed.length
}

export function newestFirst<O>(query: SelectQueryBuilder<Tables, 'message', O>) {
  return query.orderBy('received_at', 'desc').orderBy('id', 'desc')
}

export function messagesOf(db: Reader, { place, messageStatus }: Pick<WantedMessages, 'place' | 'messageStatus'>) {
  const there = db.selectFrom('message').where('place', '=', place)
  return messageStatus ? there.where('status', '=', messageStatus) : there
}

function rowOf(message: NewMessage): MessageTable {
  return {
    id: randomUUID(),
    ...message,
    searched: searchedText(message),
    status: 'UnRead',
    received_at: Date.now(),
  }
}
