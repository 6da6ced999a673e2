import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { recordMetadataShape } from '../core/record-schemas.ts'

/** Accepts any `:kind`, so that an unknown one answers 404. */
const kindParamsSchema = z.object({ kind: z.string().check(z.minLength(1), z.maxLength(128)) })
export const recordParamsSchema = z.extend(kindParamsSchema, idParamsSchema.shape)

/** A record of any kind: the server's fields, and the kind's own fields as text. */
export const contentRecordSchema = z.catchall(
  z.object(recordMetadataShape),
  z.string(),
) as unknown as z.ZodMiniType<RecordMetadata>

type RecordMetadata = z.infer<z.ZodMiniObject<typeof recordMetadataShape>>

/** In days. */
export const TRASH_RETENTION_DAYS = 30

/** The largest list that can be reordered, and the most trash entries shown. */
const MAX_LISTED_RECORDS = 1_000

/** Parses `?name=1` of a query, or a boolean from a page. */
export function booleanQuerySchema(name: string) {
  const flagSchema = z.union([z.boolean(), z.enum(['1', '0', 'true', 'false'])], { error: `${name} must be 1 or 0.` })
  return z.optional(
    z.pipe(
      flagSchema,
      z.transform((value) => value === true || value === '1' || value === 'true'),
    ),
  )
}

/** For writes that may stage a change. Only admins see it before the release. */
export const draftQuerySchema = z.object({ draft: booleanQuerySchema('draft') })

/** For writes that may require the password. These can't be staged. */
export const draftNotAllowedQuerySchema = z.object({
  draft: booleanQuerySchema('draft').check(
    z.refine((isDraft) => !isDraft, 'This content can’t be a draft. Save it without draft=1.'),
  ),
})

/** Lists records for editors and previews. Unlike the public list, it can include hidden and staged ones. */
export const listEditorRecordsEndpoint = defineEndpoint('GET /content/:kind', 'admin', {
  summary: 'List all records of a kind. hidden=1 includes hidden ones; draft=1 applies the staged changes',
  params: kindParamsSchema,
  query: z.object({ hidden: booleanQuerySchema('hidden'), draft: booleanQuerySchema('draft') }),
  reply: z.array(contentRecordSchema),
})

const KINDS_MESSAGE = 'kinds must name the kinds of content that are asked for, with a comma between them.'

/** Lists all records of a page in one call, for an editor's preview. */
export const listRecordsOfKindsEndpoint = defineEndpoint('GET /content', 'admin', {
  summary: 'List the records of several kinds, or of all, as visitors see them. draft=1 applies the staged changes',
  query: z.object({
    kinds: z.optional(z.string(KINDS_MESSAGE).check(z.minLength(1, KINDS_MESSAGE), z.maxLength(4_000, KINDS_MESSAGE))),
    draft: booleanQuerySchema('draft'),
  }),
  /** By kind. */
  reply: z.record(z.string(), z.array(contentRecordSchema)),
})

export const getEditorRecordEndpoint = defineEndpoint('GET /content/:kind/:id', 'admin', {
  summary: 'Get one record, hidden or not. draft=1 applies the staged changes',
  params: recordParamsSchema,
  query: draftQuerySchema,
  reply: contentRecordSchema,
})

export const deleteRecordEndpoint = defineEndpoint('DELETE /content/:kind/:id', 'admin', {
  summary: `Delete a record, which can be restored for ${TRASH_RETENTION_DAYS} days. draft=1 stages the deletion for the release`,
  params: recordParamsSchema,
  query: draftQuerySchema,
  reply: buildMessageAndRecordSchema(contentRecordSchema),
})

export const undeleteRecordEndpoint = defineEndpoint('POST /undelete/:kind/:id', 'admin', {
  summary: 'Restore a deleted record to its old position',
  params: recordParamsSchema,
  reply: buildMessageAndRecordSchema(contentRecordSchema),
})

/** Times are epoch ms. */
const trashedRecordSchema = z.object({
  deletedAt: z.number(),
  deletedBy: z.string(),
  /** The last time at which it can be restored. */
  endsAt: z.number(),
  record: contentRecordSchema,
})

export const listTrashEndpoint = defineEndpoint('GET /content-trash/:kind', 'admin', {
  summary: `List the deleted records of a kind, newest first, at most ${MAX_LISTED_RECORDS}`,
  params: kindParamsSchema,
  reply: z.array(trashedRecordSchema).check(z.maxLength(MAX_LISTED_RECORDS)),
})

const IDS_MESSAGE = 'ids must list the id of every record of this kind once, in the new order.'

export const reorderBodySchema = z.strictObject({
  ids: z
    .array(z.string(IDS_MESSAGE).check(z.maxLength(128, IDS_MESSAGE)), IDS_MESSAGE)
    .check(z.maxLength(MAX_LISTED_RECORDS, IDS_MESSAGE)),
})

export const reorderRecordsEndpoint = defineEndpoint('PUT /content-order/:kind', 'admin', {
  summary: 'Reorder the records of a kind, including hidden ones',
  params: kindParamsSchema,
  body: reorderBodySchema,
  reply: z.object({ message: z.string() }),
})

export const recordVisibilityBodySchema = z.strictObject({ hidden: z.boolean('hidden must be true or false.') })

export const setRecordVisibilityEndpoint = defineEndpoint('PUT /content-visibility/:kind/:id', 'admin', {
  summary: 'Hide a record from visitors, or show it again. draft=1 stages the change for the release',
  params: recordParamsSchema,
  query: draftQuerySchema,
  body: recordVisibilityBodySchema,
  reply: buildMessageAndRecordSchema(contentRecordSchema),
})

const KEPT_RECORDS_MESSAGE = 'records must list the kind and id of each record to keep.'
const keptRecordSchema = z.strictObject({
  kind: z.string(KEPT_RECORDS_MESSAGE).check(z.minLength(1), z.maxLength(128)),
  id: z.string(KEPT_RECORDS_MESSAGE).check(z.minLength(1), z.maxLength(128)),
})

/** Names of the demo content and bare addresses of social networks stay marked. */
export const keepSampleContentEndpoint = defineEndpoint('POST /keep-samples', 'admin', {
  summary: 'Keep sample content: remove the sample marks of these records',
  body: z.strictObject({
    records: z
      .array(keptRecordSchema, KEPT_RECORDS_MESSAGE)
      .check(z.minLength(1, KEPT_RECORDS_MESSAGE), z.maxLength(MAX_LISTED_RECORDS, KEPT_RECORDS_MESSAGE)),
  }),
  reply: z.object({
    message: z.string(),
    /** The records that changed. */
    kept: z.array(z.object({ kind: z.string(), id: z.string(), version: z.number() })),
  }),
})
