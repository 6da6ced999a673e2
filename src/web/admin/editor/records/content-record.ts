import { generatePath } from 'react-router'
import { getRecord, listRecords } from '../../../../contract/content/content-records.ts'
import { type ContentKind, type ContentRecord, findEditorPage } from '../../../../contract/core/content-kind.ts'
import type { ApiCall } from '../../../../contract/core/endpoint.ts'
import type { PageVisit } from '../../../../contract/core/page-rendering.ts'
import type { Values } from '../../../forms/form-action.ts'
import { loadRecords } from '../../../load-records.ts'

export type EditorRecord = {
  id: string
  version?: number
  /** How often the draft of the site saved something of it. */
  stagedVersion?: number
  isSample: boolean
  /** The fields that are; none where the record as a whole should be looked at. */
  sampleFields?: readonly string[]
  isHidden?: boolean
  /** Of its own public page. */
  path?: string
  values: Values
}

/** The record without the names that are not fields (a second reading's among them). */
export function parseContentRecord(contentKind: ContentKind, rawRecord: ContentRecord<ContentKind>): EditorRecord {
  const values = Object.keys(contentKind.fields).map((name) => [name, rawRecord[name] ?? ''])
  return {
    id: rawRecord._id,
    ...(rawRecord._version !== undefined && { version: rawRecord._version }),
    ...(rawRecord._draft !== undefined && { stagedVersion: rawRecord._draft }),
    isSample: rawRecord._sample === true,
    ...(rawRecord._hidden && { isHidden: true }),
    ...(rawRecord._path && { path: rawRecord._path }),
    values: Object.fromEntries(values),
  }
}

/**
 * All records of a content kind as its editor shows them, to admins hidden ones too, or with the draft laid over them; some
 * editors may be looked at by anybody.
 */
export async function readRecords(
  { call, viewer }: Pick<PageVisit, 'call' | 'viewer'>,
  contentKind: ContentKind,
  isDraftMode = false,
): Promise<EditorRecord[]> {
  const { kind } = contentKind
  const all =
    viewer.kind === 'admin'
      ? await call(listRecords, { params: { kind }, query: { hidden: true, ...(isDraftMode && { draft: true }) } })
      : await loadRecords(call, contentKind)
  return all.map((one) => parseContentRecord(contentKind, one as unknown as ContentRecord<ContentKind>))
}

/** The record as it is, or with the draft laid over it. Throws a 404 where there is none. */
export async function readRecord(
  call: ApiCall,
  contentKind: ContentKind,
  id: string,
  isDraftMode = false,
): Promise<EditorRecord> {
  const input = { params: { kind: contentKind.kind, id }, ...(isDraftMode && { query: { draft: true } }) }
  const rawRecord = await call(getRecord, input)
  const record = parseContentRecord(contentKind, rawRecord as ContentRecord<ContentKind>)
  return rawRecord._sampleFields ? { ...record, sampleFields: rawRecord._sampleFields } : record
}

/** Where this record is edited; nowhere for a kind without such a page. */
export function getEditorPath(contentKind: ContentKind, { id, values }: EditorRecord): string | undefined {
  const page = findEditorPage(contentKind, values)
  return page && generatePath(page.path, { id })
}

/** A title inside a sentence: "banner", "admin email", but "FAQ item". */
export function lowercaseTitle(title: string): string {
  return title.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
}

/** What a list calls a record: the first of the fields it shows. */
export function getRecordTitle(contentKind: ContentKind, { values }: EditorRecord): string {
  const name = (contentKind.editor.shows ?? Object.keys(contentKind.fields))[0]
  return (name && values[name]?.trim()) || `${contentKind.title} without a name`
}

/** "4 items", or nothing to count for a content kind with one record. */
export function formatRecordCount(contentKind: ContentKind, count: number): string {
  if (contentKind.shape === 'single') return count === 0 ? '' : count === 1 ? '1 record' : `${count} records, the newest is live`
  return count === 1 ? '1 item' : `${count} items`
}
