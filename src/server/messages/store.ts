import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { MessagePlace, MessageStatus } from '../../contract/messages.ts'
import { before, type Page } from '../../contract/paging.ts'
import type { MessageTable, Reader } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import { searchedText, wordsOf } from './search-words.ts'

/** A message without what only the database needs. Times are epoch milliseconds. */
export type StoredMessage = Pick<MessageTable, (typeof SHOWN)[number]>

const SHOWN = ['id', 'name', 'email', 'number', 'subject', 'body', 'status', 'place', 'received_at'] as const

/** `note`: the one that the form carried, if it carried one. */
type NewMessage = Pick<MessageTable, 'name' | 'email' | 'number' | 'subject' | 'body' | 'place'> & { note?: string }

export type WantedMessages = {
  place: MessagePlace
  messageStatus?: MessageStatus
  search: string
  page: number
  size: number
}

/** The same form with the same words is stored once; whoever sends it again gets what is there. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<{ message: StoredMessage; isNew: boolean }> {
  const row = rowOf(message)
  const added = await tx
    .insertInto('message')
    .values(row)
    .onConflict((conflict) => conflict.column('once').doNothing())
    .returning(SHOWN)
    .executeTakeFirst()
  if (added) return { message: added, isNew: true }
  const known = await tx.selectFrom('message').select(SHOWN).where('once', '=', row.once).executeTakeFirstOrThrow()
  return { message: known, isNew: false }
}

/** Newest first. The total is counted on the index; only a search reads the messages themselves. */
export async function listMessages(
  db: Reader,
  { place, messageStatus, search, ...page }: WantedMessages,
): Promise<Page<StoredMessage>> {
  const there = db.selectFrom('message').where('place', '=', place)
  const wanted = wordsOf(search).reduce(
    (query, word) => query.where(sql<boolean>`searched like ${`%${escaped(word)}%`} escape '\\'`),
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

function rowOf({ note, ...message }: NewMessage): MessageTable {
  const { name, email, number, subject, body } = message
  const written = [name, email, number, subject, body]
  return {
    id: crypto.randomUUID(),
    ...message,
    once: note
      ? createHash('sha256')
          .update(JSON.stringify([note, ...written]))
          .digest('base64url')
      : null,
    searched: searchedText(message),
    status: 'UnRead',
    received_at: Date.now(),
  }
}

function escaped(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}
