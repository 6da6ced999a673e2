import type { Kysely } from 'kysely'
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

type Written = { name: string; email: string; number: string; subject: string; body: string }

/** As messages were searched when this step was made: a step that has run never changes. */
function searchedText({ name, email, number, subject, body }: Written): string {
  const text = [name, email, number, subject, body].join('\n').toLowerCase()
  return `${text.normalize('NFD').replace(/\p{M}/gu, '')}\n${number.replace(/\D/g, '')}`
}
