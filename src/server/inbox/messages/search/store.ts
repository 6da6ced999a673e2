import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { before, type Page } from '../../../../contract/grammar/paging.ts'
import { patternOf } from '../../../platform/db/search-text.ts'
import type { Reader } from '../../../platform/db/tables.ts'
import { messagesOf, newestFirst, SHOWN, type StoredMessage, type WantedMessages } from '../store.ts'

/** How many messages one search looks through: those of years, for nearly everybody. */
const LOOKED_THROUGH = 20_000

/** How many of them between two turns of the event loop, at least and at most: about as many as take so many ms. */
const SMALLEST_PIECE = 500
const LARGEST_PIECE = 4_000
const PIECE_TAKES = 4

/** Between two messages: those after it in a list are older. */
type Place = Pick<StoredMessage, 'received_at' | 'id'>

/**
 * Finds messages by words that are all in them, among the newest of a list or those older than `wanted.before`: `older`
 * is where another search goes on. What it costs has a bound, however many messages there are (docs/decisions/0077).
 */
export async function findMessages(db: Reader, words: readonly string[], wanted: WantedMessages): Promise<Page<StoredMessage>> {
  const records: StoredMessage[] = []
  let total = 0
  let from = placeIn(wanted.before)
  let atOnce = SMALLEST_PIECE
  for (let left = LOOKED_THROUGH; left > 0; await nextTurn()) {
    const began = performance.now()
    const most = Math.min(atOnce, left)
    const piece = messagesBelow(db, wanted, from)
    const to = await newestFirst(piece)
      .select(['received_at', 'id'])
      .offset(most - 1)
      .limit(1)
      .executeTakeFirst()
    const found = containing(to ? notBelow(piece, to) : piece, words)
    const { count } = await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    const page = { limit: wanted.size - records.length, offset: Math.max(0, before(wanted) - total) }
    if (page.limit > 0 && count > page.offset)
      records.push(...(await newestFirst(found).select(SHOWN).limit(page.limit).offset(page.offset).execute()))
    total += Number(count)
    if (!to) return { records, total }
    left -= most
    from = to
    const next = performance.now() - began < PIECE_TAKES ? 2 * atOnce : atOnce / 2
    atOnce = Math.min(Math.max(SMALLEST_PIECE, next), LARGEST_PIECE)
  }
  const isMore = await messagesBelow(db, wanted, from).select('id').limit(1).executeTakeFirst()
  return { records, total, ...(from && isMore && { older: `${from.received_at}.${from.id}` }) }
}

type Messages = ReturnType<typeof messagesOf>

function messagesBelow(db: Reader, wanted: WantedMessages, from: Place | undefined): Messages {
  const all = messagesOf(db, wanted)
  return from ? all.where((eb) => eb(eb.refTuple('received_at', 'id'), '<', eb.tuple(from.received_at, from.id))) : all
}

function notBelow(messages: Messages, { received_at, id }: Place): Messages {
  return messages.where((eb) => eb(eb.refTuple('received_at', 'id'), '>=', eb.tuple(received_at, id)))
}

function containing(messages: Messages, words: readonly string[]): Messages {
  return words.reduce((query, word) => {
    const pattern = patternOf(word)
    return query.where(sql<boolean>`(searched like ${pattern} escape '\\' or lower(body) like ${pattern} escape '\\')`)
  }, messages)
}

function placeIn(before: string | undefined): Place | undefined {
  const [at = '', id = ''] = before?.split('.') ?? []
  return before === undefined ? undefined : { received_at: Number(at), id }
}
