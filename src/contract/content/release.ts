import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'

/** What is said of each write that goes into the draft. */
export const STAGED_MESSAGE = 'Saved as a draft: visitors see it once that is published.'

/** How many records the draft may change. */
export const MAX_STAGED_CHANGES = 500

/** How far ahead a publication may be scheduled, in days. */
export const MAX_SCHEDULE_DAYS = 366

const fieldChangeSchema = z.object({
  name: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
  /** What is live by now, where that is no longer what it was before. */
  live: z.optional(z.string()),
})

const stagedChangeSchema = z.object({
  _id: z.string(),
  kind: z.string(),
  /** What the kind is called. */
  title: z.string(),
  /** The id of the record; a new one will have it. */
  record: z.string(),
  action: z.enum(['add', 'change', 'delete']),
  /** Whether it will be hidden or shown then; left out where that stays as it is. */
  hidden: z.optional(z.boolean()),
  by: z.string(),
  /** Epoch ms. */
  at: z.number(),
  fields: z.array(fieldChangeSchema),
  /** Why it cannot be published as it is: its record was changed live meanwhile. Saved as a draft again, it can. */
  conflict: z.nullable(z.string()),
})
export type StagedChange = z.infer<typeof stagedChangeSchema>

const releaseSchema = z.object({
  changes: z.array(stagedChangeSchema),
  /** When it will be published, in epoch ms, and who said so. */
  scheduledAt: z.nullable(z.number()),
  scheduledBy: z.nullable(z.string()),
  /** Why the last publication at a time did not come about, until one does or another is scheduled. */
  failure: z.nullable(z.string()),
})
export type Release = z.infer<typeof releaseSchema>

const releaseReplySchema = z.object({ message: z.string(), changes: z.number() })

const AT_MESSAGE = 'at must be an instant to come, such as "2026-12-24T18:00:00Z" or the same in epoch milliseconds, or null.'
/** Epoch ms of our days have thirteen digits. */
const MIN_EPOCH_MS = 1_000_000_000_000

const tag = 'draft'

export const getRelease = defineEndpoint({
  method: 'GET',
  path: '/draft',
  access: 'admin',
  summary: 'All changes of the draft, oldest first, and when it will be published',
  tag,
  reply: releaseSchema,
  status: 200,
})

export const listStagedRecords = defineEndpoint({
  method: 'GET',
  path: '/drafted',
  access: 'admin',
  summary: 'Which records the draft adds, changes or deletes, oldest change first',
  tag,
  reply: z.array(z.object({ kind: z.string(), record: z.string() })),
  status: 200,
})

export const publishRelease = defineEndpoint({
  method: 'POST',
  path: '/draft/publish',
  access: 'admin',
  summary: 'Publish all changes of the draft, or none: a 409 has a sentence for each change that is in the way, by its id',
  tag,
  reply: releaseReplySchema,
  status: 200,
})

export const discardStagedChanges = defineEndpoint({
  method: 'POST',
  path: '/draft/discard',
  access: 'admin',
  summary: 'Discard the changes with these ids, or all of them',
  tag,
  body: z.strictObject({
    ids: z.optional(
      z
        .array(z.string('ids must be the ids of changes.'), 'ids must be the ids of changes.')
        .check(z.maxLength(MAX_STAGED_CHANGES)),
    ),
  }),
  reply: releaseReplySchema,
  status: 200,
})

export const scheduleRelease = defineEndpoint({
  method: 'POST',
  path: '/draft/schedule',
  access: 'admin',
  summary: 'Publish the draft at a time; null takes that back',
  tag,
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
  status: 200,
})
