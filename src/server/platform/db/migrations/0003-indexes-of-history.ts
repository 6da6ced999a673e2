import type { Migration } from './migration-sql.ts'

/** Finds rows by an index where a statement read the whole history: outcomes, refunds, review flags, files and accounts. */
export const indexesOfHistoryMigration: Migration = {
  name: '0003-indexes-of-history',
  sql: `
create index deliverable_outcome_waiting on deliverable_outcome (order_id) where kind = 'carried' and carried_to is null and withdrawn_at is null;
create index deliverable_outcome_continued on deliverable_outcome (carried_to) where carried_to is not null;
create index refund_request_by_payment on refund_request (payment_transaction_id);
create index refund_request_by_refund on refund_request (refund_transaction_id) where refund_transaction_id is not null;
create index review_flag_newest on review_flag (raised_at desc, id);
create index order_file_by_order on order_file (order_id);
create index account_by_provider on account ("accountId", "providerId");
`,
}
