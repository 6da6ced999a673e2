import { generatePath } from 'react-router'
import { buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { listEditorRecordsEndpoint } from '#contract/content/content-record-endpoints.ts'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { getPendingReleaseEndpoint, type Release, type StagedChange } from '#contract/content/release.ts'
import { findContentKind } from '#contract/content-kinds.ts'
import { type ContentKind, type ContentRecord, findEditorPageForRecord } from '#contract/core/content-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { getChoiceLabel } from '#contract/core/field.ts'
import { formatDateTimeWithFullZone, getTimeZoneLabel } from '#contract/core/format-date-time.ts'
import { addDraftParam } from '../../admin-paths.ts'
import { parseEditorRecord } from '../records/load-editor-records.ts'
import { getRecordTitle } from '../records/record-titles.ts'

/** A staged change with the title and the editor of its record. */
export type StagedChangeItemData = StagedChange & {
  /** The record's title after the change. */
  name: string
  /** The editor in draft mode, or the live editor for a staged delete. Undefined if the live record is gone. */
  editorPath?: string
  liveEditorPath?: string
  /** Whether staging the change again resolves a conflict, because the live record still exists. */
  canRestage: boolean
}

/** The business's time zone. `isGiven` is true if its record names one. */
export type BusinessTimeZoneData = { zone: string; zoneLabel: string; isGiven: boolean }

export type ReleasePageData = Omit<Release, 'changes'> & {
  changes: readonly StagedChangeItemData[]
  publishTimeZone: BusinessTimeZoneData
  /** `scheduledAt`, formatted in the business's time zone. */
  scheduledFor: string | null
}

/** Returns the release with the titles of its records and the business's time zone. */
export async function loadRelease(call: ApiCallFunction): Promise<ReleasePageData> {
  const [release, business] = await Promise.all([call(getPendingReleaseEndpoint, {}), loadBusiness(call)])
  const kinds = [...new Set(release.changes.map(({ kind }) => kind))]
  const lists = await Promise.all(
    kinds.map((kind) => call(listEditorRecordsEndpoint, { params: { kind }, query: { hidden: true } })),
  )
  const liveRecords = new Map(lists.flat().map((record) => [record._id, record]))
  const { timeZone: zone, isTimeZoneGiven: isGiven } = business
  const { scheduledAt } = release
  return {
    ...release,
    changes: release.changes.map((change) => toItemData(change, liveRecords.get(change.record))),
    // Only the loader formats time zones, because server and browser may name them differently.
    publishTimeZone: { zone, zoneLabel: getTimeZoneLabel(zone), isGiven },
    scheduledFor: scheduledAt === null ? null : formatDateTimeWithFullZone(zone, scheduledAt),
  }
}

/** Reads the business's record even if it is hidden. */
async function loadBusiness(call: ApiCallFunction) {
  const [record] = await call(listEditorRecordsEndpoint, { params: { kind: businessInfo.kind }, query: { hidden: true } })
  return buildBusinessFacts(record as ContentRecord<typeof businessInfo> | undefined)
}

function formatFieldChange({ fields }: ContentKind, fieldChange: StagedChange['fields'][number]): StagedChange['fields'][number] {
  const { name, before, after, live } = fieldChange
  const formatValue = (value: string) => getChoiceLabel(fields[name] ?? {}, value)
  return {
    ...fieldChange,
    before: formatValue(before),
    after: formatValue(after),
    ...(live !== undefined && { live: formatValue(live) }),
  }
}

function toItemData(change: StagedChange, liveRecord: object | undefined): StagedChangeItemData {
  const { kind, record: id, action, title, fields } = change
  const contentKind = findContentKind(kind)
  // Another version of the server may know more kinds than this page.
  if (!contentKind) return { ...change, name: title, canRestage: false }
  const finalValues = fields.map(({ name, before, after }) => [name, action === 'delete' ? before : after])
  const rawRecord = { ...liveRecord, ...Object.fromEntries(finalValues), _id: id }
  const record = parseEditorRecord(contentKind, rawRecord)
  const page = liveRecord || action === 'add' ? findEditorPageForRecord(contentKind, record.values) : undefined
  const editorPath = page && generatePath(page.path, { id })
  return {
    ...change,
    fields: fields.map((field) => formatFieldChange(contentKind, field)),
    name: getRecordTitle(contentKind, record),
    ...(editorPath && { editorPath: action === 'delete' ? editorPath : addDraftParam(editorPath) }),
    ...(editorPath && liveRecord && { liveEditorPath: editorPath }),
    canRestage: liveRecord !== undefined && getReadAddAndUpdateEndpoints(contentKind).update !== undefined,
  }
}
