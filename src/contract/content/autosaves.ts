import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { recordParamsSchema } from './content-records.ts'

/** In place of an id: what is typed into the form that adds a record. */
export const NEW_RECORD_ID = 'new'

/** How long a draft is kept after it was typed, in days, and how many of them one person may have; the oldest give way. */
export const AUTOSAVE_RETENTION_DAYS = 30
export const MAX_AUTOSAVES_PER_USER = 100

/** As of any text that is stored. */
const MAX_CHARACTERS = 10_000

const autosaveSummarySchema = z.object({
  kind: z.string(),
  /** Of the record, or `new`. */
  id: z.string(),
  /** Epoch ms. */
  savedAt: z.number(),
})

/** What somebody has typed and not saved: unchecked, and theirs alone. */
const autosaveSchema = z.extend(autosaveSummarySchema, {
  values: z.record(z.string(), z.string()),
  /** The version of the record that the form was opened with, where it said so. */
  version: z.nullable(z.number()),
  /** The same of what the draft of the site made of it. */
  draft: z.nullable(z.number()),
})

const VALUES_MESSAGE = 'values must be an object that holds the text of each field by its name.'
const TOO_LONG_MESSAGE = 'A text may have at most 10,000 characters.'
const VERSION_MESSAGE = 'version must be the number of a version.'
const DRAFT_MESSAGE = 'draft must be the number that the drafted record came with.'
const SEEN_MESSAGE = 'seen must be the savedAt of the draft that was seen, or 0 where there was none.'

const tag = 'content'
const shared = { path: '/own-draft/:kind/:id', access: 'admin', tag, params: recordParamsSchema, status: 200 } as const

export const listAutosaves = defineEndpoint({
  method: 'GET',
  path: '/own-drafts',
  access: 'admin',
  summary: 'Where the caller has typed something and not saved it, newest first',
  tag,
  reply: z.array(autosaveSummarySchema),
  status: 200,
})

export const getAutosave = defineEndpoint({
  ...shared,
  method: 'GET',
  summary: 'What the caller has typed into the form of a record and not saved',
  reply: autosaveSchema,
})

/** Half-typed values are as welcome as any. Whoever says which draft they have `seen` gets a 409 with the draft that is there instead. */
export const saveAutosave = defineEndpoint({
  ...shared,
  method: 'PUT',
  summary: 'Keep what the caller types into the form of a record, until it is saved there',
  body: z.strictObject({
    values: z.record(
      z.string().check(z.maxLength(128)),
      z.string(VALUES_MESSAGE).check(z.maxLength(MAX_CHARACTERS, TOO_LONG_MESSAGE)),
      VALUES_MESSAGE,
    ),
    version: z.optional(z.int(VERSION_MESSAGE).check(z.minimum(0, VERSION_MESSAGE))),
    draft: z.optional(z.int(DRAFT_MESSAGE).check(z.minimum(0, DRAFT_MESSAGE))),
    seen: z.optional(z.int(SEEN_MESSAGE)),
  }),
  reply: autosaveSchema,
})

export const deleteAutosave = defineEndpoint({
  ...shared,
  method: 'DELETE',
  summary: 'Forget what the caller has typed into the form of a record',
  reply: z.object({ message: z.string() }),
})
