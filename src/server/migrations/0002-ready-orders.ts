import type { Migration } from '#platform/db/migration.ts'

/** Lets the board find the orders that are ready to deliver among all orders. */
export const readyOrdersIndexesMigration: Migration = {
  name: '0002-ready-orders',
  sql: `
create index order_work_started on order_work (opened_at, order_id) where is_active = 1 and starts_on is not null;
create index deliverable_on_board_by_order on deliverable (order_id) where is_on_board = 1;
`,
}
