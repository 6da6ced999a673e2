import * as z from 'zod/mini'

/** The body of every error (P-156): one sentence, one per field at fault, and the conflicting record. */
export const errorReplySchema = z.object({
  error: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  record: z.optional(z.record(z.string(), z.unknown())),
})
export type ErrorReply = z.infer<typeof errorReplySchema>

/** The `:id` of a path. Checks only the length, because every unknown id answers 404. */
export const idParamsSchema = z.object({ id: z.string().check(z.minLength(1), z.maxLength(128)) })

/** The `:orderId` of a path, as above. */
export const orderIdParamsSchema = z.object({ orderId: idParamsSchema.shape.id })

/** True for a UUID, and for the 24 hexadecimal digits of an imported record. */
export function hasIdFormat(text: string): boolean {
  return /^([0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(text)
}

/** Builds the reply of a write: the exact alert text and the stored record. */
export function buildMessageAndRecordSchema<Record extends z.ZodMiniType>(record: Record) {
  return z.object({ message: z.string(), record })
}
