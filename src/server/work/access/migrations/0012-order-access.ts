import type { Migration } from '#platform/db/migration.ts'

/** Adds the accesses that an order needs. */
export const orderAccessMigration: Migration = {
  name: '0012-order-access',
  sql: `
create table order_access (
  id text primary key,
  order_id text not null references orders (id),
  position integer not null,
  name text not null,
  help text not null,
  link text not null,
  state text not null,
  history text not null
);
create index order_access_by_order on order_access (order_id, position);
`,
}
