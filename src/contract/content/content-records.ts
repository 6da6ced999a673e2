import * as z from 'zod/mini'
import { recordMetadataShape } from '../core/content-kind-schema.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { buildWriteReplySchema, idParamsSchema } from '../core/reply-schemas.ts'

/** The `:kind` of a path. An unknown one is a 404, whatever it looks like. */
const kindParamsSchema = z.object({ kind: z.string().check(z.minLength(1), z.maxLength(128)) })
export const recordParamsSchema = z.extend(kindParamsSchema, idParamsSchema.shape)

/** A record of any kind: what the server says of it, and the kind's own fields as text, of which its type knows nothing. */
export const contentRecordSchema = z.catchall(
  z.object(recordMetadataShape),
  z.string(),
) as unknown as z.ZodMiniType<RecordMetadata>

type RecordMetadata = z.infer<z.ZodMiniObject<typeof recordMetadataShape>>

/** How long a deleted record can be put back, in days. */
export const TRASH_RETENTION_DAYS = 30

/** The most that a list may have to be put in order, and that is shown of a trash. */
const MAX_LISTED_RECORDS = 1_000

/** `?name=1` of a query, and what a page hands over instead. */
export function booleanQuerySchema(name: string) {
  const flagSchema = z.union([z.boolean(), z.enum(['1', '0', 'true', 'false'])], { error: `${name} must be 1 or 0.` })
  return z.optional(
    z.pipe(
      flagSchema,
      z.transform((value) => value === true || value === '1' || value === 'true'),
    ),
  )
}

/** A write that goes into the draft of the whole site: nobody but admins sees it until that is published. */
export const draftQuerySchema = z.object({ draft: booleanQuerySchema('draft') })

/** For writes that may ask for the password: publishing a draft doesn't ask for it. */
export const withoutDraftQuerySchema = z.object({
  draft: booleanQuerySchema('draft').check(
    z.refine((isDraft) => !isDraft, 'This kind of content is saved at once, never as a draft.'),
  ),
})

const tag = 'content'

/** For editors and previews: other than a kind's public list it can show what visitors do not see. */
export const listRecords = defineEndpoint({
  method: 'GET',
  path: '/content/:kind',
  access: 'admin',
  summary: 'All records of a kind; with hidden=1 hidden ones too, with draft=1 as they will be once the draft is published',
  tag,
  params: kindParamsSchema,
  query: z.object({ hidden: booleanQuerySchema('hidden'), draft: booleanQuerySchema('draft') }),
  reply: z.array(contentRecordSchema),
  status: 200,
})

const KINDS_MESSAGE = 'kinds must name the kinds of content that are asked for, with a comma between them.'

/** All that a page is made of in one call, for the preview of an editor. */
export const listRecordsOfKinds = defineEndpoint({
  method: 'GET',
  path: '/content',
  access: 'admin',
  summary: 'The records of several kinds, or of all, as visitors see them; with draft=1 as they will be once it is published',
  tag,
  query: z.object({
    kinds: z.optional(z.string(KINDS_MESSAGE).check(z.minLength(1, KINDS_MESSAGE), z.maxLength(4_000, KINDS_MESSAGE))),
    draft: booleanQuerySchema('draft'),
  }),
  /** By kind. */
  reply: z.record(z.string(), z.array(contentRecordSchema)),
  status: 200,
})

export const getRecord = defineEndpoint({
  method: 'GET',
  path: '/content/:kind/:id',
  access: 'admin',
  summary: 'One record, hidden or not; with draft=1 as it will be once the draft is published',
  tag,
  params: recordParamsSchema,
  query: draftQuerySchema,
  reply: contentRecordSchema,
  status: 200,
})

export const deleteRecord = defineEndpoint({
  method: 'DELETE',
  path: '/content/:kind/:id',
  access: 'admin',
  summary: `Delete a record; it can be put back for ${TRASH_RETENTION_DAYS} days. With draft=1 it is deleted when the draft is published`,
  tag,
  params: recordParamsSchema,
  query: draftQuerySchema,
  reply: buildWriteReplySchema(contentRecordSchema),
  status: 200,
})

export const undeleteRecord = defineEndpoint({
  method: 'POST',
  path: '/undelete/:kind/:id',
  access: 'admin',
  summary: 'Put a deleted record back at its place',
  tag,
  params: recordParamsSchema,
  reply: buildWriteReplySchema(contentRecordSchema),
  status: 200,
})

/** Times are epoch ms. */
const trashedRecordSchema = z.object({
  deletedAt: z.number(),
  deletedBy: z.string(),
  /** When it can no longer be put back. */
  endsAt: z.number(),
  record: contentRecordSchema,
})

export const listTrash = defineEndpoint({
  method: 'GET',
  path: '/content-trash/:kind',
  access: 'admin',
  summary: `The deleted records of a kind, newest first, at most ${MAX_LISTED_RECORDS}`,
  tag,
  params: kindParamsSchema,
  reply: z.array(trashedRecordSchema).check(z.maxLength(MAX_LISTED_RECORDS)),
  status: 200,
})

const IDS_MESSAGE = 'ids must be the ids of all records of this kind, each of them once, in the order that they are to have.'

export const reorderBodySchema = z.strictObject({
  ids: z
    .array(z.string(IDS_MESSAGE).check(z.maxLength(128, IDS_MESSAGE)), IDS_MESSAGE)
    .check(z.maxLength(MAX_LISTED_RECORDS, IDS_MESSAGE)),
})

export const reorderRecords = defineEndpoint({
  method: 'PUT',
  path: '/content-order/:kind',
  access: 'admin',
  summary: 'Put the records of a kind, hidden ones too, in another order',
  tag,
  params: kindParamsSchema,
  body: reorderBodySchema,
  reply: z.object({ message: z.string() }),
  status: 200,
})

export const visibilityBodySchema = z.strictObject({ hidden: z.boolean('hidden must be true or false.') })

export const setRecordVisibility = defineEndpoint({
  method: 'PUT',
  path: '/content-visibility/:kind/:id',
  access: 'admin',
  summary: 'Hide a record from visitors, or show it again; with draft=1 when the draft is published',
  tag,
  params: recordParamsSchema,
  query: draftQuerySchema,
  body: visibilityBodySchema,
  reply: buildWriteReplySchema(contentRecordSchema),
  status: 200,
})
