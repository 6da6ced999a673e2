import { NEW_RECORD } from '../../../contract/content/own-drafts.ts'
import type { Change, Finding } from '../../../contract/content/site-checks.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { addBody, updateBody } from '../../../contract/grammar/content-kind-schema.ts'
import { itemPages } from '../../../contract/grammar/public-pages.ts'
import { type ContentVersion, cachedPerVersion } from '../../platform/db/content-version.ts'
import type { Handled } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import type { Media } from '../media/media.ts'
import { type Content, complete, type StoredRecord, samplesAfterSave, withAddress } from '../records/records.ts'
import type { Releases } from '../releases/releases.ts'
import { findingsOn, knownProblems, newFindings } from './audit.ts'
import { siteCheckHandlers } from './handlers.ts'
import { bare, createPageFinder } from './page-at.ts'
import {
  byId,
  type MadePage,
  pagesWith,
  picturesIn,
  type Records,
  type Rendering,
  readBuiltFiles,
  readPages,
} from './read-site.ts'
import { ownRules } from './rules/rules.ts'
import { type Site, withLocate } from './site.ts'

export type SiteChecks = Api<typeof createSiteChecks>

type Parts = Rendering & {
  content: Pick<Content, 'list'>
  releases: Pick<Releases, 'list'>
  media: Pick<Media, 'weights'>
  contentVersion: ContentVersion
}

type MadeSite = Omit<Site, 'pages'> & { pages: readonly MadePage[] }

/** What is wrong on the public pages, now and after a change (docs/decisions/0049). Changes nothing. */
export function createSiteChecks({ content, releases, media, contentVersion, ...rendering }: Parts) {
  // Of pages of records those are there that the records make.
  const fixed = rendering.pages.filter(({ path }) => !itemPages.some((page) => page.path === path))
  const pageAt = createPageFinder(fixed)
  let builtFiles: Promise<ReadonlyMap<string, number>> | undefined

  /** What was read last: what visitors saw then, and what somebody asked about. Pages of both stand where nothing in them changed. */
  let lastLive: MadeSite | undefined
  let lastAsked: MadeSite | undefined

  /** What visitors see now. A page is read again only after what it says has changed. */
  const live = cachedPerVersion(contentVersion, async () => {
    const records = await readRecords((contentKind) => content.list(contentKind))
    const site = await readSite(records, await picturesOf(records))
    lastLive = site
    return { site, known: knownProblems(site, ownRules) }
  })

  async function readRecords(list: (contentKind: ContentKind) => Promise<StoredRecord[]>): Promise<Records> {
    return new Map(
      await Promise.all(contentKinds.map(async (contentKind) => [contentKind.kind, await list(contentKind)] as const)),
    )
  }

  async function picturesOf(records: Records): Promise<Site['pictures']> {
    return byId(await media.weights(picturesIn([...records.values()].flat())))
  }

  async function readSite(records: Records, pictures: Site['pictures']): Promise<MadeSite> {
    builtFiles ??= readBuiltFiles()
    const drawnBefore = [lastLive, lastAsked].flatMap((site) => site?.pages ?? [])
    const pages = await readPages(pagesWith(records), drawnBefore, records, pictures, rendering)
    const ofRecords = new Set(pages.filter(({ recordId }) => recordId !== undefined).map(({ path }) => path))
    const at = (path: string) => (ofRecords.has(bare(path)) ? ({ access: 'anyone' } as const) : pageAt(path))
    return withLocate({ origin: rendering.origin, pages, records, pictures, files: await builtFiles, pageAt: at })
  }

  async function readAsked(records: Records, pictures: Site['pictures']): Promise<MadeSite> {
    lastAsked = await readSite(records, pictures)
    return lastAsked
  }

  const siteChecks = {
    /** Everything that is wrong, with the draft laid over the site where that is asked for; or only what is not so now. */
    async check({ withDraft, onlyNew = false }: { withDraft: boolean; onlyNew?: boolean }): Promise<Finding[]> {
      const { site: now, known } = await live()
      if (!withDraft) return onlyNew ? [] : findingsOn(now, ownRules)
      const records = await readRecords((contentKind) => releases.list(contentKind))
      const site = await readAsked(records, await picturesOf(records))
      return onlyNew ? newFindings(known, site, ownRules) : findingsOn(site, ownRules)
    },

    /** What would be wrong after the change and is not now. Nothing for values that could not be saved: the save says why. */
    async checkChange(contentKind: ContentKind, change: Change): Promise<Finding[]> {
      const { site: before, known: problems } = await live()
      const visible = await changed(before.records.get(contentKind.kind) ?? [], contentKind, change)
      if (!visible) return []
      const records: Records = new Map([...before.records, [contentKind.kind, visible]])
      const known = before.pictures
      const unknown = picturesIn(visible).filter((id) => !known.has(id))
      const pictures = new Map([...known, ...byId(unknown.length > 0 ? await media.weights(unknown) : [])])
      const found = newFindings(problems, await readAsked(records, pictures), ownRules)
      // A form that is sent again adds nothing a second time (decision 30), and cannot be told here from one that is written again.
      const isAdded = change.values !== undefined && change.id === undefined
      return isAdded ? found.filter(({ rule }) => rule !== 'same-record') : found
    },
  }
  return {
    ...siteChecks,
    name: 'content/site-checks',
    handlers: (): Handled[] => siteCheckHandlers(siteChecks),
  } satisfies Module

  /** What visitors would see of the kind; undefined where that is what they see now. */
  async function changed(now: readonly StoredRecord[], contentKind: ContentKind, { id, values, hidden, ids }: Change) {
    if (values) return saved(now, contentKind, id, values)
    if (ids) return now.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    if (now.some((record) => record.id === id) !== hidden) return undefined
    if (hidden) return now.filter((record) => record.id !== id)
    const all = await content.list(contentKind, { withHidden: true })
    return all.filter((record) => record.id === id || !record.isHidden).map((record) => ({ ...record, isHidden: false }))
  }
}

/** The records with the typed values laid over; undefined where they could not be saved, or nobody would see them. */
function saved(all: readonly StoredRecord[], contentKind: ContentKind, id: string | undefined, values: Record<string, string>) {
  const read = (id === undefined ? addBody(contentKind) : updateBody(contentKind)).safeParse(values)
  if (!read.success) return undefined
  const old = all.find((record) => record.id === id)
  if (id !== undefined && !old) return undefined
  const merged = complete(contentKind, { ...old?.values, ...(read.data as Record<string, string>) })
  const others = all.filter((record) => record !== old)
  const addressed = withAddress(contentKind, merged, old?.values ?? {}, others)
  const sampleFields = samplesAfterSave(contentKind, addressed, old)
  const record = { id: NEW_RECORD, version: 1, isHidden: false, ...old, sampleFields, values: addressed }
  const rest = contentKind.shape === 'single' ? [record, ...all] : [...all, record]
  return old ? all.map((one) => (one === old ? record : one)) : rest
}
