import { randomUUID } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import { before, type Page } from '../../../contract/grammar/paging.ts'
import { type MessagePlace, type MessageStatus, type MessageTotals, messagePlaces } from '../../../contract/inbox/messages.ts'
import { type OldRows, removeOldest } from '../../platform/db/old-rows.ts'
import type { MessageTable, Reader, Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import { searchedText } from './search-words.ts'

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
  return tx.insertInto('message').values(rowOf(message)).returning(SHOWN).executeTakeFirstOrThrow()
}

/** Newest first. Counting and skipping read only an index (docs/decisions/0077). */
export async function listMessages(db: Reader, wanted: WantedMessages): Promise<Page<StoredMessage>> {
  const ids = newestFirst(messagesOf(db, wanted)).select('id').limit(wanted.size).offset(before(wanted))
  const records = newestFirst(db.selectFrom('message').select(SHOWN).where('id', 'in', ids))
  return { records: await records.execute(), total: await countMessages(db, wanted) }
}

/** How many messages each place holds. */
export async function messageTotals(db: Reader): Promise<MessageTotals> {
  const totals = messagePlaces.map(async (place) => {
    const [UnRead, Read] = [
      await countMessages(db, { place, messageStatus: 'UnRead' }),
      await countMessages(db, { place, messageStatus: 'Read' }),
    ]
    return [place, { UnRead, Read }]
  })
  return Object.fromEntries(await Promise.all(totals))
}

async function countMessages(db: Reader, wanted: Pick<WantedMessages, 'place' | 'messageStatus'>): Promise<number> {
  const counted = messagesOf(db, wanted).select(({ fn }) => fn.countAll<number>().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
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

/** Returns the changed messages, newest first. Skips unknown ids. */
export async function changeMessages(tx: Tx, ids: readonly string[], change: MessageChange): Promise<StoredMessage[]> {
  const changed = await tx.updateTable('message').set(change).where('id', 'in', ids).returning(SHOWN).execute()
  return changed.toSorted((a, b) => b.received_at - a.received_at || (a.id < b.id ? 1 : -1))
}

/** Removes messages that lie in spam for good. */
export async function removeSpam(tx: Tx, old: OldRows): Promise<number> {
  const spam = sql`place = 'spam'`
  return (await removeOldest(tx, { table: 'message', key: ['id'], at: 'received_at', and: spam }, old)).length
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
