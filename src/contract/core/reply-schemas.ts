import * as z from 'zod/mini'

/** The body of every refusal (P-156): one sentence, one per field at fault, and the record that is in the way. */
export const errorReplySchema = z.object({
  error: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  record: z.optional(z.record(z.string(), z.unknown())),
})
export type ErrorReply = z.infer<typeof errorReplySchema>

/** The `:id` of a path. Length only: an unknown id is a 404, whatever it looks like. */
export const idParamsSchema = z.object({ id: z.string().check(z.minLength(1), z.maxLength(128)) })

/** Ids are UUIDs; imported records may keep the 24 hexadecimal digits that they came with. */
export function hasIdFormat(text: string): boolean {
  return /^([0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(text)
}

/** The reply after a write: the alert's text, shown as it is, and the record as stored. */
export function buildWriteReplySchema<Record extends z.ZodMiniType>(record: Record) {
  return z.object({ message: z.string(), record })
}
