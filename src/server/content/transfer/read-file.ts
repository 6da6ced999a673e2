import { createHash } from 'node:crypto'
import { changeMedia } from '../../../contract/content/media.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { addBody } from '../../../contract/grammar/content-kind-schema.ts'
import { itemPageOf } from '../../../contract/grammar/public-pages.ts'
import { isIdShaped } from '../../../contract/grammar/reply.ts'
import { isStorable } from '../../../contract/grammar/text.ts'
import { createYield } from '../../platform/event-loop.ts'
import { areSlugs, type SampleFields } from '../records/records.ts'
import {
  CONTENT,
  DAMAGED,
  type FiledRecord,
  FORMAT,
  fileNameOf,
  MANIFEST,
  MAX_JSON,
  type Manifest,
  manifestSchema,
  type PictureEntry,
  refusedFile,
  transferred,
  VERSION,
} from './format.ts'
import { type ExportedRecord, parseRecords } from './parse-records.ts'
import { type OpenFile, readAt, readTar, type TarEntry } from './tar.ts'

/** A file that holds what it says, of which every record passes the checks of its kind. */
export type ContentFile = {
  sha256: string
  kinds: ReadonlyMap<ContentKind, readonly FiledRecord[]>
  pictures: readonly PictureEntry[]
  /** Throws a 400 where these are other bytes than those of this picture. */
  bytesOf: (picture: PictureEntry) => Promise<Buffer>
}

/** Reads all of a file but its pictures. Throws a 400 with a sentence for each thing that is wrong with it. */
export async function readContentFile(file: OpenFile): Promise<ContentFile> {
  const entries = await readTar(file)
  const manifest = readManifest(await jsonIn(file, entries[0], MANIFEST))
  const { pictures, content } = manifest
  const names = [MANIFEST, CONTENT, ...pictures.map(fileNameOf)]
  const isAsSaid = entries.length === names.length && names.every((name, nth) => entries[nth]?.name === name)
  const areSizesAsSaid = pictures.every(({ bytes }, nth) => entries[nth + 2]?.size === bytes)
  if (!isAsSaid || !areSizesAsSaid || new Set(names).size !== names.length) throw refusedFile([DAMAGED])
  const bytes = await jsonIn(file, entries[1], CONTENT)
  if (sha256Of(bytes) !== content.sha256) throw refusedFile([DAMAGED])
  const problems: string[] = []
  const kinds = await readKinds(await parseRecords(bytes), problems)
  for (const picture of pictures) checkPicture(picture, problems)
  if (problems.length > 0) throw refusedFile(problems)
  const offsets = new Map(entries.map(({ name, offset }) => [name, offset]))
  return {
    sha256: sha256Of(Buffer.from(JSON.stringify(manifest))),
    kinds,
    pictures,
    async bytesOf(picture) {
      const found = await readAt(file, offsets.get(fileNameOf(picture)) ?? 0, picture.bytes)
      if (!sha256Of(found).startsWith(picture.id)) throw refusedFile([DAMAGED])
      return found
    },
  }
}

async function jsonIn(file: OpenFile, entry: TarEntry | undefined, name: string): Promise<Buffer> {
  if (entry?.name !== name || entry.size > MAX_JSON) throw refusedFile([DAMAGED])
  return readAt(file, entry.offset, entry.size)
}

function readManifest(bytes: Buffer): Manifest {
  const said = parsed(bytes)
  const { format, version } = (said ?? {}) as { format?: unknown; version?: unknown }
  if (format !== FORMAT) throw refusedFile([DAMAGED])
  if (typeof version === 'number' && version > VERSION)
    throw refusedFile(['This file was made by a newer version of this program. Bring this site up to date first.'])
  const result = manifestSchema.safeParse(said)
  if (!result.success) throw refusedFile([DAMAGED])
  return result.data
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw refusedFile([DAMAGED])
  }
}

async function readKinds(
  content: Record<string, ExportedRecord[]>,
  problems: string[],
): Promise<Map<ContentKind, FiledRecord[]>> {
  for (const kind of Object.keys(content)) {
    if (!transferred.some((contentKind) => contentKind.kind === kind))
      problems.push(`The file holds a kind of content that this site does not take: “${kind.slice(0, 60)}”.`)
  }
  const seen = new Set<string>()
  const kinds = new Map<ContentKind, FiledRecord[]>()
  for (const contentKind of transferred)
    kinds.set(contentKind, await readRecords(contentKind, content[contentKind.kind] ?? [], seen, problems))
  return kinds
}

async function readRecords(
  contentKind: ContentKind,
  all: readonly ExportedRecord[],
  seen: Set<string>,
  problems: string[],
): Promise<FiledRecord[]> {
  const { title, shape, unique } = contentKind
  if (shape === 'single' && all.length > 1)
    problems.push(`${title}: the file has ${all.length} records, and there can be only one.`)
  const taken = new Set<string>()
  const addresses = new Set<string>()
  const body = addBody(contentKind)
  const yieldToEventLoop = createYield()
  const records: FiledRecord[] = []
  for (const [index, filed] of all.entries()) {
    await yieldToEventLoop()
    const where = all.length === 1 ? title : `${title}, record ${index + 1}`
    const { _id: id, _hidden, _sample, _slugs, ...said } = filed
    if (typeof id !== 'string' || !isIdShaped(id) || seen.has(id)) problems.push(`${where}: it has no id of its own.`)
    seen.add(String(id))
    const refuse = (sentence: string) => problems.push(`${where}: ${sentence}`)
    const values = valuesIn(contentKind, body, said, refuse)
    const slugs = _slugs === undefined ? [] : slugsIn(contentKind, _slugs, addresses, refuse)
    const sole = unique && values[unique]
    if (sole !== undefined && taken.has(sole)) problems.push(`${where}: another record says “${sole}” too.`)
    if (sole !== undefined) taken.add(sole)
    records.push({
      id: String(id),
      isHidden: _hidden === true,
      sampleFields: samplesIn(contentKind, _sample, refuse),
      slugs,
      values,
    })
  }
  return records
}

/** `true` marks the record as a whole. */
function samplesIn({ fields }: ContentKind, marked: string | true | undefined, refuse: (sentence: string) => void): SampleFields {
  if (marked === undefined) return null
  const names = marked === true ? [] : marked.split(' ')
  const unknown = names.find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) refuse(`${unknown} is not a field here.`)
  return names
}

/** The ends of a record's addresses; `taken` are those of the records before it, of which each has a present one of its own. */
function slugsIn(
  contentKind: ContentKind,
  said: string | true,
  taken: Set<string>,
  refuse: (sentence: string) => void,
): string[] {
  const slugs = String(said).split(' ')
  const [present = ''] = slugs
  if (!itemPageOf(contentKind.kind) || !areSlugs(slugs)) refuse('it has an address that its page cannot have.')
  else if (taken.has(present)) refuse(`another record has the address “${present}” too.`)
  taken.add(present)
  return slugs
}

/** As they can be written. A field that the file does not know is empty, as far as its kind does without it. */
function valuesIn(
  contentKind: ContentKind,
  body: ReturnType<typeof addBody>,
  said: ExportedRecord,
  refuse: (sentence: string) => void,
): Record<string, string> {
  if (!Object.entries(said).every(([name, value]) => isStorable(name) && (value === true || isStorable(value)))) {
    refuse('it holds a character that cannot be stored.')
    return {}
  }
  const result = body.safeParse(said)
  if (result.success) return result.data
  for (const { code, path, message, ...issue } of result.error.issues) {
    const unknown = code === 'unrecognized_keys' ? (issue as { keys: string[] }).keys : []
    for (const name of unknown) refuse(`${name} is not a field here.`)
    const label = contentKind.fields[String(path[0])]?.label
    if (unknown.length === 0) refuse(label && !message.startsWith(label) ? `${label}: ${message}` : message)
  }
  return {}
}

function checkPicture({ id, alt, focusX, focusY }: PictureEntry, problems: string[]): void {
  const result = changeMedia.body.safeParse({ alt, focusX, focusY })
  if (!isStorable(alt)) problems.push(`Picture ${id}: its description holds a character that cannot be stored.`)
  if (!result.success) for (const { message } of result.error.issues) problems.push(`Picture ${id}: ${message}`)
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
