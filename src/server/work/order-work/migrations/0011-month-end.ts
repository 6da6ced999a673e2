import type { Migration } from '#platform/db/migration.ts'

/** Stores the share of each refunded part, and which parts a refund is for. */
export const monthEndMigration: Migration = {
  name: '0011-month-end',
  sql: `
alter table deliverable_outcome add column cents bigint;
alter table refund_request add column parts text;
`,
}
