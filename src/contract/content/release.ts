import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'

/** How many changes a release may have. */
export const MAX_STAGED_CHANGES = 500

/** How far ahead a release may be scheduled, in days. */
export const MAX_RELEASE_SCHEDULE_DAYS = 366

const fieldChangeSchema = z.object({
  name: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
  /** The live value, if it changed since the change was staged. */
  live: z.optional(z.string()),
})

const stagedChangeSchema = z.object({
  _id: z.string(),
  kind: z.string(),
  title: z.string(),
  /** The id of the record. A new record gets it at the release. */
  record: z.string(),
  action: z.enum(['add', 'change', 'delete']),
  /** Whether the release hides or shows the record. Omitted if that doesn't change. */
  hidden: z.optional(z.boolean()),
  by: z.string(),
  /** Epoch ms. */
  at: z.number(),
  fields: z.array(fieldChangeSchema),
  /** Why the release can't apply this change: its live record changed. Saving the change again resolves the conflict. */
  conflict: z.nullable(z.string()),
})
export type StagedChange = z.infer<typeof stagedChangeSchema>

const releaseSchema = z.object({
  changes: z.array(stagedChangeSchema),
  /** The time of the release in epoch ms, and the admin who scheduled it. */
  scheduledAt: z.nullable(z.number()),
  scheduledBy: z.nullable(z.string()),
  /** Why the last scheduled release failed. A release or a new schedule clears it. */
  failure: z.nullable(z.string()),
})
export type Release = z.infer<typeof releaseSchema>

const releaseReplySchema = z.object({ message: z.string(), changes: z.number() })

const AT_MESSAGE = 'at must be a future time, such as "2026-12-24T18:00:00Z" or the same in epoch milliseconds, or null.'
/** Current times in epoch ms have thirteen digits. */
const MIN_EPOCH_MS = 1_000_000_000_000

export const getPendingReleaseEndpoint = defineEndpoint('GET /draft', 'admin', {
  summary: 'Get the staged changes, oldest first, and the time of the release',
  reply: releaseSchema,
})

/** A change that a release made. `isHidden` is null if the visibility stayed. */
const publishedChangeSchema = z.strictObject({
  kind: z.string().check(z.maxLength(128)),
  id: z.string().check(z.maxLength(128)),
  action: z.enum(['add', 'change', 'delete']),
  /** The version that the release made, and the one before. */
  version: z.int(),
  previousVersion: z.int(),
  isHidden: z.nullable(z.boolean()),
})
export type PublishedChange = z.infer<typeof publishedChangeSchema>

export const publishReleaseEndpoint = defineEndpoint('POST /draft/publish', 'admin', {
  summary: 'Publish all staged changes or none. A 409 has a sentence for each change with a conflict, by its id',
  reply: z.extend(releaseReplySchema, { published: z.array(publishedChangeSchema) }),
})

export const undoPublishEndpoint = defineEndpoint('POST /draft/undo-publish', 'admin', {
  summary: 'Undo a release as one step: its changes are drafts again. A 409 if one of them was changed since',
  body: z.strictObject({ published: z.array(publishedChangeSchema).check(z.minLength(1), z.maxLength(MAX_STAGED_CHANGES)) }),
  reply: releaseReplySchema,
})

const IDS_MESSAGE = 'ids must be the ids of changes.'
const changeIds = z.array(z.string(IDS_MESSAGE), IDS_MESSAGE).check(z.maxLength(MAX_STAGED_CHANGES))

export const discardStagedChangesEndpoint = defineEndpoint('POST /draft/discard', 'admin', {
  summary: 'Discard the staged changes with these ids, or all of them',
  body: z.strictObject({ ids: z.optional(changeIds) }),
  reply: z.extend(releaseReplySchema, { discarded: z.array(z.string()) }),
})

export const restoreDiscardedChangesEndpoint = defineEndpoint('POST /draft/undo-discard', 'admin', {
  summary: 'Make discarded changes drafts again, within 30 days. A 409 if one of their records has a newer draft',
  body: z.strictObject({ ids: changeIds.check(z.minLength(1)) }),
  reply: releaseReplySchema,
})

export const scheduleReleaseEndpoint = defineEndpoint('POST /draft/schedule', 'admin', {
  summary: 'Schedule the release. null cancels the schedule',
  body: z.strictObject({
    at: z.nullable(
      z.union(
        [
          z.pipe(
            z.iso.datetime({ offset: true }),
            z.transform((text) => Date.parse(text)),
          ),
          z.int().check(z.minimum(MIN_EPOCH_MS)),
        ],
        { error: AT_MESSAGE },
      ),
    ),
  }),
  reply: z.object({ message: z.string(), scheduledAt: z.nullable(z.number()) }),
})
