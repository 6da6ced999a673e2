import type { Migration } from '#platform/db/migration.ts'

/** Adds an index for carried work, and frees what orders hold that are no longer paid. */
export const carriedWorkMigration: Migration = {
  name: '0007-carried-work',
  sql: `
create index deliverable_by_carried_from on deliverable (carried_from) where carried_from is not null;
update deliverable_outcome set carried_to = null where carried_to in (
  select deliverable.id from deliverable join orders on orders.id = deliverable.order_id
  where deliverable.carried_from is not null and orders.payment_status <> 'Paid' and deliverable.state <> 'delivered'
    and not exists (select 1 from deliverable_outcome own where own.deliverable_id = deliverable.id and own.withdrawn_at is null));
`,
}
