import type { Migration } from '#platform/db/migration.ts'

/** Stores the share of each refunded part, which parts a refund is for, what clients choose for missed parts, which are found by an index, and requests to stop. */
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

create index deliverable_not_done on deliverable (order_id) where state not in ('delivered', 'canceled');

create table stop_request (
  id text primary key,
  order_id text not null references orders (id),
  reason text not null,
  is_whole integer not null,
  requested_at bigint not null,
  decision text,
  answer text not null,
  decided_at bigint
);
create index stop_request_by_order on stop_request (order_id, requested_at);
create index stop_request_open on stop_request (order_id) where decision is null;
`,
}
