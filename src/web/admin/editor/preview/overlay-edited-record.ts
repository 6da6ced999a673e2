import type { ContentKind } from '#contract/core/content-kind.ts'
import { type FieldDeclaration, getInitialValue } from '#contract/core/field.ts'
import { serializePlainTextAndMarkdown } from '#contract/core/formatted-text.ts'
import { getMarkdownFieldName, listFormattedFieldNames } from '#contract/core/markdown-field-names.ts'
import type { Values } from '#web/forms/form-action.ts'

/** A record with its typed values. A new record has no `id`. Pages show neither a new nor a hidden record yet. */
export type EditedRecord = { contentKind: ContentKind; id?: string; isHidden?: boolean; values: Values }

export type ListedRecord = { _id: string; [name: string]: unknown }

/** The id of a new record in the preview. */
export const PREVIEW_RECORD_ID = 'new'

/** Replaces the edited record in the list, or appends it. Puts the record of a single kind first, so that pages show it. */
export function overlayEditedRecord(
  records: readonly ListedRecord[],
  { contentKind, id = PREVIEW_RECORD_ID, values }: EditedRecord,
): ListedRecord[] {
  const hasSameId = (record: ListedRecord) => record._id === id
  const storedRecord = omitSources(contentKind, records.find(hasSameId))
  const texts = serializePlainTextAndMarkdown(contentKind, {
    ...values,
    ...fillEmptyFieldsForPreview(contentKind, values, records),
  })
  const overlay = { ...storedRecord, ...texts, _id: id }
  if (contentKind.shape === 'single') return [overlay, ...records.filter((record) => !hasSameId(record))]
  return records.some(hasSameId) ? records.map((record) => (hasSameId(record) ? overlay : record)) : [...records, overlay]
}

/** Drops the stored Markdown, because the typed text may have none. */
function omitSources(contentKind: ContentKind, record: ListedRecord | undefined): Partial<ListedRecord> {
  const names = listFormattedFieldNames(contentKind).map(getMarkdownFieldName)
  return Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => !names.includes(name)))
}

/** Fills empty fields with their initial value or label, so that a new record is visible. An emptied optional field stays so. */
export function fillEmptyFieldsForPreview(
  { fields, unique }: ContentKind,
  values: Values,
  others: readonly ListedRecord[] = [],
): Values {
  const isFree = (name: string, choice: string) => name !== unique || !others.some((record) => record[name] === choice)
  const getPlaceholder = (name: string, field: FieldDeclaration): string => {
    if (field.optional) return values[name] ?? getInitialValue(field)
    if (getInitialValue(field) !== '') return getInitialValue(field)
    if (field.input === 'choice') return field.choices?.find((choice) => isFree(name, choice)) ?? ''
    if (field.input === 'price') return '0'
    return ['text', 'longText', 'formattedText'].includes(field.input) ? field.label : ''
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, values[name]?.trim() ? values[name] : getPlaceholder(name, field)]),
  )
}
