import { contentTables } from './0001-baseline/content.ts'
import { inboxTables } from './0001-baseline/inbox.ts'
import { peopleTables } from './0001-baseline/people.ts'
import { platformTables } from './0001-baseline/platform.ts'
import { salesTables } from './0001-baseline/sales.ts'
import { siteTables } from './0001-baseline/site.ts'
import type { Migration } from './migration.ts'

/** The schema of version 1.0.0. */
export const baseline: Migration = {
  name: '0001-baseline',
  sql: [platformTables, contentTables, peopleTables, salesTables, inboxTables, siteTables].join(''),
}
