import * as z from 'zod/mini'
import { defineEndpoint } from '../grammar/endpoint.ts'
import { recordParams } from './content-records.ts'

/** In place of an id: what is typed into the form that adds a record. */
export const NEW_RECORD = 'new'

/** How long a draft is kept after it was typed, in days, and how many of them one person may have; the oldest give way. */
export const OWN_DRAFT_DAYS = 30
export const MOST_OWN_DRAFTS = 100

/** As of any text that is stored. */
const MOST_CHARACTERS = 10_000

const about = z.object({
  kind: z.string(),
  /** Of the record, or `new`. */
  id: z.string(),
  /** Epoch ms. */
  savedAt: z.number(),
})

/** What somebody has typed and not saved: unchecked, and theirs alone. */
const ownDraft = z.extend(about, {
  values: z.record(z.string(), z.string()),
  /** The version of the record that the form was opened with, where it said so. */
  version: z.nullable(z.number()),
  /** The same of what the draft of the site made of it. */
  draft: z.nullable(z.number()),
})

const VALUES = 'values must be an object that holds the text of each field by its name.'
const LONG = 'A text may have at most 10,000 characters.'
const VERSION = 'version must be the number of a version.'
const DRAFT = 'draft must be the number that the drafted record came with.'
const SEEN = 'seen must be the savedAt of the draft that was seen, or 0 where there was none.'

const tag = 'content'
const shared = { path: '/own-draft/:kind/:id', access: 'admin', tag, params: recordParams, status: 200 } as const

export const listOwnDrafts = defineEndpoint({
  method: 'GET',
  path: '/own-drafts',
  access: 'admin',
  summary: 'Where the caller has typed something and not saved it, newest first',
  tag,
  reply: z.array(about),
  status: 200,
})

export const readOwnDraft = defineEndpoint({
  ...shared,
  method: 'GET',
  summary: 'What the caller has typed into the form of a record and not saved',
  reply: ownDraft,
})

/** Half-typed values are as welcome as any. Whoever says which draft they have `seen` gets a 409 with the draft that is there instead. */
export const keepOwnDraft = defineEndpoint({
  ...shared,
  method: 'PUT',
  summary: 'Keep what the caller types into the form of a record, until it is saved there',
  body: z.strictObject({
    values: z.record(z.string().check(z.maxLength(128)), z.string(VALUES).check(z.maxLength(MOST_CHARACTERS, LONG)), VALUES),
    version: z.optional(z.int(VERSION).check(z.minimum(0, VERSION))),
    draft: z.optional(z.int(DRAFT).check(z.minimum(0, DRAFT))),
    seen: z.optional(z.int(SEEN)),
  }),
  reply: ownDraft,
})

export const endOwnDraft = defineEndpoint({
  ...shared,
  method: 'DELETE',
  summary: 'Forget what the caller has typed into the form of a record',
  reply: z.object({ message: z.string() }),
})
