import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { type Database, openDatabase } from '#server/migrations/open-database.ts'
import { buildRecordValues, createTestContent } from './test-content-module.ts'

export function openSqlite(dataDir: string): Promise<Database> {
  return openDatabase({ dataDir, databaseUrl: undefined })
}

/** Creates a database with one FAQ item. */
export async function createSiteWithRecord(dataDir: string): Promise<void> {
  const database = await openSqlite(dataDir)
  await createTestContent(database).add(faqItem, buildRecordValues(faqItem), { author: 'owner@example.com' })
  await database.close()
}

/** Counts the FAQ items of a database. */
export async function countRecords(dataDir: string): Promise<number> {
  const database = await openSqlite(dataDir)
  const { length } = await createTestContent(database).list(faqItem)
  await database.close()
  return length
}
