import type { Migration } from '#platform/db/migration.ts'

/** Adds the orders that the team makes for a client. */
export const quotesMigration: Migration = {
  name: '0020-quotes',
  sql: `
create table quote (
  id text primary key,
  email text not null,
  customer_name text not null,
  title text not null,
  package_name text not null,
  price text not null,
  parts text not null,
  note text not null,
  valid_until text not null,
  state text not null,
  version integer not null,
  changes text not null,
  order_id text,
  updated_at bigint not null
);
create index quote_by_email on quote (email);
create unique index quote_by_order on quote (order_id);
create index quote_by_update on quote (updated_at);
`,
}
