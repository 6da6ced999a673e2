import type { Kysely } from 'kysely'
import { searchedText } from '../../messages/search-words.ts'
import type { Tables } from '../tables.ts'

/** How many messages are in memory at a time. */
const CHUNK = 500

/** Messages are found by the digits of their phone numbers, and without accents: those of earlier too. */
export const messageSearch = {
  async up(db: Kysely<unknown>) {
    const messages = db as Kysely<Pick<Tables, 'message'>>
    for (let last = ''; ; ) {
      const rows = await messages
        .selectFrom('message')
        .select(['id', 'name', 'email', 'number', 'subject', 'body'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(CHUNK)
        .execute()
      for (const row of rows) {
        await messages
          .updateTable('message')
          .set({ searched: searchedText(row) })
          .where('id', '=', row.id)
          .execute()
      }
      if (rows.length < CHUNK) return
      last = rows.at(-1)?.id ?? ''
    }
  },
}
