import { listAutosavesEndpoint } from '#contract/content/autosaves.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { loadEditorRecord } from '../editor/records/load-editor-records.ts'
import { getRecordEditorPath } from '../editor/records/record-titles.ts'

/** The admin's autosaves: their number, the titles of their kinds, and the path of the newest. */
export type UnsavedFormsSummary = { count: number; titles: readonly string[]; to: string }

export async function loadUnsavedForms(call: ApiCallFunction): Promise<UnsavedFormsSummary | undefined> {
  const autosaves = (await call(listAutosavesEndpoint, {})).flatMap(({ kind, id }) => {
    const contentKind = contentKinds.find((candidate) => candidate.kind === kind)
    return contentKind ? [{ contentKind, id }] : []
  })
  const [newest] = autosaves
  if (!newest) return undefined
  const { contentKind, id } = newest
  // A new record has no page. Neither does a record that was deleted since.
  const record = await loadEditorRecord(call, contentKind, id).catch(() => undefined)
  return {
    count: autosaves.length,
    titles: [...new Set(autosaves.map((autosave) => autosave.contentKind.title))],
    to: (record && getRecordEditorPath(contentKind, record)) ?? contentKind.editor.home,
  }
}
