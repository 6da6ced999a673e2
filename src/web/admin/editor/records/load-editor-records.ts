import { getEditorRecordEndpoint, listEditorRecordsEndpoint } from '#contract/content/content-record-endpoints.ts'
import type { ContentKind, ContentRecord } from '#contract/core/content-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { listFormattedFieldNames, renameMarkdownToFieldNames } from '#contract/core/markdown-field-names.ts'
import type { PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import type { Values } from '#web/forms/form-action.ts'
import { loadContentRecords } from '#web/load-content-records.ts'
import type { RecordVersions } from '../../autosave/autosave.ts'

export type EditorRecord = RecordVersions & {
  id: string
  isSample: boolean
  /** The fields with sample text. Undefined if the whole record is a sample. */
  sampleFields?: readonly string[]
  isHidden?: boolean
  /** The path of the record's own public page. */
  path?: string
  values: Values
  /** The formatted texts without formatting. `values` has their Markdown. */
  plainTexts?: Values
}

/** Public records have no versions. */
export function parseRecordVersions({ _version, _draft }: { _version?: unknown; _draft?: unknown }): RecordVersions {
  return { ...(_version !== undefined && { version: Number(_version) }), ...(_draft !== undefined && { draft: Number(_draft) }) }
}

/** Returns the versions as fields of a form or a body. */
export function toVersionFields({ version, draft }: RecordVersions): Values {
  return { ...(version !== undefined && { _version: String(version) }), ...(draft !== undefined && { _draft: String(draft) }) }
}

/** Keeps only declared fields. About also answers the names of its second variant (P-23). Reads formatted texts as Markdown. */
export function parseEditorRecord(contentKind: ContentKind, reply: unknown): EditorRecord {
  // Calls that take any kind don't declare the fields of a record.
  const rawRecord = reply as ContentRecord<ContentKind>
  const sources = renameMarkdownToFieldNames<unknown>(rawRecord)
  const values = Object.keys(contentKind.fields).map((name) => [name, sources[name] ?? ''])
  const plainTexts = listFormattedFieldNames(contentKind).map((name) => [name, rawRecord[name] ?? ''])
  return {
    id: rawRecord._id,
    ...parseRecordVersions(rawRecord),
    isSample: rawRecord._sample === true,
    ...(rawRecord._hidden && { isHidden: true }),
    ...(rawRecord._path && { path: rawRecord._path }),
    values: Object.fromEntries(values),
    ...(plainTexts.length > 0 && { plainTexts: Object.fromEntries(plainTexts) }),
  }
}

/**
 * Returns all records of a kind. Admins also get hidden records, and the staged changes in draft mode. Visitors may read
 * some editors too, and get the public records.
 */
export async function loadEditorRecords(
  { call, viewer }: Pick<PageRequestContext, 'call' | 'viewer'>,
  contentKind: ContentKind,
  isDraftMode = false,
): Promise<EditorRecord[]> {
  const { kind } = contentKind
  const rawRecords =
    viewer.kind === 'admin'
      ? await call(listEditorRecordsEndpoint, { params: { kind }, query: { hidden: true, ...(isDraftMode && { draft: true }) } })
      : await loadContentRecords(call, contentKind)
  return rawRecords.map((rawRecord) => parseEditorRecord(contentKind, rawRecord))
}

/** Returns the live record, or in draft mode the record with its staged change. Throws a 404 for an unknown id. */
export async function loadEditorRecord(
  call: ApiCallFunction,
  contentKind: ContentKind,
  id: string,
  isDraftMode = false,
): Promise<EditorRecord> {
  const input = { params: { kind: contentKind.kind, id }, ...(isDraftMode && { query: { draft: true } }) }
  const rawRecord = await call(getEditorRecordEndpoint, input)
  const record = parseEditorRecord(contentKind, rawRecord)
  return rawRecord._sampleFields ? { ...record, sampleFields: rawRecord._sampleFields } : record
}
