import { generatePath } from 'react-router'
import { businessOf } from '../../../../contract/content/business.ts'
import { endpointsOf } from '../../../../contract/content/content-kind-endpoints.ts'
import { listRecords } from '../../../../contract/content/content-records.ts'
import { footerAddress } from '../../../../contract/content/kinds/footer-address.ts'
import { type DraftChange, readDraft, type SiteDraft } from '../../../../contract/content/site-draft.ts'
import { contentKinds } from '../../../../contract/content-kinds.ts'
import { formatMomentWithFullZone, timeZoneLabel } from '../../../../contract/grammar/business-time.ts'
import { type ContentKind, editorOf, type RecordOf } from '../../../../contract/grammar/content-kind.ts'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import { inWords } from '../../../../contract/grammar/field.ts'
import { withDraft } from '../../site-map.ts'
import { recordOf, titleOf } from '../records/content-record.ts'

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

/** The time zone of the business, by its name and in words; whether its record names it. */
export type Clock = { zone: string; words: string; isGiven: boolean }

export type ShownDraft = Omit<SiteDraft, 'changes'> & {
  changes: readonly ShownChange[]
  clock: Clock
  /** `scheduledAt` by that clock. */
  scheduledFor: string | null
}

/** The draft with the names of its records, and the clock by which it is published. */
export async function readShownDraft(call: Call): Promise<ShownDraft> {
  const [draft, business] = await Promise.all([call(readDraft, {}), readBusiness(call)])
  const kinds = [...new Set(draft.changes.map(({ kind }) => kind))]
  const lists = await Promise.all(kinds.map((kind) => call(listRecords, { params: { kind }, query: { hidden: true } })))
  const live = new Map(lists.flat().map((record) => [record._id, record]))
  const { timeZone: zone, isTimeZoneGiven: isGiven } = business
  const { scheduledAt } = draft
  return {
    ...draft,
    changes: draft.changes.map((change) => shown(change, live.get(change.record))),
    // Said here, once: server and browser may know time zones by different words.
    clock: { zone, words: timeZoneLabel(zone), isGiven },
    scheduledFor: scheduledAt === null ? null : formatMomentWithFullZone(zone, scheduledAt),
  }
}

/** Also where its record is hidden. */
async function readBusiness(call: Call) {
  const [record] = await call(listRecords, { params: { kind: footerAddress.kind }, query: { hidden: true } })
  return businessOf(record as RecordOf<typeof footerAddress> | undefined)
}

export function contentKindOf(kind: string): ContentKind | undefined {
  return contentKinds.find((contentKind) => contentKind.kind === kind)
}

function inChoiceWords({ fields }: ContentKind, told: DraftChange['fields'][number]): DraftChange['fields'][number] {
  const { name, before, after, live } = told
  const said = (value: string) => inWords(fields[name] ?? {}, value)
  return { ...told, before: said(before), after: said(after), ...(live !== undefined && { live: said(live) }) }
}

function shown(change: DraftChange, live: object | undefined): ShownChange {
  const { kind, record: id, action, title, fields } = change
  const contentKind = contentKindOf(kind)
  // Made by a process that knows more kinds than this page does.
  if (!contentKind) return { ...change, name: title, canKeep: false }
  const told = fields.map(({ name, before, after }) => [name, action === 'delete' ? before : after])
  const wire = { ...live, ...Object.fromEntries(told), _id: id } as RecordOf<ContentKind>
  const record = recordOf(contentKind, wire)
  const page = live || action === 'add' ? editorOf(contentKind, record.values) : undefined
  const editor = page && generatePath(page.path, { id })
  return {
    ...change,
    fields: fields.map((field) => inChoiceWords(contentKind, field)),
    name: titleOf(contentKind, record),
    ...(editor && { editor: action === 'delete' ? editor : withDraft(editor) }),
    ...(editor && live && { liveEditor: editor }),
    canKeep: live !== undefined && endpointsOf(contentKind).update !== undefined,
  }
}
