import { NEW_RECORD_ID } from '../../../contract/content/autosaves.ts'
import type { ProposedChange, SiteAuditFinding } from '../../../contract/content/site-audit.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import type { ContentKind } from '../../../contract/core/content-kind.ts'
import { buildAddSchema, buildUpdateSchema } from '../../../contract/core/content-kind-schema.ts'
import { detailPages } from '../../../contract/core/public-pages.ts'
import { type ContentVersion, cachePerContentVersion } from '../../platform/db/content-version.ts'
import type { EndpointHandler } from '../../platform/http/register-api.ts'
import type { ModuleApi, ServerModule } from '../../platform/module.ts'
import type { MediaLibrary } from '../media/media.ts'
import { assignSlug, type ContentService, fillMissingFields, type StoredRecord, updateSampleFields } from '../records/records.ts'
import type { Releases } from '../releases/releases.ts'
import { addLocate, type OwnSite } from './audited-site.ts'
import { createPageFinder, stripTrailingSlash } from './find-site-page.ts'
import { createSiteAuditHandlers } from './handlers.ts'
import {
  indexImagesById,
  listBuiltFileSizes,
  listImageIds,
  listSitePages,
  type RecordsByKind,
  type RenderedSitePage,
  renderSitePages,
  type SiteRendering,
} from './render-site-pages.ts'
import { ownSiteRules } from './rules/all-rules.ts'
import { indexKnownProblems, listNewFindings, runAuditRules } from './run-audit.ts'

export type SiteAudit = ModuleApi<typeof createSiteAudit>

type SiteAuditOptions = SiteRendering & {
  content: Pick<ContentService, 'list'>
  releases: Pick<Releases, 'list'>
  media: Pick<MediaLibrary, 'listImageSizes'>
  contentVersion: ContentVersion
}

type RenderedSite = Omit<OwnSite, 'pages'> & { pages: readonly RenderedSitePage[] }

/** What is wrong on the public pages, now and after a change (docs/decisions/0049). Changes nothing. */
export function createSiteAudit({ content, releases, media, contentVersion, ...rendering }: SiteAuditOptions) {
  // Of pages of records those are there that the records make.
  const fixedPages = rendering.pages.filter(({ path }) => !detailPages.some((page) => page.path === path))
  const findPage = createPageFinder(fixedPages)
  let builtFiles: Promise<ReadonlyMap<string, number>> | undefined

  /** What was read last: what visitors saw then, and what somebody asked about. Pages of both stand where nothing in them changed. */
  let lastLive: RenderedSite | undefined
  let lastProposed: RenderedSite | undefined

  /** What visitors see now. A page is read again only after what it says has changed. */
  const getLiveSite = cachePerContentVersion(contentVersion, async () => {
    const records = await loadRecords((contentKind) => content.list(contentKind))
    const site = await renderSite(records, await loadImages(records))
    lastLive = site
    return { site, known: indexKnownProblems(site, ownSiteRules) }
  })

  async function loadRecords(list: (contentKind: ContentKind) => Promise<StoredRecord[]>): Promise<RecordsByKind> {
    return new Map(
      await Promise.all(contentKinds.map(async (contentKind) => [contentKind.kind, await list(contentKind)] as const)),
    )
  }

  async function loadImages(records: RecordsByKind): Promise<OwnSite['pictures']> {
    return indexImagesById(await media.listImageSizes(listImageIds([...records.values()].flat())))
  }

  async function renderSite(records: RecordsByKind, images: OwnSite['pictures']): Promise<RenderedSite> {
    builtFiles ??= listBuiltFileSizes()
    const previousPages = [lastLive, lastProposed].flatMap((site) => site?.pages ?? [])
    const pages = await renderSitePages(listSitePages(records), previousPages, records, images, rendering)
    const detailPagePaths = new Set(pages.filter(({ recordId }) => recordId !== undefined).map(({ path }) => path))
    const findSitePage = (path: string) =>
      detailPagePaths.has(stripTrailingSlash(path)) ? ({ access: 'anyone' } as const) : findPage(path)
    return addLocate({
      origin: rendering.origin,
      pages,
      records,
      pictures: images,
      files: await builtFiles,
      findPage: findSitePage,
    })
  }

  async function renderProposedSite(records: RecordsByKind, images: OwnSite['pictures']): Promise<RenderedSite> {
    lastProposed = await renderSite(records, images)
    return lastProposed
  }

  const siteAudit = {
    /** Everything that is wrong, with the draft laid over the site where that is asked for; or only what is not so now. */
    async auditSite({ withDraft, onlyNew = false }: { withDraft: boolean; onlyNew?: boolean }): Promise<SiteAuditFinding[]> {
      const { site: now, known } = await getLiveSite()
      if (!withDraft) return onlyNew ? [] : runAuditRules(now, ownSiteRules)
      const records = await loadRecords((contentKind) => releases.list(contentKind))
      const site = await renderProposedSite(records, await loadImages(records))
      return onlyNew ? listNewFindings(known, site, ownSiteRules) : runAuditRules(site, ownSiteRules)
    },

    /** What would be wrong after the change and is not now. Nothing for values that could not be saved: the save says why. */
    async auditChange(contentKind: ContentKind, change: ProposedChange): Promise<SiteAuditFinding[]> {
      const { site: before, known: problems } = await getLiveSite()
      const visible = await getChangedRecords(before.records.get(contentKind.kind) ?? [], contentKind, change)
      if (!visible) return []
      const records: RecordsByKind = new Map([...before.records, [contentKind.kind, visible]])
      const known = before.pictures
      const unknown = listImageIds(visible).filter((id) => !known.has(id))
      const images = new Map([...known, ...indexImagesById(unknown.length > 0 ? await media.listImageSizes(unknown) : [])])
      const findings = listNewFindings(problems, await renderProposedSite(records, images), ownSiteRules)
      // A form that is sent again adds nothing a second time (decision 30), and cannot be told here from one that is written again.
      const isAdded = change.values !== undefined && change.id === undefined
      return isAdded ? findings.filter(({ rule }) => rule !== 'same-record') : findings
    },
  }
  return {
    ...siteAudit,
    name: 'content/site-audit',
    handlers: (): EndpointHandler[] => createSiteAuditHandlers(siteAudit),
  } satisfies ServerModule

  /** What visitors would see of the kind; undefined where that is what they see now. */
  async function getChangedRecords(
    now: readonly StoredRecord[],
    contentKind: ContentKind,
    { id, values, hidden, ids }: ProposedChange,
  ) {
    if (values) return getSavedRecords(now, contentKind, id, values)
    if (ids) return now.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    if (now.some((record) => record.id === id) !== hidden) return undefined
    if (hidden) return now.filter((record) => record.id !== id)
    const all = await content.list(contentKind, { withHidden: true })
    return all.filter((record) => record.id === id || !record.isHidden).map((record) => ({ ...record, isHidden: false }))
  }
}

/** The records with the typed values laid over; undefined where they could not be saved, or nobody would see them. */
function getSavedRecords(
  all: readonly StoredRecord[],
  contentKind: ContentKind,
  id: string | undefined,
  values: Record<string, string>,
) {
  const parsedValues = (id === undefined ? buildAddSchema(contentKind) : buildUpdateSchema(contentKind)).safeParse(values)
  if (!parsedValues.success) return undefined
  const old = all.find((record) => record.id === id)
  if (id !== undefined && !old) return undefined
  const mergedValues = fillMissingFields(contentKind, { ...old?.values, ...(parsedValues.data as Record<string, string>) })
  const others = all.filter((record) => record !== old)
  const valuesWithSlug = assignSlug(contentKind, mergedValues, old?.values ?? {}, others)
  const sampleFields = updateSampleFields(contentKind, valuesWithSlug, old)
  const record = { id: NEW_RECORD_ID, version: 1, isHidden: false, ...old, sampleFields, values: valuesWithSlug }
  const rest = contentKind.shape === 'single' ? [record, ...all] : [...all, record]
  return old ? all.map((one) => (one === old ? record : one)) : rest
}
