import * as z from 'zod/mini'
import { auditActions } from '../audit-actions.ts'
import { auditSubjectKinds } from '../core/define-audit-action.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { searchQuerySchema, textSchema } from '../core/text-schemas.ts'

const SIZE_ERROR = 'size must be a whole number from 1 to 100.'

const entry = z.object({
  _id: z.string(),
  /** Epoch ms. */
  at: z.number(),
  /** An email, or the name of a part of the program. */
  actor: z.string(),
  what: z.string(),
  about: z.nullable(z.enum(auditSubjectKinds)),
  subject: z.string(),
  /** The kind of the changed record, if the entry is about content. */
  kind: z.nullable(z.string()),
})
export type AuditLogEntry = z.infer<typeof entry>

/**
 * Lists who did what, newest first. A page reads from a cursor, so every page costs the same. A search reads a limited
 * number of entries; `older` is the cursor for the next ones.
 */
export const listAuditEntriesEndpoint = defineEndpoint('GET /audit-entries', 'admin', {
  summary: 'List who did what, newest first',
  query: z.object({
    /** The email of one person. */
    actor: z._default(textSchema('actor', { optional: true, maxLength: 320, isIdentifier: true }), ''),
    action: z.optional(z.enum(Object.keys(auditActions), 'action must be one that is written down.')),
    /** Words that the entry must all contain. */
    search: z._default(searchQuerySchema(), ''),
    /** The `older` of the previous page. */
    before: z.optional(z.string().check(z.regex(/^\d{1,16}\.[0-9a-f-]{36}$/, 'before must be the older of another page.'))),
    size: z._default(
      z.coerce.number({ error: SIZE_ERROR }).check(z.int(SIZE_ERROR), z.minimum(1, SIZE_ERROR), z.maximum(100, SIZE_ERROR)),
      20,
    ),
  }),
  reply: z.object({ entries: z.array(entry), older: z.nullable(z.string()) }),
})
