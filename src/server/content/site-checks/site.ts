import { searchListing } from '../../../contract/content/kinds/search-listing.ts'
import { NEW_RECORD } from '../../../contract/content/own-drafts.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import { type ContentKind, editorOf, isShownOn } from '../../../contract/grammar/content-kind.ts'
import type { Access } from '../../../contract/grammar/endpoint.ts'
import { itemPageOf, type PublicPageName } from '../../../contract/grammar/public-pages.ts'
import type { BothFacts } from '../../../contract/grammar/rendering.ts'
import type { searchFields } from '../../../contract/grammar/search-fields.ts'
import type { PictureWeight } from '../media/media.ts'
import type { StoredRecord } from '../records/records.ts'
import type { AuditedPage, AuditedSite, Place, Problem } from './audit.ts'

/** One of our own public pages. A record's page is named by its path, because all of them share the other name. */
export type CheckedPage = AuditedPage & {
  page: PublicPageName
  recordId?: string | undefined
  facts: BothFacts
}

/** Our own site: its public pages, and the content that they are made of. */
export type Site = AuditedSite<CheckedPage> & {
  /** The records that visitors see, by kind. */
  records: ReadonlyMap<string, readonly StoredRecord[]>
  /** The pictures of the library that the content names, by id. */
  pictures: ReadonlyMap<string, PictureWeight>
  /** The files that come with the site, by path, with the bytes that are sent of each. */
  files: ReadonlyMap<string, number>
  /** Returns the page at a path, those for customers and admins included. */
  pageAt: (path: string) => { access: Access } | undefined
}

export type Check = (site: Site) => Problem[]

/** Adds `locate`: the field that holds a text, or else the first part of the page. */
export function withLocate<S extends Omit<Site, 'locate'>>(site: S): S & Pick<Site, 'locate'> {
  const locate: Site['locate'] = (page, holds) => (holds && whereSaid(site, page, holds)) ?? partOf(page)
  return { ...site, locate }
}

export function recordsOf(site: Pick<Site, 'records'>, { kind }: ContentKind): readonly StoredRecord[] {
  return site.records.get(kind) ?? []
}

/** Where a field of a record is edited; without a record, where one is added. */
export function placeOf(contentKind: ContentKind, record?: StoredRecord, field?: string): Place {
  const { kind, title, fields, editor } = contentKind
  const isNew = record === undefined || record.id === NEW_RECORD
  const page = isNew ? undefined : editorOf(contentKind, record.values)
  const names = [title, ...(record && contentKind.shape === 'list' ? [`“${nameOf(contentKind, record)}”`] : [])].join(' ')
  const label = field && fields[field]?.label
  const first = Object.keys(fields)[0] ?? ''
  return {
    name: label ? `${names}: ${label}` : names,
    path: page
      ? `${page.path.replace(':id', record?.id ?? '')}${field ? `#edit-${kind}-${field}` : ''}`
      : `${editor.home}${isNew ? `#add-${kind}-${field ?? first}` : ''}`,
  }
}

/** What a list calls a record. */
export function nameOf({ fields, editor, title }: ContentKind, { values }: StoredRecord): string {
  const name = values[(editor.shows ?? Object.keys(fields))[0] ?? '']?.replace(/\s+/g, ' ').trim() || title
  return name.length > MOST_OF_A_NAME ? `${name.slice(0, MOST_OF_A_NAME)}…` : name
}

/** In characters. */
const MOST_OF_A_NAME = 48

/** The first field, of the page's own record and then of the kinds on the page before all others, whose text `holds` what is looked for. */
export function whereSaid(
  site: Pick<Site, 'records'>,
  { page, recordId }: CheckedPage,
  holds: (value: string) => boolean,
): Place | undefined {
  const [onPage, elsewhere] = [true, false].map((is) => contentKinds.filter((contentKind) => isShownOn(contentKind, page) === is))
  for (const contentKind of [...(onPage ?? []), ...(elsewhere ?? [])]) {
    const records = recordsOf(site, contentKind)
    for (const record of records.toSorted((a, b) => Number(b.id === recordId) - Number(a.id === recordId))) {
      const field = Object.keys(contentKind.fields).find((name) => holds(record.values[name] ?? ''))
      if (field) return placeOf(contentKind, record, field)
    }
  }
}

/** What to edit where a page says something that stands in no field: its first part. */
export function partOf({ page, name }: CheckedPage): Place {
  const contentKind = contentKinds.find(({ shownOn }) => (shownOn as readonly string[]).includes(page))
  return contentKind ? { name: contentKind.title, path: contentKind.editor.home } : { name, path: '/setting' }
}

type SearchField = keyof typeof searchFields

/** What the owner says of the page to search engines, in a field of its record or in a search result. */
export function listedAs(site: Site, checked: CheckedPage, field: SearchField): string | undefined {
  return listingFor(site, checked)?.record.values[field]
}

/** Where such words are edited, or written for the first time. */
export function listingPlace(site: Site, checked: CheckedPage, field: SearchField): Place {
  const found = listingFor(site, checked)
  if (found) return placeOf(found.contentKind, found.record, field)
  const { name, path } = placeOf(searchListing, undefined, field)
  return { name: name.replace(':', ` of ${checked.name}:`), path: path.replace('#', `?page=${checked.name}#`) }
}

function listingFor(site: Site, { page, recordId }: CheckedPage): { contentKind: ContentKind; record: StoredRecord } | undefined {
  if (recordId !== undefined) return ownRecord(site, recordId)
  const record = recordsOf(site, searchListing).find(({ values }) => values.page === page)
  return record && { contentKind: searchListing, record }
}

function ownRecord(site: Site, recordId: string): { contentKind: ContentKind; record: StoredRecord } | undefined {
  for (const contentKind of contentKinds.filter(({ kind }) => itemPageOf(kind))) {
    const record = recordsOf(site, contentKind).find(({ id }) => id === recordId)
    if (record) return { contentKind, record }
  }
}
