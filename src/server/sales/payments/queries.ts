import { expressionBuilder } from 'kysely'
import type { DatabaseTables } from '#platform/db/tables.ts'

/** What stores of other modules may read about refunds. The databases search it like the table itself. */
export const joinableRefunds = expressionBuilder<DatabaseTables>()
  .selectFrom('refund_request')
  .select(['id', 'cents', 'state'])
  .as('refund_request')
