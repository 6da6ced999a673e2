import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { endpointsOf } from '../../../contract/content/content-kind-endpoints.ts'
import { listPictureFacts, mediaIdOf } from '../../../contract/content/media.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import { callName } from '../../../contract/endpoints.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import type { Call, Endpoint } from '../../../contract/grammar/endpoint.ts'
import { itemPageOf, type ListedPage, publicPages } from '../../../contract/grammar/public-pages.ts'
import type { EntryServer, Rendered, Visit } from '../../../contract/grammar/rendering.ts'
import { visitor } from '../../../contract/grammar/viewer.ts'
import { builtFile } from '../../platform/built.ts'
import type { PictureWeight } from '../media/media.ts'
import { pagesOf, type StoredRecord, toWire } from '../records/records.ts'
import { readPageInTurns } from './read-page.ts'
import type { CheckedPage, Site } from './site.ts'

export type Records = ReadonlyMap<string, readonly StoredRecord[]>

export type Rendering = {
  render: (request: Request, visit: Visit) => Promise<Rendered | Response>
  factsOf: EntryServer['factsOf']
  pages: EntryServer['pages']
  /** The data door as a visitor's. */
  visitorCall: Call
  origin: string
}

/** A page that was drawn, and what it was told of each kind of content that it asked for. */
export type MadePage = CheckedPage & { told: ReadonlyMap<ContentKind, string> }

/** What pages would be told of a kind, as short as a comparison needs it. */
type Told = (contentKind: ContentKind) => string

/** By name, not by value: the pages are a build of their own with copies of the endpoints. */
const kindsByCall = new Map<string, string>(
  contentKinds.map((contentKind) => [callName(endpointsOf(contentKind).list), contentKind.kind]),
)
const contentKindsByName = new Map(contentKinds.map((contentKind) => [contentKind.kind, contentKind]))

/** The public pages that there would be, were these the records. */
export function pagesWith(records: Records): ListedPage[] {
  const fixed = publicPages.map(({ name, path }) => ({ name, path, title: name }))
  const ofRecords = contentKinds.filter(({ kind }) => itemPageOf(kind))
  return [...fixed, ...ofRecords.flatMap((contentKind) => pagesOf(contentKind, records.get(contentKind.kind) ?? []))]
}

/**
 * These pages as visitors would get them, were these the records. Of those that were drawn before, a page stands for as
 * long as it would be told the same; other work gets its turn after each that is drawn.
 */
export async function readPages(
  pages: readonly ListedPage[],
  drawnBefore: readonly MadePage[],
  records: Records,
  pictures: Site['pictures'],
  rendering: Rendering,
): Promise<MadePage[]> {
  const told = tellOnce(records, pictures)
  const before = Map.groupBy(drawnBefore, ({ path }) => path)
  const made: MadePage[] = []
  for (const page of pages) {
    const standing = before.get(page.path)?.find((one) => stands(one, told))
    made.push(standing ?? (await readOne(page, records, pictures, told, rendering)))
    if (!standing) await new Promise(setImmediate)
  }
  return made
}

/** What could not be shown is tried again. */
function stands({ status, told: before }: MadePage, told: Told): boolean {
  return status === 200 && [...before].every(([contentKind, was]) => told(contentKind) === was)
}

/** Of pictures a page shows those alone that its records name, and no page says how often a record was saved. */
function tellOnce(records: Records, pictures: Site['pictures']): Told {
  const all = new Map<ContentKind, string>()
  return (contentKind) => {
    const known = all.get(contentKind)
    if (known !== undefined) return known
    const own = records.get(contentKind.kind) ?? []
    const shown = picturesIn(own).map((id) => pictures.get(id)?.facts)
    const said = own.map((record) => toWire(contentKind, { ...record, version: 0 }))
    const short = createHash('sha256')
      .update(JSON.stringify([said, shown]))
      .digest('base64')
    all.set(contentKind, short)
    return short
  }
}

async function readOne(
  { name: page, path, recordId }: ListedPage,
  records: Records,
  pictures: Site['pictures'],
  told: Told,
  { render, factsOf, visitorCall, origin }: Rendering,
): Promise<MadePage> {
  const asked = new Map<ContentKind, string>()
  const call = ((endpoint: Endpoint, input: never) => {
    const contentKind = contentKindsByName.get(kindsByCall.get(callName(endpoint)) ?? '')
    if (contentKind) {
      asked.set(contentKind, told(contentKind))
      return Promise.resolve((records.get(contentKind.kind) ?? []).map((record) => toWire(contentKind, record)))
    }
    if (callName(endpoint) === callName(listPictureFacts))
      return Promise.resolve([...pictures.values()].map(({ facts }) => facts))
    return visitorCall(endpoint as never, input)
  }) as Call
  const rendered = await render(new Request(origin + path), { call, viewer: visitor, origin })
  const html = rendered instanceof Response ? '' : rendered.html
  const facts = await factsOf({ name: page, path }, call)
  const name = recordId === undefined ? page : path
  return {
    name,
    page,
    path,
    recordId,
    status: rendered.status,
    headers: rendered.headers,
    html: await readPageInTurns(html),
    facts,
    told: asked,
  }
}

/** The ids of the pictures of the library that these records name. */
export function picturesIn(records: Iterable<StoredRecord>): string[] {
  const named = [...records].flatMap(({ values }) => Object.values(values).flatMap((value) => mediaIdOf(value.trim()) ?? []))
  return [...new Set(named)]
}

export function byId(pictures: readonly PictureWeight[]): Site['pictures'] {
  return new Map(pictures.map((picture) => [picture.id, picture]))
}

/** The files that come with the site by their addresses, each with the bytes of the form that most browsers are sent. */
export async function readBuiltFiles(): Promise<ReadonlyMap<string, number>> {
  const root = builtFile('client/')
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
  const plain = sizes.filter(([address]) => !/\.(br|gz)$/.test(address))
  return new Map(plain.map(([address, bytes]) => [address, all.get(`${address}.br`) ?? bytes]))
}
