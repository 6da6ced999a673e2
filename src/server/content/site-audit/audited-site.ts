import type { ContentKind } from '#contract/core/content-kind.ts'
import type { Access } from '#contract/core/endpoint.ts'
import type { PageMetadataAndDefaults } from '#contract/core/page-rendering-interface.ts'
import type { PublicPageName } from '#contract/core/public-pages.ts'
import type { ChangedBusinessFact } from '../business/business.ts'
import type { ImageDetailsAndFileSizes } from '../media/media.ts'
import type { StoredRecord } from '../records/records.ts'
import type { AnyAuditedSite, AuditedPage, RuleProblem } from './run-audit-rules.ts'

/** A public page of our site. A record's page is named by its path, because all of them share one `page`. */
export type AuditedSitePage = AuditedPage & {
  page: PublicPageName
  recordId?: string | undefined
  metadata: PageMetadataAndDefaults
}

export type AuditedSiteWithContent = AnyAuditedSite<AuditedSitePage> & {
  /** The records that visitors see, by kind. */
  records: ReadonlyMap<string, readonly StoredRecord[]>
  /** The library images that the content uses, by id. */
  pictures: ReadonlyMap<string, ImageDetailsAndFileSizes>
  /** Former facts of the business and former names of pages. */
  changedFacts: readonly ChangedBusinessFact[]
  /** The files that ship with the product, by path, with their compressed size in bytes. */
  files: ReadonlyMap<string, number>
  /** The record that an unsaved change saves. Its fields are the first places where a problem is fixed. */
  changed?: RecordAfterChange | undefined
  /** Finds the page at a path, including pages for customers and admins. */
  findPage: (path: string) => { access: Access } | undefined
  followRedirects: FollowRedirects
}

/** Follows redirects as the server does. Returns undefined if none matches. `url` is missing if the end is gone. */
type FollowRedirects = (start: URL) => { url: URL | undefined } | undefined

/** Creates a function that follows these redirects. A redirect never replaces a page at one of `pagePaths`. */
export type CreateRedirectFollower = (
  redirects: readonly Readonly<Record<string, string | undefined>>[],
  pagePaths: readonly string[],
  origin: string,
) => FollowRedirects

export type RecordAfterChange = { contentKind: ContentKind; record: StoredRecord }

/** The id of a record that an unsaved change adds. It has the format of an id, so its order link counts as a page. */
export const UNSAVED_RECORD_ID = '00000000-0000-4000-8000-000000000000'

export type SiteRuleCheck = (site: AuditedSiteWithContent) => RuleProblem[]

export function getVisibleRecords(site: Pick<AuditedSiteWithContent, 'records'>, { kind }: ContentKind): readonly StoredRecord[] {
  return site.records.get(kind) ?? []
}
