import { listAutosavesEndpoint } from '#contract/content/autosaves.ts'
import { HISTORY_PAGE_SIZE, listRecordVersionsEndpoint, type RecordVersion } from '#contract/content/record-history.ts'
import { findContentKind } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { ignore404Error, UserError } from '#contract/core/user-error.ts'
import { createNotFoundError } from '#web/page-route.ts'
import { loadEditorRecord } from '../records/load-editor-records.ts'
import { getRecordEditorPath, getRecordTitle } from '../records/record-titles.ts'

/** Version numbers: the list shows versions below `before`, and the page compares `from` with `to`. */
export type HistoryQuery = { before?: number; from?: number; to?: number }

/** Ignores values that aren't version numbers. */
export function parseHistoryQuery(params: URLSearchParams): HistoryQuery {
  const versions = ['before', 'from', 'to'].map((name) => [name, params.get(name) ?? ''] as const)
  return Object.fromEntries(
    versions.filter(([, value]) => /^[1-9]\d{0,8}$/.test(value)).map(([name, value]) => [name, Number(value)]),
  )
}

export type RecordHistoryPageData = {
  /** The record's title in its newest version. */
  name: string
  isDeleted: boolean
  /** Undefined for a deleted record and for kinds without an editor page. */
  editorPath?: string
  newestVersion: number
  versions: readonly RecordVersion[]
  /** The next page lists the versions below this one. */
  nextPageBefore?: number
  /** The compared versions. The page shows the first version of a record alone. */
  earlierVersion?: RecordVersion
  laterVersion?: RecordVersion
  /** Whether this admin has unsaved text in the editor, which restoring a version would replace. */
  hasAutosave: boolean
}

/** Throws a 404 for a record that never existed. */
export async function loadRecordHistory(
  call: ApiCallFunction,
  contentKind: ContentKind,
  id: string,
  historyQuery: HistoryQuery,
): Promise<RecordHistoryPageData> {
  const { kind } = contentKind
  const params = { kind, id }
  const [[newestEntry], versions, record, autosaves] = await Promise.all([
    call(listRecordVersionsEndpoint, { params, query: {} }),
    call(listRecordVersionsEndpoint, { params, query: { before: historyQuery.before } }),
    ignore404Error(loadEditorRecord(call, contentKind, id)),
    call(listAutosavesEndpoint, {}),
  ])
  if (!newestEntry) throw new UserError(404, 'This doesn’t exist anymore.')
  const to = await findVersion(historyQuery.to ?? versions[0]?.version)
  const from = await findVersion(historyQuery.from ?? versions.find(({ version }) => to && version < to.version)?.version)
  const isReversed = from && to && from.version > to.version
  const lastVersion = versions.at(-1)?.version ?? 0
  return {
    name: getRecordTitle(contentKind, { id, isSample: false, values: newestEntry.values }),
    isDeleted: record === undefined,
    ...(record && { editorPath: getRecordEditorPath(contentKind, record) }),
    newestVersion: newestEntry.version,
    versions,
    ...(versions.length === HISTORY_PAGE_SIZE && lastVersion > 1 && { nextPageBefore: lastVersion }),
    ...(isReversed ? { earlierVersion: to, laterVersion: from } : { earlierVersion: from, laterVersion: to }),
    hasAutosave: autosaves.some((autosave) => autosave.kind === kind && autosave.id === id),
  }

  async function findVersion(number: number | undefined): Promise<RecordVersion | undefined> {
    if (number === undefined) return undefined
    return versions.find(({ version }) => version === number) ?? loadRecordVersion(call, params, number)
  }
}

export async function loadRecordVersion(call: ApiCallFunction, params: { kind: string; id: string }, version: number) {
  const [recordVersion] = await call(listRecordVersionsEndpoint, { params, query: { before: version + 1 } })
  return recordVersion?.version === version ? recordVersion : undefined
}

/** Throws a 404 for an unknown kind. */
export function requireContentKind(kind: string | undefined): ContentKind {
  const contentKind = findContentKind(kind ?? '')
  if (!contentKind) throw createNotFoundError()
  return contentKind
}
