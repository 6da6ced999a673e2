import { getAutosaveEndpoint, listAutosavesEndpoint, NEW_RECORD_ID } from '#contract/content/autosaves.ts'
import { listRecordVersionsEndpoint } from '#contract/content/record-history.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import type { PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import { ignore404Error } from '#contract/core/user-error.ts'
import type { Values } from '../../forms/form-action.ts'
import type { AutosaveTarget, RecordVersions } from './autosave.ts'

/** The server's copy of this admin's unsaved text. `at` is in epoch ms. */
export type AutosaveSnapshot = {
  at: number
  values: Values
  /** The record's values when the admin typed. Set only if others have changed the same fields since. */
  baseValues?: Values
}

/** A form's autosave target, and the autosave that the server has. */
export type AutosaveTargetWithSnapshot = AutosaveTarget & { snapshot?: AutosaveSnapshot }

type LoadContext = Pick<PageRequestContext, 'call' | 'viewer'>

/** Returns the autosaves of add forms by kind. Only admins have autosaves. */
export async function loadNewRecordAutosaves(
  { call, viewer }: LoadContext,
  kinds: readonly string[],
): Promise<Record<string, AutosaveSnapshot>> {
  if (viewer.kind !== 'admin') return {}
  const newRecordTargets = (await call(listAutosavesEndpoint, {})).filter(
    ({ kind, id }) => id === NEW_RECORD_ID && kinds.includes(kind),
  )
  const autosaves = await Promise.all(newRecordTargets.map((target) => loadAutosave(call, target)))
  return Object.fromEntries(
    autosaves.flatMap((autosave) => (autosave ? [[autosave.kind, { at: autosave.savedAt, values: autosave.values }]] : [])),
  )
}

type OpenedRecord = AutosaveTarget & RecordVersions & { values: Values }

export async function loadRecordAutosave(
  { call }: LoadContext,
  { kind, id, values, version, draft }: OpenedRecord,
): Promise<AutosaveSnapshot | undefined> {
  const autosave = await loadAutosave(call, { kind, id })
  if (!autosave) return undefined
  const { savedAt: at, values: typedValues, version: baseVersion } = autosave
  // The server keeps no older staged values. `baseValues` is then empty, so the form asks about every field that differs.
  const isOtherDraft = draft !== undefined && autosave.draft !== null && autosave.draft !== draft
  if (!isOtherDraft && (baseVersion === null || baseVersion === version)) return { at, values: typedValues }
  const [formerVersion] =
    isOtherDraft || baseVersion === null
      ? []
      : await call(listRecordVersionsEndpoint, { params: { kind, id }, query: { before: baseVersion + 1 } })
  const baseValues = formerVersion?.version === baseVersion ? formerVersion.values : {}
  const isContested = (name: string) => baseValues[name] !== values[name] && typedValues[name] !== values[name]
  return { at, values: typedValues, ...(Object.keys(typedValues).some(isContested) && { baseValues }) }
}

async function loadAutosave(call: ApiCallFunction, { kind, id }: AutosaveTarget) {
  return ignore404Error(call(getAutosaveEndpoint, { params: { kind, id } }))
}
