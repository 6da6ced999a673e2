import { searchListing } from '../../../contract/content/kinds/search-listing.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import { type ContentKind, findEditorPageForRecord, isKindShownOnPage } from '../../../contract/core/content-kind.ts'
import type { Access } from '../../../contract/core/endpoint.ts'
import type { PageFactsWithDefaults } from '../../../contract/core/page-rendering.ts'
import { findDetailPage, type PublicPageName } from '../../../contract/core/public-pages.ts'
import type { seoFields } from '../../../contract/core/seo-fields.ts'
import type { ChangedFact } from '../business/business.ts'
import type { ImageSizes } from '../media/media.ts'
import type { StoredRecord } from '../records/records.ts'
import type { AuditedPage, AuditedSite, FixPlace, RuleProblem } from './run-audit.ts'

/** A public page of our site. A record's page is named by its path, because all of them share one `page`. */
export type AuditedSitePage = AuditedPage & {
  page: PublicPageName
  recordId?: string | undefined
  facts: PageFactsWithDefaults
}

export type OwnSite = AuditedSite<AuditedSitePage> & {
  /** The records that visitors see, by kind. */
  records: ReadonlyMap<string, readonly StoredRecord[]>
  /** The library images that the content uses, by id. */
  pictures: ReadonlyMap<string, ImageSizes>
  /** Former facts of the business and former names of pages. */
  changedFacts: readonly ChangedFact[]
  /** The files that ship with the product, by path, with their compressed size in bytes. */
  files: ReadonlyMap<string, number>
  /** The record that a proposed change saves. Its fields are the first places where a problem is fixed. */
  changed?: ChangedRecord | undefined
  /** Finds the page at a path, including pages for customers and admins. */
  findPage: (path: string) => { access: Access } | undefined
}

export type ChangedRecord = { contentKind: ContentKind; record: StoredRecord }

/** The id of a record that a proposed change adds. It has the format of an id, so its order link counts as a page. */
export const PROPOSED_RECORD_ID = '00000000-0000-4000-8000-000000000000'

export type SiteRuleCheck = (site: OwnSite) => RuleProblem[]

/** Adds `locate`: it finds the field that holds a text, or else the first part of the page. */
export function addLocateFunction<S extends Omit<OwnSite, 'locate'>>(site: S): S & Pick<OwnSite, 'locate'> {
  const locate: OwnSite['locate'] = (page, matches) =>
    (matches && findFieldContaining(site, page, matches)) ?? getFallbackPlace(site, page)
  return { ...site, locate }
}

export function getVisibleRecords(site: Pick<OwnSite, 'records'>, { kind }: ContentKind): readonly StoredRecord[] {
  return site.records.get(kind) ?? []
}

/** Returns where an admin edits a field of a record. Without a record, returns where an admin adds one. */
export function getEditorPlace(contentKind: ContentKind, record?: StoredRecord, field?: string): FixPlace {
  const { kind, title, fields, editor } = contentKind
  const isNew = record === undefined || record.id === PROPOSED_RECORD_ID
  const page = isNew ? undefined : findEditorPageForRecord(contentKind, record.values)
  const recordLabel = [
    title,
    ...(record && contentKind.shape === 'list' ? [`“${getRecordName(contentKind, record)}”`] : []),
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
export function getRecordName({ fields, editor, title }: ContentKind, { values }: StoredRecord): string {
  const name = values[(editor.shows ?? Object.keys(fields))[0] ?? '']?.replace(/\s+/g, ' ').trim() || title
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name
}

/** In characters. */
const MAX_NAME_LENGTH = 48

/**
 * Finds the first field with a matching value. Searches the changed record first, then the page's own record, the kinds on
 * the page, and all others.
 */
export function findFieldContaining(
  site: Pick<OwnSite, 'records' | 'changed'>,
  { page, recordId }: AuditedSitePage,
  matches: (value: string) => boolean,
): FixPlace | undefined {
  const { changed } = site
  const changedField =
    changed && Object.keys(changed.contentKind.fields).find((name) => matches(changed.record.values[name] ?? ''))
  if (changed && changedField) return getEditorPlace(changed.contentKind, changed.record, changedField)
  const [onPage, elsewhere] = [true, false].map((is) =>
    contentKinds.filter((contentKind) => isKindShownOnPage(contentKind, page) === is),
  )
  for (const contentKind of [...(onPage ?? []), ...(elsewhere ?? [])]) {
    const records = getVisibleRecords(site, contentKind)
    for (const record of records.toSorted((a, b) => Number(b.id === recordId) - Number(a.id === recordId))) {
      const field = Object.keys(contentKind.fields).find((name) => matches(record.values[name] ?? ''))
      if (field) return getEditorPlace(contentKind, record, field)
    }
  }
}

/** Returns the editor of the changed record if the page shows it, else the page's first editor. For texts of no field. */
export function getFallbackPlace({ changed }: Pick<OwnSite, 'changed'>, { page, name }: AuditedSitePage): FixPlace {
  if (changed && isKindShownOnPage(changed.contentKind, page)) return getEditorPlace(changed.contentKind, changed.record)
  const contentKind = contentKinds.find(({ shownOn }) => (shownOn as readonly string[]).includes(page))
  return contentKind ? { name: contentKind.title, path: contentKind.editor.home } : { name, path: '/setting' }
}

/** Returns the editor of the record that has this page, or else the page's first editor. */
export function getPagePlace(site: OwnSite, page: AuditedSitePage): FixPlace {
  const pageRecord = page.recordId === undefined ? undefined : findDetailPageRecord(site, page.recordId)
  return pageRecord ? getEditorPlace(pageRecord.contentKind, pageRecord.record) : getFallbackPlace(site, page)
}

type SeoField = keyof typeof seoFields

/** Returns what the owner wrote for search engines: in the record of the page, or in its search listing. */
export function getSeoFieldValue(site: OwnSite, checked: AuditedSitePage, field: SeoField): string | undefined {
  return findSeoRecord(site, checked)?.record.values[field]
}

/** Returns where the owner edits this text or writes it for the first time. */
export function getSeoFieldPlace(site: OwnSite, checked: AuditedSitePage, field: SeoField): FixPlace {
  const seoRecord = findSeoRecord(site, checked)
  if (seoRecord) return getEditorPlace(seoRecord.contentKind, seoRecord.record, field)
  const { name, path } = getEditorPlace(searchListing, undefined, field)
  return { name: name.replace(':', ` of ${checked.name}:`), path: path.replace('#', `?page=${checked.name}#`) }
}

function findSeoRecord(
  site: OwnSite,
  { page, recordId }: AuditedSitePage,
): { contentKind: ContentKind; record: StoredRecord } | undefined {
  if (recordId !== undefined) return findDetailPageRecord(site, recordId)
  const record = getVisibleRecords(site, searchListing).find(({ values }) => values.page === page)
  return record && { contentKind: searchListing, record }
}

function findDetailPageRecord(site: OwnSite, recordId: string): { contentKind: ContentKind; record: StoredRecord } | undefined {
  for (const contentKind of contentKinds.filter(({ kind }) => findDetailPage(kind))) {
    const record = getVisibleRecords(site, contentKind).find(({ id }) => id === recordId)
    if (record) return { contentKind, record }
  }
}
