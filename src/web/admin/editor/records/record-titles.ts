import { generatePath } from 'react-router'
import { type ContentKind, findEditorPageForRecord } from '#contract/core/content-kind.ts'
import { getChoiceLabel } from '#contract/core/field.ts'
import type { EditorRecord } from './load-editor-records.ts'

/** Returns undefined for a kind without an editor page. */
export function getRecordEditorPath(contentKind: ContentKind, { id, values }: EditorRecord): string | undefined {
  const page = findEditorPageForRecord(contentKind, values)
  return page && generatePath(page.path, { id })
}

/** Returns the first of the fields that the kind's list shows. */
export function getRecordTitle(contentKind: ContentKind, { values }: EditorRecord): string {
  const name = (contentKind.editor.shows ?? Object.keys(contentKind.fields))[0]
  return (name && values[name]?.trim()) || `${contentKind.title} without a name`
}

export function getRecordListTitle({ title, editor }: ContentKind): string {
  return editor.labels?.list ?? `${title} list`
}

/** Returns the text of a field in a list. A choice gets its label, because "Yes" or "10" alone says nothing. */
export function getFieldTextForList({ fields }: ContentKind, { values, plainTexts }: EditorRecord, name: string): string {
  const value = plainTexts?.[name] ?? values[name]?.trim() ?? ''
  const field = fields[name]
  return field?.input === 'choice' && value ? `${field.label}: ${getChoiceLabel(field, value)}` : value
}

/** Returns "4 items", or an empty text for a single kind without a record. */
export function formatRecordCount(contentKind: ContentKind, count: number): string {
  if (contentKind.shape === 'single') return count > 1 ? `${count} items. The newest is live.` : ''
  return count === 1 ? '1 item' : `${count} items`
}
