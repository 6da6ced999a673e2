import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { booleanQuerySchema } from './content-record-endpoints.ts'

/** The largest upload, in bytes. */
const MAX_FILE_BYTES = 256 * 1024 * 1024

const countsShape = { added: z.int(), changed: z.int(), removed: z.int() }

const importSummarySchema = z.object({
  ...countsShape,
  /** Only kinds that change. `isMoved` means that their order changes. */
  kinds: z.array(z.object({ kind: z.string(), title: z.string(), ...countsShape, isMoved: z.boolean() })),
  /** The media library. An import removes no images. */
  pictures: z.object({ added: z.int(), changed: z.int() }),
})
export type ImportSummary = z.output<typeof importSummarySchema>

/** Returns one file. docs/decisions/0050 describes the format. */
export const exportContentEndpoint = defineEndpoint('GET /content-export', 'admin', {
  limit: 'transfer',
  summary: 'Download all content with its images as one file',
  file: { type: 'application/x-tar', name: 'rankstead-content.tar' },
  reply: z.string(),
})

const PLAN_MESSAGE = 'plan must be what a check of the same file answered.'

/** Replaces all content with that of the file. If it fails, it changes nothing. */
export const importContentEndpoint = defineEndpoint('POST /content-import', 'admin', {
  limit: 'transfer',
  summary: 'Check a content file, or replace this site’s content with it',
  upload: {
    maxBytes: MAX_FILE_BYTES,
    onDisk: true,
    fields: z.strictObject({
      /** Only returns the summary. Changes nothing. */
      check: booleanQuerySchema('check'),
      /** The plan from an earlier check. The call answers 409 if the import would now differ from it. */
      plan: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, PLAN_MESSAGE))),
    }),
  },
  reply: z.object({ message: z.string(), isDone: z.boolean(), summary: importSummarySchema, plan: z.string() }),
})
