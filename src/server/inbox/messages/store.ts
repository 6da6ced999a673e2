import { randomUUID } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import { getPagingOffset, type ListPage } from '#contract/core/paging.ts'
import { type MessageFolder, type MessageFolderCounts, type MessageReadStatus, messageFolders } from '#contract/inbox/messages.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { countRows } from '#platform/db/read-list-page.ts'
import { type RowRemovalLimits, removeRowsOlderThan } from '#platform/db/remove-rows-older-than.ts'
import { normalizeSearchText } from '#platform/db/search-text.ts'
import type { DatabaseReader, DatabaseTables } from '#platform/db/tables.ts'
import type { MessageTable } from './tables.ts'

/** Times are epoch milliseconds. */
export type StoredMessage = Pick<MessageTable, (typeof STORED_MESSAGE_COLUMNS)[number]>

export const STORED_MESSAGE_COLUMNS = [
  'id',
  'name',
  'email',
  'number',
  'subject',
  'site_url',
  'zip_codes',
  'body',
  'status',
  'place',
  'spam_reason',
  'received_at',
] as const

type NewMessage = Pick<
  MessageTable,
  'name' | 'email' | 'number' | 'subject' | 'site_url' | 'zip_codes' | 'body' | 'place' | 'spam_reason'
>

export type MessageChange = Partial<Pick<MessageTable, 'status' | 'place'>>

export type MessageFilter = {
  place: MessageFolder
  messageStatus?: MessageReadStatus
  search: string
  /** The cursor of a previous search. */
  before?: string
  page: number
  size: number
}

export async function insertMessage(tx: Tx, message: NewMessage): Promise<StoredMessage> {
  return tx.insertInto('message').values(toRow(message)).returning(STORED_MESSAGE_COLUMNS).executeTakeFirstOrThrow()
}

/** Lists messages, newest first. The count and the offset read only an index (docs/decisions/0038). */
export async function listMessages(db: DatabaseReader, filter: MessageFilter): Promise<ListPage<StoredMessage>> {
  const ids = sortMessagesNewestFirst(selectMessages(db, filter)).select('id').limit(filter.size).offset(getPagingOffset(filter))
  const records = sortMessagesNewestFirst(db.selectFrom('message').select(STORED_MESSAGE_COLUMNS).where('id', 'in', ids))
  return { records: await records.execute(), total: await countRows(selectMessages(db, filter)) }
}

export async function countMessagesByFolder(db: DatabaseReader): Promise<MessageFolderCounts> {
  const totals = messageFolders.map(async (place) => {
    const [UnRead, Read] = [
      await countRows(selectMessages(db, { place, messageStatus: 'UnRead' })),
      await countRows(selectMessages(db, { place, messageStatus: 'Read' })),
    ]
    return [place, { UnRead, Read }]
  })
  return Object.fromEntries(await Promise.all(totals))
}

/** How many of the newest messages in each folder the site compares with a new one. */
const MAX_COMPARED = 100

/** Counts the messages with the same text among the newest ones since `since` (epoch ms), in all folders. */
export async function countEqualMessages(db: DatabaseReader, body: string, since: number): Promise<number> {
  const counts = messageFolders.map((place) => {
    const newest = sortMessagesNewestFirst(selectMessages(db, { place }).where('received_at', '>=', since)).select('body')
    return countRows(db.selectFrom(newest.limit(MAX_COMPARED).as('newest')).where('body', '=', body))
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

export function findMessage(db: DatabaseReader, id: string): Promise<StoredMessage | undefined> {
  return db.selectFrom('message').select(STORED_MESSAGE_COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** Returns the next older unread message of the inbox. After the oldest, it returns the newest other one, if any. */
export async function findNextUnreadMessage(
  db: DatabaseReader,
  { id, received_at }: StoredMessage,
): Promise<StoredMessage | undefined> {
  const unread = selectMessages(db, { place: 'inbox', messageStatus: 'UnRead' })
    .select(STORED_MESSAGE_COLUMNS)
    .where('id', '<>', id)
  const newest = unread.orderBy('received_at', 'desc').orderBy('id', 'desc').limit(1)
  const older = newest.where((eb) => eb(eb.refTuple('received_at', 'id'), '<', eb.tuple(received_at, id)))
  return (await older.executeTakeFirst()) ?? newest.executeTakeFirst()
}

/** Returns a sender's messages in all folders, newest first. `email` is in lower case. */
export function listMessagesOfSender(
  db: DatabaseReader,
  email: string,
  limit: number,
  before?: StoredMessage,
): Promise<StoredMessage[]> {
  const all = db.selectFrom('message').select(STORED_MESSAGE_COLUMNS).where(sql`lower(email)`, '=', email)
  const older = before
    ? all.where((eb) => eb(eb.refTuple('received_at', 'id'), '<', eb.tuple(before.received_at, before.id)))
    : all
  return sortMessagesNewestFirst(older).limit(limit).execute()
}

/** Returns the changed messages, newest first. Skips unknown ids. */
export async function updateMessages(tx: Tx, ids: readonly string[], change: MessageChange): Promise<StoredMessage[]> {
  const update = { ...change, ...buildSpamSince(change) }
  const updated = await tx.updateTable('message').set(update).where('id', 'in', ids).returning(STORED_MESSAGE_COLUMNS).execute()
  return updated.toSorted((a, b) => b.received_at - a.received_at || (a.id < b.id ? 1 : -1))
}

export async function deleteOldSpam(tx: Tx, old: RowRemovalLimits): Promise<number> {
  const extraCondition = sql`place = 'spam' and status = 'Read'`
  const at = sql<number>`coalesce(spam_since, received_at)`
  return (await removeRowsOlderThan(tx, { table: 'message', key: ['id'], at, extraCondition }, old)).length
}

export function sortMessagesNewestFirst<O>(query: SelectQueryBuilder<DatabaseTables, 'message', O>) {
  return query.orderBy('received_at', 'desc').orderBy('id', 'desc')
}

export function selectMessages(db: DatabaseReader, { place, messageStatus }: Pick<MessageFilter, 'place' | 'messageStatus'>) {
  const inFolder = db.selectFrom('message').where('place', '=', place)
  return messageStatus ? inFolder.where('status', '=', messageStatus) : inFolder
}

/** The time starts when a message becomes spam, and again when an admin has read it there. */
function buildSpamSince({ place, status }: MessageChange) {
  if (place === undefined && status === 'UnRead') return {}
  const keepsTime = place ? sql`place = 'spam'` : sql`place <> 'spam' or status = 'Read'`
  const isSpam = place === undefined || place === 'spam'
  return { spam_since: isSpam ? sql<number | null>`case when ${keepsTime} then spam_since else ${Date.now()} end` : null }
}

function toRow(message: NewMessage): MessageTable {
  const now = Date.now()
  return {
    id: randomUUID(),
    ...message,
    search_text: buildSearchText(message),
    status: 'UnRead',
    received_at: now,
    spam_since: message.place === 'spam' ? now : null,
  }
}

type SearchableMessage = Record<'name' | 'email' | 'number' | 'subject' | 'site_url' | 'zip_codes' | 'body', string>

/**
 * Returns the text that searches read beside the message body: the other lines, the phone number's digits without spaces,
 * and the body's accented words without accents.
 */
function buildSearchText({ body, ...lines }: SearchableMessage): string {
  const { name, email, number, subject, site_url, zip_codes } = lines
  const accented = body.split(/\s+/).filter((word) => !isAscii(word))
  return [
    normalizeSearchText([name, email, number, subject, site_url, zip_codes, ...accented].join('\n')),
    extractDigits(number),
  ].join('\n')
}

function isAscii(word: string): boolean {
  return [...word].every((character) => character <= '\x7f')
}

export function extractDigits(text: string): string {
  return [...text].filter(isDigit).join('')
}

export function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}
