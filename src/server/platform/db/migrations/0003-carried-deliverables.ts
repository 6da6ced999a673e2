import type { Migration } from './migration-sql.ts'

/** Lets a new order find what waits for it, and a canceled deliverable what it continued, among all past outcomes. */
export const carriedDeliverablesIndexesMigration: Migration = {
  name: '0003-carried-deliverables',
  sql: `
create index deliverable_outcome_waiting on deliverable_outcome (order_id) where kind = 'carried' and carried_to is null and withdrawn_at is null;
create index deliverable_outcome_continued on deliverable_outcome (carried_to) where carried_to is not null;
`,
}
