import type { Migration } from '#platform/db/migration.ts'

/**
 * Adds the customer's company and purchase order number to orders, empty if the customer gave none, and whether an admin gets
 * an email when money arrives.
 */
export const billingDetailsAndPaymentEmailsMigration: Migration = {
  name: '0013-billing-details-and-payment-emails',
  sql: `
    alter table orders add column customer_company text not null default '';
    alter table orders add column purchase_order text not null default '';
    alter table user_role add column payment_emails integer not null default 1;
  `,
}
