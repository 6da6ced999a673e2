import { sql } from 'kysely'
import { latestPlausible } from '../db/clock.ts'
import type { Database } from '../db/db.ts'

/** A page whose last change nobody was told of, by name, with the time of that change in epoch ms. */
export type Untold = { page: string; change: number }

/** The right to tell, until `dueAt`: one process has it at a time. */
export type Turn = { dueAt: number; failures: number }

/**
 * What search engines were told, in the database: a restart neither forgets nor repeats it. Each step is one
 * statement of its own outside the shared write transactions, so that no save waits for it.
 */
export function createIndexNowStore({ main, read }: Database) {
  const turn = main.updateTable('index_now_turn').where('id', '=', 1)

  return {
    /** The pages that changed since they were told, and have rested for `rest` ms; or seem to change in times to come. */
    async untold(now: number, rest: number): Promise<Untold[]> {
      return read
        .selectFrom('page_change')
        .leftJoin('index_now_page', 'index_now_page.page', 'page_change.page')
        .select(['page_change.page', 'page_change.changed_at as change'])
        .where(({ eb, or }) =>
          or([eb('page_change.changed_at', '<=', now - rest), eb('page_change.changed_at', '>', latestPlausible(now))]),
        )
        .where(sql<boolean>`page_change.changed_at > coalesce(index_now_page.told_change, 0)`)
        .orderBy('page_change.page')
        .execute()
    },

    /** Takes the turn if it is nobody's and no pause is on; `longest`: how far ahead of `now` the end of either may lie. */
    async take(now: number, lease: number, longest: (failures: number) => number): Promise<Turn | undefined> {
      const { due_at, failures } = await main
        .selectFrom('index_now_turn')
        .selectAll()
        .where('id', '=', 1)
        .executeTakeFirstOrThrow()
      if (due_at > now && due_at <= latestPlausible(now, longest(failures))) return undefined
      const dueAt = now + lease
      // Of several who see it free, the one that moves it has it.
      const taken = turn.set({ due_at: dueAt }).where('due_at', '=', due_at).returning('failures')
      const row = await taken.executeTakeFirst()
      return row && { dueAt, failures: row.failures }
    },

    async markTold(told: readonly Untold[]): Promise<void> {
      const rows = told.map(({ page, change }) => ({ page, told_change: change }))
      const upsert = main
        .insertInto('index_now_page')
        .values(rows)
        .onConflict((conflict) => conflict.column('page').doUpdateSet((eb) => ({ told_change: eb.ref('excluded.told_change') })))
      await upsert.execute()
    },

    /** Gives the turn back; the next one may be taken from `dueAt` on. */
    async giveBack({ dueAt }: Turn, next: Turn): Promise<void> {
      // Whoever took it after our time was over decides.
      const given = turn.set({ due_at: next.dueAt, failures: next.failures }).where('due_at', '=', dueAt)
      await given.execute()
    },
  }
}
