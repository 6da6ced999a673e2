import * as z from 'zod/mini'
import type { ContentFields, ContentKind } from './content-kind.ts'
import { buildFieldSchema, type FieldDeclaration } from './field.ts'
import { getMarkdownFieldName, listFormattedFieldNames } from './markdown-field-names.ts'

// The type system doesn't know the fields of a kind here, so the schemas are cast.
type BodySchema = z.ZodMiniType<Record<string, string>>

/** Builds the schema of the add call. Fields that the add form doesn't require have a default. */
export function buildAddRecordSchema(contentKind: ContentKind): BodySchema {
  return buildBodySchema(contentKind, (field) => {
    const { notOnAdd, initial, optional } = field
    return notOnAdd || optional || initial !== undefined
      ? z._default(buildFieldSchema(field), initial ?? '')
      : buildFieldSchema(field)
  })
}

/**
 * Builds the schema of the update call. It requires every field again (P-9), but an optional field that is left out stays
 * unchanged.
 */
export function buildUpdateRecordSchema(contentKind: ContentKind): BodySchema {
  return buildBodySchema(contentKind, (field) => (field.optional ? z.optional(buildFieldSchema(field)) : buildFieldSchema(field)))
}

/**
 * Builds the body schema of a call from `buildSchema`, the schema of the stored values. A formatted text may come as plain
 * text, or as Markdown under its second name (P-244).
 */
export function buildRecordBodySchema(
  contentKind: ContentKind,
  buildSchema: (contentKind: ContentKind) => BodySchema,
): BodySchema {
  const names = listFormattedFieldNames(contentKind)
  if (names.length === 0) return buildSchema(contentKind)
  const fields = Object.entries(contentKind.fields).flatMap(([name, field]): [string, FieldDeclaration][] =>
    names.includes(name)
      ? [
          [name, { ...field, input: 'longText' }],
          [getMarkdownFieldName(name), { ...field, optional: true, initial: '' }],
        ]
      : [[name, field]],
  )
  const schema = buildSchema({ ...contentKind, fields: Object.fromEntries(fields) })
  return z.pipe(
    z.transform((input: unknown) => copySources(names, input)),
    schema,
  ) as unknown as BodySchema
}

/** Copies Markdown to the name of its field, so that the field isn't missing. */
function copySources(names: readonly string[], input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const body: Record<string, unknown> = { ...input }
  for (const name of names)
    if (typeof body[getMarkdownFieldName(name)] === 'string') body[name] ??= body[getMarkdownFieldName(name)]
  return body
}

/** What the server adds to a record (P-17). */
export const recordMetadataShape = {
  _id: z.string(),
  /** Grows with each change. */
  _version: z.int(),
  _sample: z.optional(z.literal(true)),
  /** The fields with invented values. Empty if the whole record is a sample. */
  _sampleFields: z.optional(z.array(z.string())),
  /** Visitors don't see the record. */
  _hidden: z.optional(z.literal(true)),
  /** The record has a staged change. Counts the saves of that change. */
  _draft: z.optional(z.int()),
  /** The path of the record's own public page. */
  _path: z.optional(z.string()),
}

/** Builds the schema of a record in a reply, including the field names of the second variant (P-23). */
export function buildRecordReplySchema(contentKind: ContentKind) {
  const names = [...Object.keys(contentKind.fields), ...Object.keys(contentKind.fieldAliases ?? {})]
  const sourceNames = listFormattedFieldNames(contentKind).map(getMarkdownFieldName)
  return z.object({
    ...recordMetadataShape,
    ...Object.fromEntries(names.map((name) => [name, z.string()])),
    ...Object.fromEntries(sourceNames.map((name) => [name, z.optional(z.string())])),
  })
}

export function copyValuesToAliases(contentKind: ContentKind, data: Record<string, string>): Record<string, string> {
  const aliases = Object.entries(contentKind.fieldAliases ?? {}).map(([name, field]) => [name, data[field] ?? ''])
  return { ...data, ...Object.fromEntries(aliases) }
}

function buildBodySchema(contentKind: ContentKind, check: (field: ContentFields[string]) => z.ZodMiniType): BodySchema {
  const shape: Record<string, z.ZodMiniType> = Object.fromEntries(
    Object.entries(contentKind.fields).map(([name, field]) => [name, check(field)]),
  )
  const { rule } = contentKind
  const body = (rule ? z.strictObject(shape).check(checkRule(rule)) : z.strictObject(shape)) as unknown as BodySchema
  return contentKind.fieldAliases ? acceptFieldAliases(contentKind.fieldAliases, shape, body) : body
}

/** The rule runs only if every field is valid. */
function checkRule(rule: NonNullable<ContentKind['rule']>) {
  return z.superRefine((values: Record<string, unknown>, context) => {
    for (const [name, message] of Object.entries(rule(values as Record<string, string>))) {
      context.issues.push({ code: 'custom', input: values, path: [name], message })
    }
  })
}

/**
 * Accepts the field names of the second variant (P-23). A body that uses them changes only that variant's fields, because
 * its form has no others.
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
        message: `${name} and ${field} are two names of one value. Send only one.`,
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
