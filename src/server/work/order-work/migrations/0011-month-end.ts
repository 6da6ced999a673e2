import type { Migration } from '#platform/db/migration.ts'

/** Stores the share of each refunded part, which parts a refund is for, and what clients choose for missed parts. */
export const monthEndMigration: Migration = {
  name: '0011-month-end',
  sql: `
alter table deliverable_outcome add column cents bigint;
alter table refund_request add column parts text;

create table deliverable_choice (
  deliverable_id text not null references deliverable (id),
  missed_on text not null,
  kind text not null,
  at bigint not null,
  by_side text not null,
  constraint deliverable_choice_key primary key (deliverable_id, missed_on)
);
`,
}
