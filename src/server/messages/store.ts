import { sql } from 'kysely'
import type { MessagePlace, MessageStatus } from '../../contract/messages.ts'
import { before, type Page } from '../../contract/paging.ts'
import { patternOf } from '../db/search-text.ts'
import type { MessageTable, Reader } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import { searchedText, wordsOf } from './search-words.ts'

/** A message without what only the database needs. Times are epoch milliseconds. */
export type StoredMessage = Pick<MessageTable, (typeof SHOWN)[number]>

const SHOWN = ['id', 'name', 'email', 'number', 'subject', 'body', 'status', 'place', 'received_at'] as const

type NewMessage = Pick<MessageTable, 'name' | 'email' | 'number' | 'subject' | 'body' | 'place'>

export type WantedMessages = {
  place: MessagePlace
  messageStatus?: MessageStatus
  search: string
  page: number
  size: number
}

export function insertMessage(tx: Tx, message: NewMessage): Promise<StoredMessage> {
  return tx.insertInto('message').values(rowOf(message)).returning(SHOWN).executeTakeFirstOrThrow()
}

/** Newest first. The total is counted on the index; only a search reads the messages themselves. */
export async function listMessages(
  db: Reader,
  { place, messageStatus, search, ...page }: WantedMessages,
): Promise<Page<StoredMessage>> {
  const there = db.selectFrom('message').where('place', '=', place)
  const wanted = wordsOf(search).reduce(
    (query, word) => query.where(sql<boolean>`searched like ${patternOf(word)} escape '\\'`),
    messageStatus ? there.where('status', '=', messageStatus) : there,
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

/** Undefined for an unknown id. */
export function changeMessage(
  tx: Tx,
  id: string,
  change: Partial<Pick<MessageTable, 'status' | 'place'>>,
): Promise<StoredMessage | undefined> {
  return tx.updateTable('message').set(change).where('id', '=', id).returning(SHOWN).executeTakeFirst()
}

function rowOf(message: NewMessage): MessageTable {
  return {
    id: crypto.randomUUID(),
    ...message,
    searched: searchedText(message),
    status: 'UnRead',
    received_at: Date.now(),
  }
}
