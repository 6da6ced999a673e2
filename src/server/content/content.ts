import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import type { Handled } from '../http/http.ts'
import { contentHandlers } from './handlers.ts'
import { demoContent } from './seed/demo.ts'
import { createContentStore, insertRecord } from './store.ts'

/** The content of the site: its calls, and the demo content of a new database. */
export function createContent(database: Database) {
  const store = createContentStore(database)
  const handlers: Handled[] = contentHandlers(store)
  return {
    handlers,
    /** Puts the demo content into a database that holds nothing. */
    async seed(choice: Config['seed']): Promise<boolean> {
      if (choice === 'none') return false
      return store.seed(async (tx) => {
        for (const { section, records, sample } of demoContent) {
          for (const record of records) await insertRecord(tx, section, record, { author: 'Demo content', isSample: sample })
        }
      })
    },
  }
}
