import { type Content, createContent } from '../../src/server/content/content.ts'
import type { Database } from '../../src/server/db/db.ts'

/** The content of a database that a test opened by itself: mail goes nowhere. */
export function contentOf(database: Database): Content {
  const mail = { post: async () => {}, wake: () => {} }
  return createContent({ database, mail, origin: 'http://127.0.0.1', pagePaths: [] })
}
