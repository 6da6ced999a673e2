import type { Migration } from '#platform/db/migration.ts'

/** Adds indexes for statements that would otherwise read a whole table. */
export const growingTableIndexesMigration: Migration = {
  name: '0003-growing-table-indexes',
  sql: `
create index deliverable_outcome_to_carry_over on deliverable_outcome (order_id) where kind = 'carried' and carried_to is null and withdrawn_at is null;
create index deliverable_outcome_by_next on deliverable_outcome (carried_to) where carried_to is not null;
create index refund_request_by_payment on refund_request (payment_transaction_id);
create index refund_request_by_refund on refund_request (refund_transaction_id) where refund_transaction_id is not null;
create index review_flag_newest on review_flag (raised_at desc, id);
create index order_file_by_order on order_file (order_id);
create index account_by_provider on account ("accountId", "providerId");
create index two_factor_locked on "twoFactor" ("lockedUntil") where "lockedUntil" is not null;
`,
}
