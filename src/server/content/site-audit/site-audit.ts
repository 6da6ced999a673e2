import { redirect } from '#contract/content/kinds/redirect.ts'
import {
  auditSiteEndpoint,
  auditUnsavedChangeEndpoint,
  type ProposedRecordsChange,
  type SiteAuditFinding,
} from '#contract/content/site-audit.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { detailPages, publicPages } from '#contract/core/public-pages.ts'
import { buildAddRecordSchema, buildUpdateRecordSchema } from '#contract/core/record-schemas.ts'
import { UserError } from '#contract/core/user-error.ts'
import { cachePerContentVersion } from '#platform/db/cache-per-content-version.ts'
import type { ContentVersionReader } from '#platform/db/content-version-reader.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { normalizePathname } from '#platform/http/request-targets.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { type BusinessFactsModule, listChangedBusinessFacts } from '../business/business.ts'
import type { MediaModule } from '../media/media.ts'
import {
  assignSlug,
  buildMovedRecordPaths,
  buildPublishedPages,
  type ContentModule,
  computeSampleFieldsAfterSave,
  fillMissingFields,
  type StoredRecord,
} from '../records/records.ts'
import type { ReleasesModule } from '../releases/releases.ts'
import {
  type AuditedSiteWithContent,
  type CreateRedirectFollower,
  type RecordAfterChange,
  UNSAVED_RECORD_ID,
} from './audited-site.ts'
import { addLocatorToAuditedSite } from './fix-places.ts'
import { createPathToPageMatcher } from './match-path-to-page.ts'
import {
  indexImagesById,
  listBuiltFileSizes,
  listImageIdsInRecords,
  type PageWithContentHashes,
  type RecordsByKind,
  renderSitePages,
  type SiteRenderingDependencies,
} from './render-site-pages.ts'
import { allAuditRules } from './rules/all-rules.ts'
import { findRedirectProblem } from './rules/link-rules.ts'
import { collectBaselineProblems, listNewFindings, runAuditRules } from './run-audit-rules.ts'

export type SiteAuditModule = ModuleFunctions<typeof createSiteAuditModule>

type SiteAuditOptions = SiteRenderingDependencies & {
  content: Pick<ContentModule, 'list'>
  releases: Pick<ReleasesModule, 'list'>
  media: Pick<MediaModule, 'listImageDetailsAndSizes'>
  businessFacts: Pick<BusinessFactsModule, 'listChangedBusinessFacts'>
  contentVersion: ContentVersionReader
  createRedirectFollower: CreateRedirectFollower
}

type RenderedSite = Omit<AuditedSiteWithContent, 'pages'> & { pages: readonly PageWithContentHashes[] }
type SiteContent = Pick<RenderedSite, 'records' | 'pictures' | 'changedFacts'> & { changed?: RecordAfterChange | undefined }

/** Creates the audit of the public pages, as they are and after an unsaved change (decision 49). It changes nothing. */
export function createSiteAuditModule({
  content,
  releases,
  media,
  businessFacts,
  contentVersion,
  createRedirectFollower,
  ...rendering
}: SiteAuditOptions) {
  const renderSite = createSiteRenderer(rendering, createRedirectFollower)

  /** Renders the live site once per content version. */
  const getLiveSite = cachePerContentVersion(contentVersion, async () => {
    const records = await loadContentRecords((contentKind) => content.list(contentKind))
    const changedFacts = await businessFacts.listChangedBusinessFacts()
    const site = await renderSite('live', { records, pictures: await loadImages(records), changedFacts })
    return { site, known: collectBaselineProblems(site, allAuditRules) }
  })

  async function loadImages(records: RecordsByKind): Promise<AuditedSiteWithContent['pictures']> {
    return indexImagesById(await media.listImageDetailsAndSizes(listImageIdsInRecords([...records.values()].flat())))
  }

  function renderProposedSite(live: RenderedSite, proposal: Omit<SiteContent, 'changedFacts'>): Promise<RenderedSite> {
    const changedFacts = [...live.changedFacts, ...listProposedFactChanges(live.records, proposal.records)]
    return renderSite('proposed', { ...proposal, changedFacts })
  }

  const siteAudit = {
    /**
     * Lists all findings. `withDraft` audits the site after the staged changes. `onlyNew` leaves out findings of the live
     * site.
     */
    async auditSite({ withDraft, onlyNew = false }: { withDraft: boolean; onlyNew?: boolean }): Promise<SiteAuditFinding[]> {
      const { site: now, known } = await getLiveSite()
      if (!withDraft) return onlyNew ? [] : runAuditRules(now, allAuditRules)
      const records = await loadContentRecords((contentKind) => releases.list(contentKind))
      const site = await renderProposedSite(now, { records, pictures: await loadImages(records) })
      return onlyNew ? listNewFindings(known, site, allAuditRules) : runAuditRules(site, allAuditRules)
    },

    /** Returns what would make a redirect useless on the live site, and the field at fault. */
    findRedirectProblem: async (values: StoredRecord['values']) => findRedirectProblem((await getLiveSite()).site, values),

    /** Lists the findings that a change would add. Returns none for values that the save would refuse. */
    async auditChange(contentKind: ContentKind, change: ProposedRecordsChange): Promise<SiteAuditFinding[]> {
      const { site: before, known: problems } = await getLiveSite()
      const listAll = () => content.list(contentKind, { withHidden: true })
      const visible = await getChangedRecords(before.records.get(contentKind.kind) ?? [], contentKind, change, listAll)
      if (!visible) return []
      const records: RecordsByKind = new Map([...before.records, [contentKind.kind, visible]])
      const knownImages = before.pictures
      const newImageIds = listImageIdsInRecords(visible).filter((id) => !knownImages.has(id))
      const pictures = new Map([
        ...knownImages,
        ...indexImagesById(newImageIds.length > 0 ? await media.listImageDetailsAndSizes(newImageIds) : []),
      ])
      const savedId = change.values && (change.id ?? UNSAVED_RECORD_ID)
      const record = visible.find(({ id }) => id === savedId)
      const changed = record && { contentKind, record }
      const findings = listNewFindings(problems, await renderProposedSite(before, { records, pictures, changed }), allAuditRules)
      // Ignores equal records: the form may have been sent twice, and a repeated add saves only once (decision 30).
      const isAdded = change.values !== undefined && change.id === undefined
      return isAdded ? findings.filter(({ rule }) => rule !== 'same-record') : findings
    },
  }

  const handlers = [
    defineHandler(auditSiteEndpoint, async ({ query }) => ({
      findings: await siteAudit.auditSite({ withDraft: query.draft === true, onlyNew: query.new === true }),
    })),

    defineHandler(auditUnsavedChangeEndpoint, async ({ params, body }) => {
      const contentKind = contentKinds.find(({ kind }) => kind === params.kind)
      if (!contentKind) throw new UserError(404, 'There’s no such kind of content.')
      return { findings: await siteAudit.auditChange(contentKind, body) }
    }),
  ]

  return { ...siteAudit, name: 'content/site-audit', handlers } satisfies ServerModule
}

/** Renders sites. The last live and the last proposed one lend their unchanged pages to the next rendering. */
function createSiteRenderer(rendering: SiteRenderingDependencies, createRedirectFollower: CreateRedirectFollower) {
  // Whether a public page exists depends on the records.
  const publicPaths = new Set<string>([...publicPages, ...detailPages].map(({ path }) => path))
  const findPage = createPathToPageMatcher(rendering.pages.filter(({ path }) => !publicPaths.has(path)))
  const lastSites: { live?: RenderedSite; proposed?: RenderedSite } = {}
  let builtFiles: Promise<ReadonlyMap<string, number>> | undefined

  return async (version: 'live' | 'proposed', siteContent: SiteContent): Promise<RenderedSite> => {
    const { records, pictures } = siteContent
    builtFiles ??= listBuiltFileSizes()
    const previousPages = [lastSites.live, lastSites.proposed].flatMap((site) => site?.pages ?? [])
    const pages = await renderSitePages(buildPublishedPages(records), previousPages, records, pictures, rendering)
    const { origin } = rendering
    const toPathKey = (path: string) => {
      const url = URL.parse(path, origin)
      return url ? normalizePathname(url) : path
    }
    const pathKeys = new Set(pages.map(({ path }) => toPathKey(path)))
    const findSitePage = (path: string) => (pathKeys.has(toPathKey(path)) ? ({ access: 'anyone' } as const) : findPage(path))
    const pagePaths = [...rendering.pages, ...pages].map(({ path }) => path)
    const followRedirects = createRedirectFollower(listRedirects(records), pagePaths, origin)
    const finders = { findPage: findSitePage, followRedirects }
    const site = addLocatorToAuditedSite({ ...siteContent, origin, pages, files: await builtFiles, ...finders })
    lastSites[version] = site
    return site
  }
}

/** Lists the owner's redirects, then the former paths of records, as the server follows them. */
function listRedirects(records: RecordsByKind): Readonly<Record<string, string | undefined>>[] {
  const moved = buildMovedRecordPaths(records).map((paths) => ({ ...paths, state: 'Moved' }))
  return [...(records.get(redirect.kind) ?? []).map(({ values }) => values), ...moved]
}

async function loadContentRecords(list: (contentKind: ContentKind) => Promise<StoredRecord[]>): Promise<RecordsByKind> {
  return new Map(await Promise.all(contentKinds.map(async (contentKind) => [contentKind.kind, await list(contentKind)] as const)))
}

/** Returns the kind's visible records after the change, or undefined if visitors would see no difference. */
async function getChangedRecords(
  now: readonly StoredRecord[],
  contentKind: ContentKind,
  { id, values, hidden, ids }: ProposedRecordsChange,
  listAll: () => Promise<StoredRecord[]>,
) {
  if (values) return getSavedRecords(now, contentKind, id, values)
  if (ids) return now.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  if (now.some((record) => record.id === id) !== hidden) return undefined
  if (hidden) return now.filter((record) => record.id !== id)
  return (await listAll())
    .filter((record) => record.id === id || !record.isHidden)
    .map((record) => ({ ...record, isHidden: false }))
}

function listProposedFactChanges(before: RecordsByKind, after: RecordsByKind): AuditedSiteWithContent['changedFacts'] {
  return contentKinds.flatMap((contentKind) => {
    const olderRecords = new Map((before.get(contentKind.kind) ?? []).map((record) => [record.id, record.values]))
    return (after.get(contentKind.kind) ?? []).flatMap(({ id, values }) => {
      const older = olderRecords.get(id)
      return older ? listChangedBusinessFacts(contentKind, values, [older]) : []
    })
  })
}

/** Merges the typed values into the records. Returns undefined if they can't be saved or the record isn't visible. */
function getSavedRecords(
  all: readonly StoredRecord[],
  contentKind: ContentKind,
  id: string | undefined,
  values: Record<string, string>,
) {
  const parsedValues = (id === undefined ? buildAddRecordSchema(contentKind) : buildUpdateRecordSchema(contentKind)).safeParse(
    values,
  )
  if (!parsedValues.success) return undefined
  const old = all.find((record) => record.id === id)
  if (id !== undefined && !old) return undefined
  const mergedValues = fillMissingFields(contentKind, { ...old?.values, ...(parsedValues.data as Record<string, string>) })
  const others = all.filter((record) => record !== old)
  const valuesWithSlug = assignSlug(contentKind, mergedValues, old?.values ?? {}, others)
  const sampleFields = computeSampleFieldsAfterSave(contentKind, valuesWithSlug, old)
  const record = { id: UNSAVED_RECORD_ID, version: 1, isHidden: false, ...old, sampleFields, values: valuesWithSlug }
  const rest = contentKind.shape === 'single' ? [record, ...all] : [...all, record]
  return old ? all.map((one) => (one === old ? record : one)) : rest
}
