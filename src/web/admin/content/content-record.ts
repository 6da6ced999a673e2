import { type RecordOf, type RecordPage, recordPages, type Section } from '../../../contract/section.ts'
import type { Values } from '../../forms/form-action.ts'

export type ContentRecord = { id: string; isSample: boolean; values: Values }

/** The record without the names that are not fields (a second reading's among them). */
export function recordOf(section: Section, wire: RecordOf<Section>): ContentRecord {
  const values = Object.keys(section.fields).map((name) => [name, wire[name] ?? ''])
  return { id: wire._id, isSample: wire._sample === true, values: Object.fromEntries(values) }
}

/** The page that edits this record: the first whose condition fits. */
export function editorOf(section: Section, { values }: ContentRecord): RecordPage | undefined {
  return recordPages(section).find(({ when }) => !when || values[when.field] === when.is)
}

/** A title inside a sentence: "banner", "admin email", but "FAQ item". */
export function lower(title: string): string {
  return title.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
}

/** What a list calls a record: the first of the fields it shows. */
export function titleOf(section: Section, { values }: ContentRecord): string {
  const name = (section.editor.shows ?? Object.keys(section.fields))[0]
  return (name && values[name]?.trim()) || `${section.title} without a name`
}

/** "4 items", or nothing to count for a section with one record. */
export function countOf(section: Section, count: number): string {
  if (section.shape === 'single') return count === 0 ? '' : count === 1 ? '1 record' : `${count} records, the newest is live`
  return count === 1 ? '1 item' : `${count} items`
}
