import type { Database } from '../db/db.ts'

export function createSubscriberStore({ main, write }: Database) {
  return {
    /** Adds the address unless it is there; answers its record either way, so that nobody learns who subscribes. */
    async add(email: string): Promise<{ id: string; email: string }> {
      const row = { id: crypto.randomUUID(), email: email.toLowerCase(), created_at: Date.now() }
      await write((tx) =>
        tx
          .insertInto('subscriber')
          .values(row)
          .onConflict((conflict) => conflict.column('email').doNothing())
          .execute(),
      )
      return main.selectFrom('subscriber').select(['id', 'email']).where('email', '=', row.email).executeTakeFirstOrThrow()
    },
  }
}
