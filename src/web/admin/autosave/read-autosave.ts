import { recordHistory } from '../../../contract/content/history.ts'
import { listOwnDrafts, NEW_RECORD, readOwnDraft } from '../../../contract/content/own-drafts.ts'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import { isRefusal } from '../../../contract/grammar/refusal.ts'
import type { Visit } from '../../../contract/grammar/rendering.ts'
import type { Values } from '../../forms/form-action.ts'
import type { AutosavePlace } from './autosave.ts'

/** The text that this admin typed into a form and did not save, as the server has it; `at` in epoch ms. */
export type Autosaved = {
  at: number
  values: Values
  /** The record when the text was typed, if others have changed the same fields since. */
  before?: Values
}

/** Where a form autosaves, and what was autosaved there before. */
export type FormAutosave = AutosavePlace & { autosaved?: Autosaved }

type Asked = Pick<Visit, 'call' | 'viewer'>

/** Returns the autosaves of the forms that add a record, by kind. Only admins have autosaves. */
export async function readAddAutosaves({ call, viewer }: Asked, kinds: readonly string[]): Promise<Record<string, Autosaved>> {
  if (viewer.kind !== 'admin') return {}
  const here = (await call(listOwnDrafts, {})).filter(({ kind, id }) => id === NEW_RECORD && kinds.includes(kind))
  const drafts = await Promise.all(here.map((place) => read(call, place)))
  return Object.fromEntries(drafts.flatMap((draft) => (draft ? [[draft.kind, { at: draft.savedAt, values: draft.values }]] : [])))
}

type Opened = AutosavePlace & { values: Values; version?: number; draft?: number }

/** Returns the autosave of the form that edits this record. */
export async function readEditAutosave(
  { call }: Asked,
  { kind, id, values, version, draft: drafted }: Opened,
): Promise<Autosaved | undefined> {
  const place = (await call(listOwnDrafts, {})).find((one) => one.kind === kind && one.id === id)
  const draft = place && (await read(call, place))
  if (!draft) return undefined
  const { savedAt: at, values: typed, version: madeFrom } = draft
  // What the draft of the site said before is known to nobody: then each field that both changed is asked about.
  const isOfOtherDraft = drafted !== undefined && draft.draft !== null && draft.draft !== drafted
  if (!isOfOtherDraft && (madeFrom === null || madeFrom === version)) return { at, values: typed }
  const [former] =
    isOfOtherDraft || madeFrom === null
      ? []
      : await call(recordHistory, { params: { kind, id }, query: { before: madeFrom + 1 } })
  const before = former?.version === madeFrom ? former.values : {}
  const isContested = (name: string) => before[name] !== values[name] && typed[name] !== values[name]
  return { at, values: typed, ...(Object.keys(typed).some(isContested) && { before }) }
}

/** One that was listed a moment ago may be over by now. */
async function read(call: Call, { kind, id }: AutosavePlace) {
  return call(readOwnDraft, { params: { kind, id } }).catch((error: unknown) => {
    if (isRefusal(error) && error.status === 404) return undefined
    throw error
  })
}
