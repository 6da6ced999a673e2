import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { textSchema } from '../core/text-schemas.ts'

/** How many paths without a page the site remembers. */
export const MAX_MISSING_PATHS = 500

/** How many redirects one import may have, and how many characters. */
export const MAX_IMPORTED_REDIRECTS = 500
const MAX_IMPORT_CHARS = 50_000

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

/** Saves all redirects of the list or none. An existing redirect of the same old path is changed. */
export const importRedirectsEndpoint = defineEndpoint('POST /redirect-import', 'admin', {
  summary: 'Add redirects from a list: one per line, the old address and the new one. Without a new one, the page is gone',
  body: z.strictObject({ list: textSchema('The list', { maxLength: MAX_IMPORT_CHARS }) }),
  reply: z.object({ message: z.string(), added: z.number(), changed: z.number(), unchanged: z.number() }),
})
