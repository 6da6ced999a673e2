import * as z from 'zod/mini'
import type { ContentKind, Fields } from './content-kind.ts'
import { buildFieldSchema } from './field.ts'

// A content kind's fields are known only where it is declared, so its schemas are typed by hand.
type BodySchema = z.ZodMiniType<Record<string, string>>

/** What the add call takes: every field, those the add form does without being filled in. */
export function buildAddSchema(contentKind: ContentKind): BodySchema {
  return buildBodySchema(contentKind, (field) => {
    const { notOnAdd, initial, optional } = field
    return notOnAdd || optional || initial !== undefined
      ? z._default(buildFieldSchema(field), initial ?? '')
      : buildFieldSchema(field)
  })
}

/** What the update call takes: every field again (P-9), but an optional one that is left out stays as it is. */
export function buildUpdateSchema(contentKind: ContentKind): BodySchema {
  return buildBodySchema(contentKind, (field) => (field.optional ? z.optional(buildFieldSchema(field)) : buildFieldSchema(field)))
}

/** What the server says of a record beside its fields. */
export const recordMetadataShape = {
  _id: z.string(),
  /** One more with each change. */
  _version: z.int(),
  _sample: z.optional(z.literal(true)),
  /** The fields that hold invented values; empty if the whole record is a sample. */
  _sampleFields: z.optional(z.array(z.string())),
  /** Visitors do not see it. */
  _hidden: z.optional(z.literal(true)),
  /** The draft says something else of it than what is live: how often that was saved. */
  _draft: z.optional(z.int()),
  /** The address of its own public page, where it has one. */
  _path: z.optional(z.string()),
}

/** A record in a reply, with the names of the second reading where there is one. */
export function buildRecordSchema(contentKind: ContentKind) {
  const names = [...Object.keys(contentKind.fields), ...Object.keys(contentKind.fieldAliases ?? {})]
  return z.object({
    ...recordMetadataShape,
    ...Object.fromEntries(names.map((name) => [name, z.string()])),
  })
}

/** The record with the names of the second reading added. */
export function addFieldAliases(contentKind: ContentKind, data: Record<string, string>): Record<string, string> {
  const aliases = Object.entries(contentKind.fieldAliases ?? {}).map(([name, field]) => [name, data[field] ?? ''])
  return { ...data, ...Object.fromEntries(aliases) }
}

function buildBodySchema(contentKind: ContentKind, check: (field: Fields[string]) => z.ZodMiniType): BodySchema {
  const shape: Record<string, z.ZodMiniType> = Object.fromEntries(
    Object.entries(contentKind.fields).map(([name, field]) => [name, check(field)]),
  )
  const { rule } = contentKind
  const body = (rule ? z.strictObject(shape).check(checkRule(rule)) : z.strictObject(shape)) as unknown as BodySchema
  return contentKind.fieldAliases ? acceptFieldAliases(contentKind.fieldAliases, shape, body) : body
}

/** Runs only where every field is right by itself. */
function checkRule(rule: NonNullable<ContentKind['rule']>) {
  return z.superRefine((values: Record<string, unknown>, context) => {
    for (const [name, message] of Object.entries(rule(values as Record<string, string>))) {
      context.issues.push({ code: 'custom', input: values, path: [name], message })
    }
  })
}

/**
 * A body may speak the second reading. One that does answers for that reading's fields only:
 * the others, which its form does not have, are left as they are.
 */
function acceptFieldAliases(
  variant: NonNullable<ContentKind['fieldAliases']>,
  shape: Record<string, z.ZodMiniType>,
  body: BodySchema,
): BodySchema {
  const aliasedFields = new Set(Object.values(variant))
  const partialBody = z.strictObject(
    Object.fromEntries(Object.entries(shape).map(([name, check]) => [name, aliasedFields.has(name) ? check : z.optional(check)])),
  ) as unknown as BodySchema
  const aliasSchema = z.transform((input: unknown, context) => {
    const { renamed, clashes, usesAliases } = replaceFieldAliases(variant, shape, input)
    for (const [name, field] of clashes) {
      context.issues.push({
        code: 'custom',
        input,
        path: [name],
        message: `${name} and ${field} are one value; send one of them.`,
      })
    }
    const result = (usesAliases ? partialBody : body).safeParse(renamed)
    if (!result.success) context.issues.push(...(result.error.issues as typeof context.issues))
    return result.data ?? z.NEVER
  })
  return aliasSchema as unknown as BodySchema
}

function replaceFieldAliases(
  variant: NonNullable<ContentKind['fieldAliases']>,
  shape: Record<string, z.ZodMiniType>,
  input: unknown,
) {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { renamed: input, clashes: [], usesAliases: false }
  const renamed: Record<string, unknown> = { ...input }
  const aliases = Object.entries(variant).filter(([name]) => name in renamed && !(name in shape))
  const clashes = aliases.filter(([name, field]) => field in renamed && renamed[field] !== renamed[name])
  for (const [name, field] of aliases) {
    renamed[field] ??= renamed[name]
    delete renamed[name]
  }
  return { renamed, clashes, usesAliases: aliases.length > 0 && Object.keys(shape).some((name) => !(name in renamed)) }
}
