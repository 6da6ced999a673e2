import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { textSchema } from '../core/text-schemas.ts'

/** How many paths without a page the site remembers. */
export const MAX_MISSING_PATHS = 500

/** How many redirects one import may save, and how many characters its list may have. */
export const MAX_IMPORTED_REDIRECTS = 500
const MAX_IMPORT_CHARS = 50_000
/** How large the file of another program may be, in bytes. */
const MAX_LIST_BYTES = 1_000_000

/** The times are epoch ms. */
const hitsShape = { hits: z.number(), lastAt: z.number() }
const missingPathSchema = z.object({ path: z.string(), ...hitsShape })
export type MissingPath = z.output<typeof missingPathSchema>

export const getOldPathHitsEndpoint = defineEndpoint('GET /old-path-hits', 'admin', {
  summary: 'Get how often redirects were used, and which paths without a page were requested',
  reply: z.object({
    /** Most requested first. Paths that have a page or a redirect by now are left out. */
    missing: z.array(missingPathSchema),
    redirects: z.array(z.object({ id: z.string(), ...hitsShape })),
  }),
})

/** What a row of a list becomes: a redirect with a state, or nothing for the reason in the note. */
const listedRedirectSchema = z.object({
  /** Such as `Row 3` or `Line 3`. */
  place: z.string(),
  from: z.string(),
  to: z.string(),
  state: z.optional(z.enum(['Moved', 'Gone'])),
  note: z.optional(z.string()),
})
export type ListedRedirectPreview = z.output<typeof listedRedirectSchema>

const redirectImportPreviewSchema = z.object({
  /** The program that wrote the list, if the list shows it. */
  format: z.optional(z.string()),
  rows: z.array(listedRedirectSchema),
  /** Lines without a redirect, such as comments. */
  otherPlaces: z.array(z.string()),
  /** The redirects that can be saved, as a list for the import. */
  list: z.string(),
})
export type RedirectImportPreview = z.output<typeof redirectImportPreviewSchema>

export const previewRedirectImportEndpoint = defineEndpoint('POST /redirect-import-preview', 'admin', {
  summary: 'Show what each row of a list of redirects would become, and save nothing',
  upload: { maxBytes: MAX_LIST_BYTES, fields: z.strictObject({}) },
  reply: redirectImportPreviewSchema,
})

/** Saves the rows that can be redirects here, all of them or none. An existing redirect of the same old path is changed. */
export const importRedirectsEndpoint = defineEndpoint('POST /redirect-import', 'admin', {
  summary: 'Add redirects from a list: a table, JSON or server rules. Without a new address, the page is gone',
  body: z.strictObject({ list: textSchema('The list', { maxLength: MAX_IMPORT_CHARS }) }),
  reply: z.object({
    message: z.string(),
    added: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    /** The rows that were left out or that lost something, with the reason. */
    noted: z.array(listedRedirectSchema),
  }),
})
