import { generatePath } from 'react-router'
import { listRecords } from '../../../contract/content-records.ts'
import type { Call } from '../../../contract/endpoint.ts'
import { editorOf, type RecordOf, type Section } from '../../../contract/section.ts'
import { endpointsOf } from '../../../contract/section-endpoints.ts'
import { sections } from '../../../contract/sections.ts'
import { type DraftChange, readDraft, type SiteDraft } from '../../../contract/site-draft.ts'
import { recordOf, titleOf } from '../content/content-record.ts'
import { draftedAddress } from './address.ts'

/** A change with what the draft itself does not say of its record. */
export type ShownChange = DraftChange & {
  /** What lists call the record, as it will be. */
  name: string
  /** The page that edits it, as it will be where it stays; none for a record that is gone. */
  editor?: string
  /** The same with what is live. */
  liveEditor?: string
  /** A conflict can be settled by saving the draft again: the record is still there. */
  canKeep: boolean
}

export type ShownDraft = Omit<SiteDraft, 'changes'> & { changes: readonly ShownChange[] }

/** The draft with the names of its records. */
export async function readShownDraft(call: Call): Promise<ShownDraft> {
  const draft = await call(readDraft, {})
  const kinds = [...new Set(draft.changes.map(({ kind }) => kind))]
  const lists = await Promise.all(kinds.map((kind) => call(listRecords, { params: { kind }, query: { hidden: true } })))
  const live = new Map(lists.flat().map((record) => [record._id, record]))
  return { ...draft, changes: draft.changes.map((change) => shown(change, live.get(change.record))) }
}

export function sectionOf(kind: string): Section | undefined {
  return sections.find((section) => section.kind === kind)
}

function shown(change: DraftChange, live: object | undefined): ShownChange {
  const { kind, record: id, action, title, fields } = change
  const section = sectionOf(kind)
  // Made by a process that knows more kinds than this page does.
  if (!section) return { ...change, name: title, canKeep: false }
  const told = fields.map(({ name, before, after }) => [name, action === 'delete' ? before : after])
  const wire = { ...live, ...Object.fromEntries(told), _id: id } as RecordOf<Section>
  const record = recordOf(section, wire)
  const page = live || action === 'add' ? editorOf(section, record.values) : undefined
  const editor = page && generatePath(page.path, { id })
  return {
    ...change,
    name: titleOf(section, record),
    ...(editor && { editor: action === 'delete' ? editor : draftedAddress(editor) }),
    ...(editor && live && { liveEditor: editor }),
    canKeep: live !== undefined && endpointsOf(section).update !== undefined,
  }
}
