import type { ContentKind, RecordEditorPage } from '#contract/core/content-kind.ts'
import { buildFieldSchema, getInitialValue } from '#contract/core/field.ts'
import { buildAddRecordSchema, buildUpdateRecordSchema } from '#contract/core/record-schemas.ts'
import type { EditorFormDefinition, FieldWithName } from '../form/editor-form-definition.ts'
import type { EditorRecord } from '../records/load-editor-records.ts'

/** Defines the form that adds a record, without the fields that the add call doesn't require (P-10). */
export function buildAddRecordFormDefinition(
  contentKind: ContentKind,
  others: readonly EditorRecord[] = [],
): EditorFormDefinition {
  const fields = listNamedFields(contentKind, others).filter(({ field }) => !field.notOnAdd)
  return {
    visibleFields: fields,
    fieldsShownAsLists: contentKind.fieldsShownAsLists,
    savedValues: Object.fromEntries(fields.map(({ name, field }) => [name, getInitialValue(field)])),
    schema: buildAddRecordSchema(contentKind),
  }
}

/** Defines the form of a record on one of its editor pages. */
export function buildUpdateRecordFormDefinition(
  contentKind: ContentKind,
  page: RecordEditorPage,
  record: EditorRecord,
  others: readonly EditorRecord[] = [],
): EditorFormDefinition {
  const { values, version, draft } = record
  // A hidden field with an invalid value is shown, so that the admin can correct it.
  const isHiddenField = ({ name, field }: FieldWithName) =>
    (field.hidden !== undefined || page.hiddenFields?.includes(name) === true) &&
    buildFieldSchema(field).safeParse(values[name]).success
  const fields = listNamedFields(contentKind, others)
  return {
    visibleFields: fields.filter((namedField) => !isHiddenField(namedField)),
    fieldsShownAsLists: contentKind.fieldsShownAsLists,
    savedValues: values,
    schema: buildUpdateRecordSchema(contentKind),
    versions: { ...(version !== undefined && { version }), ...(draft !== undefined && { draft }) },
  }
}

/** Returns the kind's fields. The unique field has only the choices that no other record uses. */
function listNamedFields({ fields, unique }: ContentKind, others: readonly EditorRecord[]): FieldWithName[] {
  const isFree = (choice: string) => !others.some(({ values }) => unique && values[unique] === choice)
  return Object.entries(fields).map(([name, field]) => ({
    name,
    field: name === unique && field.choices ? { ...field, choices: field.choices.filter(isFree) } : field,
  }))
}
