import type { Migration } from '#platform/db/migration.ts'

/** Counts the months of a customer, and adds what tells whether a carried part and a new one are the same. */
export const customerMonthsMigration: Migration = {
  name: '0010-customer-months',
  sql: `
alter table order_work add column month integer not null default 1;
alter table deliverable add column template_id text;
alter table deliverable add column own_title text;
update order_work set month = 1 + (
  select count(*) from order_work former join orders on orders.id = former.order_id join orders own on own.id = order_work.order_id
  where orders.customer_email = own.customer_email and orders.package_name = own.package_name
    and orders.payment_status = 'Paid' and former.opened_at < order_work.opened_at)
where is_active = 1 and starts_on is null;
`,
}
