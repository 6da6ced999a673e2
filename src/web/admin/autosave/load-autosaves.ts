import { getAutosave, listAutosaves, NEW_RECORD_ID } from '../../../contract/content/autosaves.ts'
import { listRecordVersions } from '../../../contract/content/record-history.ts'
import type { ApiCall } from '../../../contract/core/endpoint.ts'
import type { PageVisit } from '../../../contract/core/page-rendering.ts'
import { isUserError } from '../../../contract/core/user-error.ts'
import type { Values } from '../../forms/form-action.ts'
import type { AutosaveTarget } from './autosave.ts'

/** The text that this admin typed into a form and did not save, as the server has it; `at` in epoch ms. */
export type AutosaveSnapshot = {
  at: number
  values: Values
  /** The record when the text was typed, if others have changed the same fields since. */
  baseValues?: Values
}

/** Where a form autosaves, and what was autosaved there before. */
export type FormAutosave = AutosaveTarget & { snapshot?: AutosaveSnapshot }

type LoadContext = Pick<PageVisit, 'call' | 'viewer'>

/** Returns the autosaves of the forms that add a record, by kind. Only admins have autosaves. */
export async function loadNewRecordAutosaves(
  { call, viewer }: LoadContext,
  kinds: readonly string[],
): Promise<Record<string, AutosaveSnapshot>> {
  if (viewer.kind !== 'admin') return {}
  const newRecordTargets = (await call(listAutosaves, {})).filter(({ kind, id }) => id === NEW_RECORD_ID && kinds.includes(kind))
  const autosaves = await Promise.all(newRecordTargets.map((target) => loadAutosave(call, target)))
  return Object.fromEntries(
    autosaves.flatMap((autosave) => (autosave ? [[autosave.kind, { at: autosave.savedAt, values: autosave.values }]] : [])),
  )
}

type OpenedRecord = AutosaveTarget & { values: Values; version?: number; stagedVersion?: number }

/** Returns the autosave of the form that edits this record. */
export async function loadRecordAutosave(
  { call }: LoadContext,
  { kind, id, values, version, stagedVersion: openedStagedVersion }: OpenedRecord,
): Promise<AutosaveSnapshot | undefined> {
  const target = (await call(listAutosaves, {})).find((entry) => entry.kind === kind && entry.id === id)
  const autosave = target && (await loadAutosave(call, target))
  if (!autosave) return undefined
  const { savedAt: at, values: typedValues, version: baseVersion } = autosave
  // What the draft of the site said before is known to nobody: then each field that both changed is asked about.
  const isOtherStagedVersion =
    openedStagedVersion !== undefined && autosave.draft !== null && autosave.draft !== openedStagedVersion
  if (!isOtherStagedVersion && (baseVersion === null || baseVersion === version)) return { at, values: typedValues }
  const [formerVersion] =
    isOtherStagedVersion || baseVersion === null
      ? []
      : await call(listRecordVersions, { params: { kind, id }, query: { before: baseVersion + 1 } })
  const baseValues = formerVersion?.version === baseVersion ? formerVersion.values : {}
  const isContested = (name: string) => baseValues[name] !== values[name] && typedValues[name] !== values[name]
  return { at, values: typedValues, ...(Object.keys(typedValues).some(isContested) && { baseValues }) }
}

/** One that was listed a moment ago may be over by now. */
async function loadAutosave(call: ApiCall, { kind, id }: AutosaveTarget) {
  return call(getAutosave, { params: { kind, id } }).catch((error: unknown) => {
    if (isUserError(error) && error.status === 404) return undefined
    throw error
  })
}
