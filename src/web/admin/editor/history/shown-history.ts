import { type RecordVersion, recordHistory, VERSIONS_AT_ONCE } from '../../../../contract/content/history.ts'
import { listOwnDrafts } from '../../../../contract/content/own-drafts.ts'
import { contentKinds } from '../../../../contract/content-kinds.ts'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import { isRefusal, Refusal } from '../../../../contract/grammar/refusal.ts'
import { editorAddress, readRecord, titleOf } from '../records/content-record.ts'
import type { Shown } from './history-url.ts'

/** The history of one record as its page shows it. */
export type ShownHistory = {
  /** What lists call the record, as it was last. */
  name: string
  isDeleted: boolean
  /** The page that edits it; none for a record that is deleted, or has no editor of its own. */
  editor?: string
  /** The number of the last version. */
  newest: number
  versions: readonly RecordVersion[]
  /** Where the page below begins. */
  older?: number
  /** The two that are compared; the first version stands alone. */
  from?: RecordVersion
  to?: RecordVersion
  /** What this person has typed in the editor waits there, and a version would take its place. */
  isTyped: boolean
}

/** Throws a 404 for a record that never was. */
export async function readHistory(call: Call, contentKind: ContentKind, id: string, shown: Shown): Promise<ShownHistory> {
  const { kind } = contentKind
  const params = { kind, id }
  const [[newest], versions, record, typed] = await Promise.all([
    call(recordHistory, { params, query: {} }),
    call(recordHistory, { params, query: { before: shown.before } }),
    ifThere(readRecord(call, contentKind, id)),
    call(listOwnDrafts, {}),
  ])
  if (!newest) throw new Refusal(404, 'There is no such record.')
  const to = await versionOf(shown.to ?? versions[0]?.version)
  const from = await versionOf(shown.from ?? versions.find(({ version }) => to && version < to.version)?.version)
  const isTurned = from && to && from.version > to.version
  const last = versions.at(-1)?.version ?? 0
  return {
    name: titleOf(contentKind, { id, isSample: false, values: newest.values }),
    isDeleted: record === undefined,
    ...(record && { editor: editorAddress(contentKind, record) }),
    newest: newest.version,
    versions,
    ...(versions.length === VERSIONS_AT_ONCE && last > 1 && { older: last }),
    ...(isTurned ? { from: to, to: from } : { from, to }),
    isTyped: typed.some((one) => one.kind === kind && one.id === id),
  }

  async function versionOf(version: number | undefined): Promise<RecordVersion | undefined> {
    if (version === undefined) return undefined
    return versions.find((one) => one.version === version) ?? readVersion(call, params, version)
  }
}

/** One version of a record, or undefined. */
export async function readVersion(call: Call, params: { kind: string; id: string }, version: number) {
  const [found] = await call(recordHistory, { params, query: { before: version + 1 } })
  return found?.version === version ? found : undefined
}

/** The kind of a path. Throws a 404 for any other. */
export function contentKindOf(kind: string | undefined): ContentKind {
  const contentKind = contentKinds.find((one) => one.kind === kind)
  if (!contentKind) throw new Refusal(404, 'There is no page at this address.')
  return contentKind
}

async function ifThere<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: unknown) => {
    if (isRefusal(error) && error.status === 404) return undefined
    throw error
  })
}
