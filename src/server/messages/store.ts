import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { MessagePlace, MessageStatus } from '../../contract/messages.ts'
import { before, type Page } from '../../contract/paging.ts'
import { type OldRows, removeOldest } from '../db/old-rows.ts'
import { patternOf } from '../db/search-text.ts'
import type { MessageTable, Reader } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import { searchedText, wordsOf } from './search-words.ts'
import { type Counted, countMoved, countNew, readTotals, takeTotals } from './totals.ts'

/** A message without what only the database needs. Times are epoch milliseconds. */
export type StoredMessage = Pick<MessageTable, (typeof SHOWN)[number]>

const SHOWN = ['id', 'name', 'email', 'number', 'subject', 'body', 'status', 'place', 'received_at'] as const

type NewMessage = Pick<MessageTable, 'name' | 'email' | 'number' | 'subject' | 'body' | 'place'>

/** What can be changed of a message. */
export type MessageChange = Partial<Pick<MessageTable, 'status' | 'place'>>

export type WantedMessages = {
  place: MessagePlace
  messageStatus?: MessageStatus
  search: string
  page: number
  size: number
}

export async function insertMessage(tx: Tx, message: NewMessage): Promise<StoredMessage> {
  const row = rowOf(message)
  await countNew(tx, row)
  return tx.insertInto('message').values(row).returning(SHOWN).executeTakeFirstOrThrow()
}

/** Newest first. How many there are is kept; only a search reads the messages themselves. */
export function listMessages(db: Reader, wanted: WantedMessages): Promise<Page<StoredMessage>> {
  const words = wordsOf(wanted.search)
  return words.length > 0 ? findMessages(db, words, wanted) : pageOfMessages(db, wanted)
}

/** A page far back is looked for on an index alone, and from the nearer end. */
async function pageOfMessages(db: Reader, wanted: WantedMessages): Promise<Page<StoredMessage>> {
  const totals = (await readTotals(db))[wanted.place]
  const total = wanted.messageStatus ? totals[wanted.messageStatus] : totals.UnRead + totals.Read
  const [first, size] = [before(wanted), Math.min(wanted.size, total - before(wanted))]
  if (size <= 0) return { records: [], total }
  const after = total - first - size
  const end = first <= after ? ({ order: 'desc', offset: first } as const) : ({ order: 'asc', offset: after } as const)
  const ids = messagesOf(db, wanted).select('id').orderBy('received_at', end.order).orderBy('id', end.order)
  const records = db
    .selectFrom('message')
    .select(SHOWN)
    .where('id', 'in', ids.limit(size).offset(end.offset))
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
  return { records: await records.execute(), total }
}

async function findMessages(db: Reader, words: readonly string[], page: WantedMessages): Promise<Page<StoredMessage>> {
  const wanted = words.reduce(
    (query, word) => query.where(sql<boolean>`searched like ${patternOf(word)} escape '\\'`),
    messagesOf(db, page),
  )
  const newestFirst = wanted.select(SHOWN).orderBy('received_at', 'desc').orderBy('id', 'desc')
  const records = await newestFirst.limit(page.size).offset(before(page)).execute()
  // A page that is not full ends the list, so a search for something rare reads the messages once.
  const isEnd = records.length < page.size && (records.length > 0 || page.page === 1)
  if (isEnd) return { records, total: before(page) + records.length }
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { records, total }
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

function messagesOf(db: Reader, { place, messageStatus }: Pick<WantedMessages, 'place' | 'messageStatus'>) {
  const there = db.selectFrom('message').where('place', '=', place)
  return messageStatus ? there.where('status', '=', messageStatus) : there
}

function rowOf(message: NewMessage): MessageTable {
  return {
    id: randomUUIDv7(),
    ...message,
    searched: searchedText(message),
    status: 'UnRead',
    received_at: Date.now(),
  }
}
