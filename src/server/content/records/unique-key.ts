import type { ContentKind } from '#contract/core/content-kind.ts'
import { UserError } from '#contract/core/user-error.ts'

type Values = Readonly<Record<string, string>>

/** Returns the value of the column `unique_key`: the kind itself for a single kind, or the kind with its unique value. */
export function getRecordUniqueKey({ kind, shape, unique }: ContentKind, values: Values): string | null {
  if (shape === 'single') return kind
  return unique ? `${kind} ${values[unique] ?? ''}` : null
}

/** Throws a 409 if another record has the same unique value. */
export function assertUniqueKeyUnused(contentKind: ContentKind, values: Values, others: readonly { values: Values }[]): void {
  const uniqueKey = getRecordUniqueKey(contentKind, values)
  if (uniqueKey !== null && others.some((one) => getRecordUniqueKey(contentKind, one.values) === uniqueKey))
    throw createDuplicateError(contentKind)
}

export function createDuplicateError({ title, api, unique, fields }: ContentKind): UserError {
  if (unique) {
    return new UserError(409, `There’s already a record with this ${fields[unique]?.label.toLowerCase()}. Edit that one.`, unique)
  }
  return new UserError(409, `${title} already exists, and there can be only one. Update that record (GET /api${api.list}).`)
}
