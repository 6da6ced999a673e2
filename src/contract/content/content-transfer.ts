import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { booleanQuerySchema } from './content-records.ts'

const tag = 'transfer'

/** How large a file may come, in bytes. */
const MAX_FILE_BYTES = 256 * 1024 * 1024

const countsShape = { added: z.int(), changed: z.int(), removed: z.int() }

const importSummarySchema = z.object({
  ...countsShape,
  /** Only those of which something becomes different; `isMoved` where the order does. */
  kinds: z.array(z.object({ kind: z.string(), title: z.string(), ...countsShape, isMoved: z.boolean() })),
  /** Of the library; an import takes none away. */
  pictures: z.object({ added: z.int(), changed: z.int() }),
})
export type ImportSummary = z.output<typeof importSummarySchema>

/** One file, described in docs/decisions/0050. */
export const exportContent = defineEndpoint({
  method: 'GET',
  path: '/content-export',
  access: 'admin',
  limit: 'transfer',
  tag,
  summary: 'All content with its pictures, as one file',
  file: { type: 'application/x-tar', name: 'rankstead-content.tar' },
  reply: z.string(),
  status: 200,
})

const PLAN_MESSAGE = 'plan must be what a check of the same file answered.'

/** Makes the content what the file says: all of it or, where a sentence says why not, nothing. */
export const importContent = defineEndpoint({
  method: 'POST',
  path: '/content-import',
  access: 'admin',
  limit: 'transfer',
  tag,
  summary: 'Check a file of content, or make it the content of this site',
  upload: {
    maxBytes: MAX_FILE_BYTES,
    onDisk: true,
    fields: z.strictObject({
      /** Only says what would become of it. */
      check: booleanQuerySchema('check'),
      /** What a check answered: refused (409) where something else would become of it by now. */
      plan: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, PLAN_MESSAGE))),
    }),
  },
  reply: z.object({ message: z.string(), isDone: z.boolean(), summary: importSummarySchema, plan: z.string() }),
  status: 200,
})
