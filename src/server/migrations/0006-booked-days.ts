import type { Migration } from '#platform/db/migration.ts'

/**
 * Stores the day on which a payment was booked and an order was placed, so that a change of the time zone moves neither.
 * An invoice whose payment was taken back moves to `cancelled_invoice`, and the order can get another one.
 */
export const bookedDaysMigration: Migration = {
  name: '0006-booked-days',
  sql: `
alter table payment_fact add column booked_on text;
create index payment_fact_booked on payment_fact (live, booked_on, at, received_cents, refunded_cents);
create index payment_fact_unbooked on payment_fact (at) where booked_on is null;
alter table orders add column placed_on text;

create table cancelled_invoice (
  number bigint primary key,
  order_id text not null references orders (id),
  transaction_id text not null,
  issued_at bigint not null,
  paid_at bigint not null,
  content text not null,
  pdf {bytes}
);
create index cancelled_invoice_by_order on cancelled_invoice (order_id, transaction_id);
`,
}
