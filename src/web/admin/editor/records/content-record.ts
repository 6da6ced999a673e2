import { generatePath } from 'react-router'
import { listRecords, oneRecord } from '../../../../contract/content/content-records.ts'
import { type ContentKind, editorOf, type RecordOf } from '../../../../contract/grammar/content-kind.ts'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import type { Visit } from '../../../../contract/grammar/rendering.ts'
import { readAll } from '../../../content.ts'
import type { Values } from '../../../forms/form-action.ts'

export type ContentRecord = {
  id: string
  version?: number
  /** How often the draft of the site saved something of it. */
  draft?: number
  isSample: boolean
  /** The fields that are; none where the record as a whole should be looked at. */
  sampleFields?: readonly string[]
  isHidden?: boolean
  /** Of its own public page. */
  path?: string
  values: Values
}

/** The record without the names that are not fields (a second reading's among them). */
export function recordOf(contentKind: ContentKind, wire: RecordOf<ContentKind>): ContentRecord {
  const values = Object.keys(contentKind.fields).map((name) => [name, wire[name] ?? ''])
  return {
    id: wire._id,
    ...(wire._version !== undefined && { version: wire._version }),
    ...(wire._draft !== undefined && { draft: wire._draft }),
    isSample: wire._sample === true,
    ...(wire._hidden && { isHidden: true }),
    ...(wire._path && { path: wire._path }),
    values: Object.fromEntries(values),
  }
}

/**
 * All records of a content kind as its editor shows them, to admins hidden ones too, or with the draft laid over them; some
 * editors may be looked at by anybody.
 */
export async function readRecords(
  { call, viewer }: Pick<Visit, 'call' | 'viewer'>,
  contentKind: ContentKind,
  withDraft = false,
): Promise<ContentRecord[]> {
  const { kind } = contentKind
  const all =
    viewer.kind === 'admin'
      ? await call(listRecords, { params: { kind }, query: { hidden: true, ...(withDraft && { draft: true }) } })
      : await readAll(call, contentKind)
  return all.map((one) => recordOf(contentKind, one as unknown as RecordOf<ContentKind>))
}

/** The record as it is, or with the draft laid over it. Throws a 404 where there is none. */
export async function readRecord(call: Call, contentKind: ContentKind, id: string, withDraft = false): Promise<ContentRecord> {
  const asked = { params: { kind: contentKind.kind, id }, ...(withDraft && { query: { draft: true } }) }
  const wire = await call(oneRecord, asked)
  const record = recordOf(contentKind, wire as RecordOf<ContentKind>)
  return wire._sampleFields ? { ...record, sampleFields: wire._sampleFields } : record
}

/** Where this record is edited; nowhere for a kind without such a page. */
export function editorAddress(contentKind: ContentKind, { id, values }: ContentRecord): string | undefined {
  const page = editorOf(contentKind, values)
  return page && generatePath(page.path, { id })
}

/** A title inside a sentence: "banner", "admin email", but "FAQ item". */
export function lower(title: string): string {
  return title.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
}

/** What a list calls a record: the first of the fields it shows. */
export function titleOf(contentKind: ContentKind, { values }: ContentRecord): string {
  const name = (contentKind.editor.shows ?? Object.keys(contentKind.fields))[0]
  return (name && values[name]?.trim()) || `${contentKind.title} without a name`
}

/** "4 items", or nothing to count for a content kind with one record. */
export function countOf(contentKind: ContentKind, count: number): string {
  if (contentKind.shape === 'single') return count === 0 ? '' : count === 1 ? '1 record' : `${count} records, the newest is live`
  return count === 1 ? '1 item' : `${count} items`
}
