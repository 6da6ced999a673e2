import * as z from 'zod/mini'
import { auditActions, auditSubjects } from '../core/audit-actions.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { searchQuerySchema, textSchema } from '../core/text-schemas.ts'

const SIZE_ERROR = 'size must be a whole number from 1 to 100.'

const entry = z.object({
  _id: z.string(),
  /** Epoch ms. */
  at: z.number(),
  /** An email, or what the program calls itself. */
  actor: z.string(),
  what: z.string(),
  about: z.nullable(z.enum(auditSubjects)),
  subject: z.string(),
  /** Of a record of the site. */
  kind: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof entry>

/**
 * Who did what, newest first, from one entry on towards the older ones: a page costs the same however many there are.
 * A search looks through so many entries at a time and answers those that it found; `older` is where it goes on.
 */
export const listAuditEntries = defineEndpoint({
  method: 'GET',
  path: '/audit-entries',
  access: 'admin',
  tag: 'audit',
  summary: 'Who did what, newest first',
  query: z.object({
    /** The email of one person. */
    actor: z._default(textSchema('actor', { optional: true, maxLength: 320 }), ''),
    action: z.optional(z.enum(Object.keys(auditActions), 'action must be one that is written down.')),
    /** Words that must all be in it. */
    search: z._default(searchQuerySchema(), ''),
    /** The `older` of the page before. */
    before: z.optional(z.string().check(z.regex(/^\d{1,16}\.[0-9a-f-]{36}$/, 'before must be the older of another page.'))),
    size: z._default(
      z.coerce.number({ error: SIZE_ERROR }).check(z.int(SIZE_ERROR), z.minimum(1, SIZE_ERROR), z.maximum(100, SIZE_ERROR)),
      20,
    ),
  }),
  reply: z.object({ entries: z.array(entry), older: z.nullable(z.string()) }),
  status: 200,
})
