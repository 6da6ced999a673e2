import { expressionBuilder } from 'kysely'
import type { DatabaseTables } from '#platform/db/tables.ts'

/** When each page last changed. The databases search it like the table itself. */
export const pageChanges = expressionBuilder<DatabaseTables>()
  .selectFrom('page_change')
  .select(['page', 'changed_at'])
  .as('page_change')
