import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'

/** The message after each staged write. */
export const STAGED_MESSAGE = 'Saved as a draft. Visitors see it after you publish.'

export const listStagedRecordIdsEndpoint = defineEndpoint('GET /drafted', 'admin', {
  summary: 'List the ids of records that have staged changes, oldest change first',
  reply: z.array(z.object({ kind: z.string(), record: z.string() })),
})
