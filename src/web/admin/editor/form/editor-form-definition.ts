import type { FieldsShownAsListDeclaration } from '#contract/core/content-kind.ts'
import type { FieldDeclaration } from '#contract/core/field.ts'
import type { buildAddRecordSchema } from '#contract/core/record-schemas.ts'
import type { Values } from '#web/forms/form-action.ts'
import type { RecordVersions } from '../../autosave/autosave.ts'
import type { CheckFormValuesFunction } from '../../forms/form-values-store.ts'

export type FieldWithName = { name: string; field: FieldDeclaration }

export type EditorFormDefinition = {
  visibleFields: readonly FieldWithName[]
  fieldsShownAsLists?: readonly FieldsShownAsListDeclaration[] | undefined
  /** The saved values of all fields, also of those that the form doesn't show. */
  savedValues: Values
  schema: ReturnType<typeof buildAddRecordSchema>
  /** The versions that the admin last read. The server refuses a save from an older one (P-22). */
  versions?: RecordVersions
  /** The fields that hold sample text, which the owner should replace. */
  sampleFieldNames?: readonly string[]
}

export function createValidator(schema: EditorFormDefinition['schema']): CheckFormValuesFunction {
  return (values) => {
    const result = schema.safeParse(values)
    if (result.success) return { body: result.data as Values }
    const fieldErrors: Values = {}
    for (const { path, message } of result.error.issues) fieldErrors[String(path[0])] ??= message
    return { fieldErrors }
  }
}
