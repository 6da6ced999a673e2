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
