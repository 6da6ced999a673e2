import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { recordParamsSchema } from './content-record-endpoints.ts'

/** Stands in place of an id for the form that adds a record. */
export const NEW_RECORD_ID = 'new'

/** How many days the site keeps an autosave, and how many one user may have. The oldest make room. */
export const AUTOSAVE_RETENTION_DAYS = 30
export const MAX_AUTOSAVES_PER_USER = 100

/** The limit of every stored text. */
const MAX_CHARACTERS = 10_000

const autosaveSummarySchema = z.object({
  kind: z.string(),
  /** The record's id, or `new`. */
  id: z.string(),
  /** Epoch ms. */
  savedAt: z.number(),
})

/** Text that a user typed and hasn't saved. It is unchecked, and only this user sees it. */
const autosaveSchema = z.extend(autosaveSummarySchema, {
  values: z.record(z.string(), z.string()),
  /** The version of the record when the form opened. Null if the form named none. */
  version: z.nullable(z.number()),
  /** The version of the record's staged change when the form opened. */
  draft: z.nullable(z.number()),
})

const VALUES_MESSAGE = 'values must be an object with the text of each field by name.'
const TOO_LONG_MESSAGE = 'A text may have at most 10,000 characters.'
const VERSION_MESSAGE = 'version must be the number of a version.'
const DRAFT_MESSAGE = 'draft must be the _draft of the record.'
const SEEN_MESSAGE = 'seen must be the savedAt of the last autosave that the client read, or 0 without one.'

export const listAutosavesEndpoint = defineEndpoint('GET /own-drafts', 'admin', {
  summary: "List the caller's autosaves, newest first",
  reply: z.array(autosaveSummarySchema),
})

export const getAutosaveEndpoint = defineEndpoint('GET /own-draft/:kind/:id', 'admin', {
  params: recordParamsSchema,
  summary: "Get the caller's autosave of a record",
  reply: autosaveSchema,
})

/** Accepts incomplete values. With `seen`, answers a 409 with the stored autosave if it is a different one. */
export const saveAutosaveEndpoint = defineEndpoint('PUT /own-draft/:kind/:id', 'admin', {
  params: recordParamsSchema,
  summary: "Save the caller's unsaved text of a record",
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

export const deleteAutosaveEndpoint = defineEndpoint('DELETE /own-draft/:kind/:id', 'admin', {
  params: recordParamsSchema,
  summary: "Delete the caller's autosave of a record",
  reply: z.object({ message: z.string() }),
})
