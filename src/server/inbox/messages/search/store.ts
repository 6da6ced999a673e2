import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { getPagingOffset, type ListPage } from '#contract/core/paging.ts'
import { buildLikePattern, normalizeSearchText } from '#platform/db/search-text.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import {
  extractDigits,
  isDigit,
  type MessageFilter,
  STORED_MESSAGE_COLUMNS,
  type StoredMessage,
  selectMessages,
  sortMessagesNewestFirst,
} from '../store.ts'

/** How many messages one search scans. Most sites get fewer in several years. */
const MAX_SCANNED_MESSAGES = 20_000

/** The batch size adapts, so that a batch takes about TARGET_BATCH_MS. Other requests run between two batches. */
const MIN_BATCH_SIZE = 500
const MAX_BATCH_SIZE = 4_000
const TARGET_BATCH_MS = 4

const PHONE_CHARACTERS = new Set('+()-./ ')
const MIN_PHONE_DIGITS = 4

/** The position of a message in a list. Messages after it are older. */
type Cursor = Pick<StoredMessage, 'received_at' | 'id'>

/**
 * Finds messages that contain all terms. Scans at most MAX_SCANNED_MESSAGES, from the newest or from `filter.before`.
 * If more messages remain, `older` is the cursor for the next search (docs/decisions/0013).
 */
export async function searchMessages(
  db: DatabaseReader,
  terms: readonly string[],
  filter: MessageFilter,
): Promise<ListPage<StoredMessage>> {
  const records: StoredMessage[] = []
  let total = 0
  let cursor = parseCursor(filter.before)
  let batchSize = MIN_BATCH_SIZE
  for (let remaining = MAX_SCANNED_MESSAGES; remaining > 0; await yieldToEventLoop()) {
    const startedAt = performance.now()
    const limit = Math.min(batchSize, remaining)
    const candidates = selectOlderMessages(db, filter, cursor)
    const batchEnd = await sortMessagesNewestFirst(candidates)
      .select(['received_at', 'id'])
      .offset(limit - 1)
      .limit(1)
      .executeTakeFirst()
    const matches = selectMatches(batchEnd ? excludeOlderMessages(candidates, batchEnd) : candidates, terms)
    const { count } = await matches.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    const matchRange = { limit: filter.size - records.length, offset: Math.max(0, getPagingOffset(filter) - total) }
    if (matchRange.limit > 0 && count > matchRange.offset)
      records.push(
        ...(await sortMessagesNewestFirst(matches)
          .select(STORED_MESSAGE_COLUMNS)
          .limit(matchRange.limit)
          .offset(matchRange.offset)
          .execute()),
      )
    total += Number(count)
    if (!batchEnd) return { records, total }
    remaining -= limit
    cursor = batchEnd
    const nextBatchSize = performance.now() - startedAt < TARGET_BATCH_MS ? 2 * batchSize : batchSize / 2
    batchSize = Math.min(Math.max(MIN_BATCH_SIZE, nextBatchSize), MAX_BATCH_SIZE)
  }
  const hasMore = await selectOlderMessages(db, filter, cursor).select('id').limit(1).executeTakeFirst()
  return { records, total, ...(cursor && hasMore && { older: `${cursor.received_at}.${cursor.id}` }) }
}

type MessagesQuery = ReturnType<typeof selectMessages>

function selectOlderMessages(db: DatabaseReader, filter: MessageFilter, cursor: Cursor | undefined): MessagesQuery {
  const messages = selectMessages(db, filter)
  return cursor
    ? messages.where((eb) => eb(eb.refTuple('received_at', 'id'), '<', eb.tuple(cursor.received_at, cursor.id)))
    : messages
}

function excludeOlderMessages(messages: MessagesQuery, { received_at, id }: Cursor): MessagesQuery {
  return messages.where((eb) => eb(eb.refTuple('received_at', 'id'), '>=', eb.tuple(received_at, id)))
}

function selectMatches(messages: MessagesQuery, terms: readonly string[]): MessagesQuery {
  return terms.reduce((query, term) => {
    const pattern = buildLikePattern(term)
    return query.where(sql<boolean>`(search_text like ${pattern} escape '\\' or lower(body) like ${pattern} escape '\\')`)
  }, messages)
}

function parseCursor(before: string | undefined): Cursor | undefined {
  const [at = '', id = ''] = before?.split('.') ?? []
  return before === undefined ? undefined : { received_at: Number(at), id }
}

/** Splits a search into words. A phone number is one term, in any notation. */
export function parseSearchTerms(search: string): string[] {
  const isPhone =
    [...search].every((character) => PHONE_CHARACTERS.has(character) || isDigit(character)) &&
    extractDigits(search).length >= MIN_PHONE_DIGITS
  if (isPhone) return [extractDigits(search)]
  return normalizeSearchText(search).split(/\s+/).filter(Boolean)
}
