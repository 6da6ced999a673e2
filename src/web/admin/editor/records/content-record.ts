import { generatePath } from 'react-router'
import { listRecords, oneRecord } from '../../../../contract/content/content-records.ts'
import { endpointsOf } from '../../../../contract/content/section-endpoints.ts'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import type { Visit } from '../../../../contract/grammar/rendering.ts'
import { editorOf, type RecordOf, type Section } from '../../../../contract/grammar/section.ts'
import { user } from '../../../../contract/people/user.ts'
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
export function recordOf(section: Section, wire: RecordOf<Section>): ContentRecord {
  const values = Object.keys(section.fields).map((name) => [name, wire[name] ?? ''])
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

/** Records of users are no content: they are never hidden and have one list for everybody who may read it. */
export function isContent({ kind }: Section): boolean {
  return kind !== user.kind
}

/**
 * All records of a section as its editor shows them, to admins hidden ones too, or with the draft laid over them; some
 * editors may be looked at by anybody.
 */
export async function readRecords(
  { call, viewer }: Pick<Visit, 'call' | 'viewer'>,
  section: Section,
  withDraft = false,
): Promise<ContentRecord[]> {
  const { kind } = section
  const withHidden = viewer.kind === 'admin' && isContent(section)
  const all = withHidden
    ? await call(listRecords, { params: { kind }, query: { hidden: true, ...(withDraft && { draft: true }) } })
    : await readAll(call, section)
  return all.map((one) => recordOf(section, one as unknown as RecordOf<Section>))
}

/** The record as it is, or with the draft laid over it. Throws a 404 where there is none. */
export async function readRecord(call: Call, section: Section, id: string, withDraft = false): Promise<ContentRecord> {
  const { one } = endpointsOf(section)
  if (isContent(section)) {
    const asked = { params: { kind: section.kind, id }, ...(withDraft && { query: { draft: true } }) }
    const wire = await call(oneRecord, asked)
    const record = recordOf(section, wire as RecordOf<Section>)
    return wire._sampleFields ? { ...record, sampleFields: wire._sampleFields } : record
  }
  if (!one) throw new Refusal(404, 'There is no such record.')
  return recordOf(section, (await call(one, { params: { id } })) as unknown as RecordOf<Section>)
}

/** Where this record is edited; nowhere for a kind without such a page. */
export function editorAddress(section: Section, { id, values }: ContentRecord): string | undefined {
  const page = editorOf(section, values)
  return page && generatePath(page.path, { id })
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
