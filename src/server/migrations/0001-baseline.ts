import type { Migration } from '#platform/db/migration.ts'
import { contentTablesSql } from './0001-baseline/content.ts'
import { conversationTablesSql } from './0001-baseline/conversation-and-order-files.ts'
import { inboxTablesSql } from './0001-baseline/inbox.ts'
import { peopleTablesSql } from './0001-baseline/people.ts'
import { platformTablesSql } from './0001-baseline/platform.ts'
import { salesTablesSql } from './0001-baseline/sales.ts'
import { siteTablesSql } from './0001-baseline/site.ts'
import { workTablesSql } from './0001-baseline/work.ts'

/** The schema of version 1.0.0, as released. */
export const baselineMigration: Migration = {
  name: '0001-baseline',
  sql: [
    platformTablesSql,
    contentTablesSql,
    peopleTablesSql,
    salesTablesSql,
    inboxTablesSql,
    siteTablesSql,
    workTablesSql,
    conversationTablesSql,
  ].join(''),
}
