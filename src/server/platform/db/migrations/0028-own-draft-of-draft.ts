import type { Kysely } from 'kysely'

/** What somebody typed over a record as the draft makes it: from which state of that. */
export const ownDraftOfDraft = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('own_draft').addColumn('draft', 'bigint').execute()
  },
}
