import type { Database } from '../db/db.ts'
import type { Auth } from './auth.ts'
import type { Sessions } from './sessions.ts'
import type { AccountStore } from './store.ts'

/** What the handlers of accounts work with. */
export type Parts = { database: Database; auth: Auth; store: AccountStore; sessions: Sessions }
