import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { buildRecordValues, createTestContent } from './test-content-module.ts'

// Runs until the test kills it: writes without end, eight at a time, and prints the id of each acknowledged write.
const db = await openDatabase({ dataDir: process.env.DATA_DIR ?? '', databaseUrl: process.env.DATABASE_URL })
const store = createTestContent(db)

async function writeContinuously(): Promise<never> {
  for (;;) {
    const { id } = await store.add(faqItem, buildRecordValues(faqItem), { author: 'writer' })
    process.stdout.write(`${id}\n`)
  }
}
await Promise.all(Array.from({ length: 8 }, writeContinuously))
