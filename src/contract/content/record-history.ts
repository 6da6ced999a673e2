import * as z from 'zod/mini'
import { buildMessageAndRecordSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { contentRecordSchema, recordParamsSchema } from './content-record-endpoints.ts'

const recordEvents = ['added', 'saved', 'restored', 'hidden', 'shown', 'deleted', 'undeleted'] as const
export type RecordHistoryEventKind = (typeof recordEvents)[number]

/** How many versions a reply holds. */
export const HISTORY_PAGE_SIZE = 20

const VERSION_MESSAGE = 'version must be the number of a version of this record.'

const version = z.object({
  version: z.number(),
  event: z.enum(recordEvents),
  /** Epoch ms. */
  at: z.number(),
  /** The email of the person, or the name of the process. */
  by: z.string(),
  /** The names of the fields that differ from the version before. */
  fields: z.array(z.string()),
  values: z.record(z.string(), z.string()),
})
export type RecordVersion = z.infer<typeof version>

export const listRecordVersionsEndpoint = defineEndpoint('GET /history/:kind/:id', 'admin', {
  summary: `List the versions of a record, deleted or not, newest first, ${HISTORY_PAGE_SIZE} at a time. before=5 continues below version 5`,
  params: recordParamsSchema,
  query: z.object({ before: z.optional(z.coerce.number({ error: 'before must be the number of a version.' }).check(z.int())) }),
  reply: z.array(version),
})

/** Undoes a save if it gets the version before that save. */
export const restoreRecordVersionEndpoint = defineEndpoint('POST /restore/:kind/:id', 'admin', {
  versioned: true,
  summary: 'Restore an old version of a record as a new one',
  params: recordParamsSchema,
  body: z.strictObject({ version: z.int(VERSION_MESSAGE).check(z.minimum(1, VERSION_MESSAGE)) }),
  reply: buildMessageAndRecordSchema(contentRecordSchema),
})
