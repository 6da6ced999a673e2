import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { listSiteImageDetailsEndpoint } from '#contract/content/media.ts'
import { listMediaIds } from '#contract/content/media-urls.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { ApiCallFunction, Endpoint } from '#contract/core/endpoint.ts'
import { buildEndpointKey } from '#contract/core/endpoint.ts'
import type { PageRenderer, PageRequestContext, RenderedPage } from '#contract/core/page-rendering-interface.ts'
import type { PublishedPage } from '#contract/core/public-pages.ts'
import { anonymousViewer } from '#contract/core/viewer.ts'
import { getBuiltFileUrl } from '#platform/built-file-url.ts'
import type { ImageDetailsAndFileSizes } from '../media/media.ts'
import { type StoredRecord, serializeRecord } from '../records/records.ts'
import type { AuditedSitePage, AuditedSiteWithContent } from './audited-site.ts'
import { parsePageHtmlInChunks } from './parse-page-html.ts'

export type RecordsByKind = ReadonlyMap<string, readonly StoredRecord[]>

export type SiteRenderingDependencies = {
  render: (request: Request, visit: PageRequestContext) => Promise<RenderedPage | Response>
  getPageMetadata: PageRenderer['getPageMetadata']
  pages: PageRenderer['pages']
  visitorCall: ApiCallFunction
  origin: string
}

/** A rendered page, with a hash of the content of each kind that it read. */
export type PageWithContentHashes = AuditedSitePage & { contentHashes: ReadonlyMap<ContentKind, string> }

/** Returns a hash of what pages show of a kind. */
type HashContent = (contentKind: ContentKind) => string

/** Finds the kind by the endpoint's name. The built pages have their own copies of the endpoints, so the objects differ. */
const kindsByCall = new Map<string, string>(
  contentKinds.map((contentKind) => [buildEndpointKey(getReadAddAndUpdateEndpoints(contentKind).list), contentKind.kind]),
)
const contentKindsByName = new Map(contentKinds.map((contentKind) => [contentKind.kind, contentKind]))

/**
 * Renders these pages as visitors would see them with these records. Reuses a page from `previousPages` if its content
 * has the same hashes. Lets other requests run after each rendered page.
 */
export async function renderSitePages(
  pages: readonly PublishedPage[],
  previousPages: readonly PageWithContentHashes[],
  records: RecordsByKind,
  images: AuditedSiteWithContent['pictures'],
  rendering: SiteRenderingDependencies,
): Promise<PageWithContentHashes[]> {
  const hashContent = createContentHasher(records, images)
  const before = Map.groupBy(previousPages, ({ path }) => path)
  const renderedPages: PageWithContentHashes[] = []
  for (const page of pages) {
    const unchangedPage = before.get(page.path)?.find((one) => isUnchanged(one, hashContent))
    renderedPages.push(unchangedPage ?? (await renderSitePage(page, records, images, hashContent, rendering)))
    if (!unchangedPage) await new Promise(setImmediate)
  }
  return renderedPages
}

/** A page that failed is rendered again. */
function isUnchanged({ status, contentHashes: before }: PageWithContentHashes, hashContent: HashContent): boolean {
  return status === 200 && [...before].every(([contentKind, was]) => hashContent(contentKind) === was)
}

/** A page shows only the images that its records name. No page shows a record's version, so the hash leaves it out. */
function createContentHasher(records: RecordsByKind, images: AuditedSiteWithContent['pictures']): HashContent {
  const hashes = new Map<ContentKind, string>()
  return (contentKind) => {
    const cachedHash = hashes.get(contentKind)
    if (cachedHash !== undefined) return cachedHash
    const kindRecords = records.get(contentKind.kind) ?? []
    const imageDetails = listImageIdsInRecords(kindRecords).map((id) => images.get(id)?.details)
    const serializedRecords = kindRecords.map((record) => serializeRecord(contentKind, { ...record, version: 0 }))
    const hash = createHash('sha256')
      .update(JSON.stringify([serializedRecords, imageDetails]))
      .digest('base64')
    hashes.set(contentKind, hash)
    return hash
  }
}

async function renderSitePage(
  { name: page, path, recordId }: PublishedPage,
  records: RecordsByKind,
  images: AuditedSiteWithContent['pictures'],
  hashContent: HashContent,
  { render, getPageMetadata, visitorCall, origin }: SiteRenderingDependencies,
): Promise<PageWithContentHashes> {
  const usedHashes = new Map<ContentKind, string>()
  const call = ((endpoint: Endpoint, input: never) => {
    const contentKind = contentKindsByName.get(kindsByCall.get(buildEndpointKey(endpoint)) ?? '')
    if (contentKind) {
      usedHashes.set(contentKind, hashContent(contentKind))
      return Promise.resolve((records.get(contentKind.kind) ?? []).map((record) => serializeRecord(contentKind, record)))
    }
    if (buildEndpointKey(endpoint) === buildEndpointKey(listSiteImageDetailsEndpoint))
      return Promise.resolve([...images.values()].map(({ details }) => details))
    return visitorCall(endpoint as never, input)
  }) as ApiCallFunction
  const rendered = await render(new Request(origin + path), { call, viewer: anonymousViewer, origin })
  const html = rendered instanceof Response ? '' : rendered.html
  const metadata = await getPageMetadata({ name: page, path }, call)
  const name = recordId === undefined ? page : path
  return {
    name,
    page,
    path,
    recordId,
    status: rendered.status,
    headers: rendered.headers,
    html: await parsePageHtmlInChunks(html),
    metadata,
    contentHashes: usedHashes,
  }
}

export function listImageIdsInRecords(records: Iterable<StoredRecord>): string[] {
  return listMediaIds([...records].flatMap(({ values }) => Object.values(values)))
}

export function indexImagesById(images: readonly ImageDetailsAndFileSizes[]): AuditedSiteWithContent['pictures'] {
  return new Map(images.map((picture) => [picture.id, picture]))
}

/** Lists the built files by URL path, with the size of the compressed file if there is one. */
export async function listBuiltFileSizes(): Promise<ReadonlyMap<string, number>> {
  const root = getBuiltFileUrl('client/')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const file = `${parentPath.replace(/\/$/, '')}/${name}`
        return [`/${file.slice(root.pathname.length)}`, (await stat(file)).size] as const
      }),
  )
  const all = new Map(sizes)
  const uncompressedSizes = sizes.filter(([address]) => !/\.(br|gz)$/.test(address))
  return new Map(uncompressedSizes.map(([address, bytes]) => [address, all.get(`${address}.br`) ?? bytes]))
}
