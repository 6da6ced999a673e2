import { type RecordOf, type RecordPage, recordPages, type Section } from '../../../contract/section.ts'
import type { Values } from '../forms/outcome.ts'

export type ContentRecord = { id: string; isSample: boolean; values: Values }

/** The record without the names that are not fields (a second reading's among them). */
export function recordOf(section: Section, wire: RecordOf<Section>): ContentRecord {
  const values = Object.keys(section.fields).map((name) => [name, wire[name] ?? ''])
  return { id: wire._id, isSample: wire._sample === true, values: Object.fromEntries(values) }
}

/** What a form sent for the section's fields. Browsers send a text area's line breaks as CR LF; we keep LF. */
export function valuesIn(form: FormData, section: Section): Values {
  const sent = Object.keys(section.fields).flatMap((name) => {
    const value = form.get(name)
    return typeof value === 'string' ? [[name, value.replace(/\r\n?/g, '\n')]] : []
  })
  return Object.fromEntries(sent)
}

/** The page that edits this record: the first whose condition fits. */
export function editorOf(section: Section, { values }: ContentRecord): RecordPage | undefined {
  return recordPages(section).find(({ when }) => !when || values[when.field] === when.is)
}
