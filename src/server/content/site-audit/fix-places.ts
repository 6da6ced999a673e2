import { pageSearchListing } from '#contract/content/kinds/page-search-listing.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import { type ContentKind, findEditorPageForRecord, isKindShownOnPage } from '#contract/core/content-kind.ts'
import { findDetailPageOfKind } from '#contract/core/public-pages.ts'
import type { seoFields } from '#contract/core/seo-fields.ts'
import type { StoredRecord } from '../records/records.ts'
import { type AuditedSitePage, type AuditedSiteWithContent, getVisibleRecords, UNSAVED_RECORD_ID } from './audited-site.ts'
import type { FixPlace } from './run-audit-rules.ts'

/** Adds `locate`: it finds the field that holds a text, or else the first part of the page. */
export function addLocatorToAuditedSite<S extends Omit<AuditedSiteWithContent, 'locate'>>(
  site: S,
): S & Pick<AuditedSiteWithContent, 'locate'> {
  const locate: AuditedSiteWithContent['locate'] = (page, matches) =>
    (matches && findFixPlaceByValue(site, page, matches)) ?? getFallbackFixPlace(site, page)
  return { ...site, locate }
}

/** Returns where an admin edits a field of a record. Without a record, returns where an admin adds one. */
export function getEditorFixPlace(contentKind: ContentKind, record?: StoredRecord, field?: string): FixPlace {
  const { kind, title, fields, editor } = contentKind
  const isNew = record === undefined || record.id === UNSAVED_RECORD_ID
  const page = isNew ? undefined : findEditorPageForRecord(contentKind, record.values)
  const recordLabel = [
    title,
    ...(record && contentKind.shape === 'list' ? [`“${getShortRecordName(contentKind, record)}”`] : []),
  ].join(' ')
  const label = field && fields[field]?.label
  const first = Object.keys(fields)[0] ?? ''
  return {
    name: label ? `${recordLabel}: ${label}` : recordLabel,
    path: page
      ? `${page.path.replace(':id', record?.id ?? '')}${field ? `#edit-${kind}-${field}` : ''}`
      : `${editor.home}${isNew ? `#add-${kind}-${field ?? first}` : ''}`,
  }
}

/** Returns the record's name in a list. */
export function getShortRecordName({ fields, editor, title }: ContentKind, { values }: StoredRecord): string {
  const name = values[(editor.shows ?? Object.keys(fields))[0] ?? '']?.replace(/\s+/g, ' ').trim() || title
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name
}

/** In characters. */
const MAX_NAME_LENGTH = 48

/**
 * Finds the first field with a matching value. Searches the changed record first, then the page's own record, the kinds on
 * the page, and all others.
 */
export function findFixPlaceByValue(
  site: Pick<AuditedSiteWithContent, 'records' | 'changed'>,
  { page, recordId }: AuditedSitePage,
  matches: (value: string) => boolean,
): FixPlace | undefined {
  const { changed } = site
  const changedField =
    changed && Object.keys(changed.contentKind.fields).find((name) => matches(changed.record.values[name] ?? ''))
  if (changed && changedField) return getEditorFixPlace(changed.contentKind, changed.record, changedField)
  const [onPage, elsewhere] = [true, false].map((is) =>
    contentKinds.filter((contentKind) => isKindShownOnPage(contentKind, page) === is),
  )
  for (const contentKind of [...(onPage ?? []), ...(elsewhere ?? [])]) {
    const records = getVisibleRecords(site, contentKind)
    for (const record of records.toSorted((a, b) => Number(b.id === recordId) - Number(a.id === recordId))) {
      const field = Object.keys(contentKind.fields).find((name) => matches(record.values[name] ?? ''))
      if (field) return getEditorFixPlace(contentKind, record, field)
    }
  }
}

/** Returns the editor of the changed record if the page shows it, else the page's first editor. For texts of no field. */
export function getFallbackFixPlace(
  { changed }: Pick<AuditedSiteWithContent, 'changed'>,
  { page, name }: AuditedSitePage,
): FixPlace {
  if (changed && isKindShownOnPage(changed.contentKind, page)) return getEditorFixPlace(changed.contentKind, changed.record)
  const contentKind = contentKinds.find(({ shownOn }) => (shownOn as readonly string[]).includes(page))
  return contentKind ? { name: contentKind.title, path: contentKind.editor.home } : { name, path: '/setting' }
}

/** Returns the editor of the record that has this page, or else the page's first editor. */
export function getPageFixPlace(site: AuditedSiteWithContent, page: AuditedSitePage): FixPlace {
  const pageRecord = page.recordId === undefined ? undefined : findDetailPageRecord(site, page.recordId)
  return pageRecord ? getEditorFixPlace(pageRecord.contentKind, pageRecord.record) : getFallbackFixPlace(site, page)
}

type SeoField = keyof typeof seoFields

/** Returns what the owner wrote for search engines: in the record of the page, or in its search listing. */
export function getOwnerSeoFieldValue(
  site: AuditedSiteWithContent,
  checked: AuditedSitePage,
  field: SeoField,
): string | undefined {
  return findSeoRecord(site, checked)?.record.values[field]
}

/** Returns where the owner edits this text or writes it for the first time. */
export function getSeoFieldFixPlace(site: AuditedSiteWithContent, checked: AuditedSitePage, field: SeoField): FixPlace {
  const seoRecord = findSeoRecord(site, checked)
  if (seoRecord) return getEditorFixPlace(seoRecord.contentKind, seoRecord.record, field)
  const { name, path } = getEditorFixPlace(pageSearchListing, undefined, field)
  return { name: name.replace(':', ` of ${checked.name}:`), path: path.replace('#', `?page=${checked.name}#`) }
}

function findSeoRecord(
  site: AuditedSiteWithContent,
  { page, recordId }: AuditedSitePage,
): { contentKind: ContentKind; record: StoredRecord } | undefined {
  if (recordId !== undefined) return findDetailPageRecord(site, recordId)
  const record = getVisibleRecords(site, pageSearchListing).find(({ values }) => values.page === page)
  return record && { contentKind: pageSearchListing, record }
}

function findDetailPageRecord(
  site: AuditedSiteWithContent,
  recordId: string,
): { contentKind: ContentKind; record: StoredRecord } | undefined {
  for (const contentKind of contentKinds.filter(({ kind }) => findDetailPageOfKind(kind))) {
    const record = getVisibleRecords(site, contentKind).find(({ id }) => id === recordId)
    if (record) return { contentKind, record }
  }
}
