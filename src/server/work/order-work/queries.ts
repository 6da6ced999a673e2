import { expressionBuilder } from 'kysely'
import type { DatabaseTables } from '#platform/db/tables.ts'

// What stores of other modules may read about the work. The databases search such a query like the table itself.

const { selectFrom } = expressionBuilder<DatabaseTables>()

export const joinableOrderWork = selectFrom('order_work')
  .select(['order_id', 'opened_at', 'is_active', 'starts_on'])
  .as('order_work')

export const joinableDeliverables = selectFrom('deliverable')
  .select(['id', 'order_id', 'title', 'state', 'draft_number', 'is_on_board'])
  .as('deliverable')

export const deliverableSteps = selectFrom('deliverable_step')
  .select(['deliverable_id', 'draft_number', 'state', 'at'])
  .as('deliverable_step')
