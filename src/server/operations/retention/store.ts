import { sql } from 'kysely'
import { NEVER } from '../../platform/queue/queue.ts'

export { removeOldest } from '../../platform/db/old-rows.ts'

/** Mail that was given up: never due again. In such words that the index of what failed leads to the oldest, and not that of what is due. */
export const givenUp = sql`last_error is not null and coalesce(sent_at, 0) = 0 and due_at + 0 = ${NEVER}`
