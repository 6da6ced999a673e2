import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { MessagePlace, MessageStatus } from '../../contract/messages.ts'
import { before, type Page } from '../../contract/paging.ts'
import type { Database } from '../db/db.ts'
import type { MessageTable } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import { searchedText, wordsOf } from './search-words.ts'

/** A message without what only the database needs. */
export type StoredMessage = Pick<MessageTable, (typeof SHOWN)[number]>

const SHOWN = ['id', 'name', 'email', 'number', 'subject', 'body', 'status', 'place', 'received_at'] as const

/** `note`: the one that the form carried, if it carried one. */
export type NewMessage = Pick<MessageTable, 'name' | 'email' | 'number' | 'subject' | 'body' | 'place'> & { note?: string }

type Wanted = { place: MessagePlace; messageStatus?: MessageStatus; search: string; page: number; size: number }

/** What visitors wrote. Times are epoch milliseconds. */
export function createMessageStore({ read, write }: Database) {
  const change = (id: string, values: Partial<Pick<MessageTable, 'status' | 'place'>>) =>
    write((tx) => tx.updateTable('message').set(values).where('id', '=', id).returning(SHOWN).executeTakeFirst())

  return {
    /** Stores a message together with `alongside`; the same form with the same words is stored once, and answered alike. */
    add: (message: NewMessage, alongside: (tx: Tx, stored: StoredMessage) => Promise<void>): Promise<StoredMessage> =>
      write(async (tx) => {
        const row = rowOf(message)
        const stored = await tx
          .insertInto('message')
          .values(row)
          .onConflict((conflict) => conflict.column('once').doNothing())
          .returning(SHOWN)
          .executeTakeFirst()
        if (!stored) return tx.selectFrom('message').select(SHOWN).where('once', '=', row.once).executeTakeFirstOrThrow()
        await alongside(tx, stored)
        return stored
      }),

    /** Newest first. The total is counted on the index; only a search reads the messages themselves. */
    async list({ place, messageStatus, search, ...page }: Wanted): Promise<Page<StoredMessage>> {
      const there = read.selectFrom('message').where('place', '=', place)
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
    },

    find: (id: string): Promise<StoredMessage | undefined> =>
      read.selectFrom('message').select(SHOWN).where('id', '=', id).executeTakeFirst(),

    /** Undefined for an unknown id. */
    mark: (id: string, status: MessageStatus) => change(id, { status }),
    move: (id: string, place: MessagePlace) => change(id, { place }),
  }
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
