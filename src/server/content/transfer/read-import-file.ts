import { createHash } from 'node:crypto'
import { updateImageAltAndFocusEndpoint } from '#contract/content/media.ts'
import { hasIdFormat } from '#contract/core/common-schemas.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { escapeFormatting } from '#contract/core/formatted-text.ts'
import { listFormattedFieldNames } from '#contract/core/markdown-field-names.ts'
import { findDetailPageOfKind } from '#contract/core/public-pages.ts'
import { buildAddRecordSchema } from '#contract/core/record-schemas.ts'
import { isStorableText } from '#contract/core/text-schemas.ts'
import { createEventLoopYield } from '#platform/event-loop-yield.ts'
import { areValidSlugs, type SampleFieldNames } from '../records/records.ts'
import {
  createImportError,
  DAMAGED_FILE_MESSAGE,
  EXPORT_CONTENT_FILE_NAME,
  EXPORT_FORMAT,
  EXPORT_MANIFEST_FILE_NAME,
  EXPORT_VERSION,
  type ExportedImage,
  type ExportManifest,
  exportManifestSchema,
  getArchiveImagePath,
  type ImportedRecord,
  MAX_EXPORT_JSON_BYTES,
  transferredKinds,
} from './export-format.ts'
import { type ExportedRecord, parseExportedRecords } from './parse-exported-records.ts'
import { listTarEntries, type OpenTarFile, readArchiveBytes, type TarEntryLocation } from './tar-archive.ts'

/** A file whose records all pass the checks of their kinds. */
export type ValidatedImportFile = {
  sha256: string
  kinds: ReadonlyMap<ContentKind, readonly ImportedRecord[]>
  pictures: readonly ExportedImage[]
  /** Throws a 400 if the bytes don't match the image's id. */
  readImageBytes: (picture: ExportedImage) => Promise<Buffer>
}

/** Reads everything but the images. Throws a 400 with a sentence for each problem. */
export async function readImportFileWithoutImages(file: OpenTarFile): Promise<ValidatedImportFile> {
  const entries = await listTarEntries(file)
  const manifest = readManifest(await readJsonEntry(file, entries[0], EXPORT_MANIFEST_FILE_NAME))
  const { pictures, content } = manifest
  const names = [EXPORT_MANIFEST_FILE_NAME, EXPORT_CONTENT_FILE_NAME, ...pictures.map(getArchiveImagePath)]
  const hasExpectedNames = entries.length === names.length && names.every((name, index) => entries[index]?.name === name)
  const hasExpectedSizes = pictures.every(({ bytes }, index) => entries[index + 2]?.size === bytes)
  if (!hasExpectedNames || !hasExpectedSizes || new Set(names).size !== names.length)
    throw createImportError([DAMAGED_FILE_MESSAGE])
  const bytes = await readJsonEntry(file, entries[1], EXPORT_CONTENT_FILE_NAME)
  if (hashSha256(bytes) !== content.sha256) throw createImportError([DAMAGED_FILE_MESSAGE])
  const problems: string[] = []
  const kinds = await parseKinds(await parseExportedRecords(bytes), manifest.version, problems)
  for (const picture of pictures) validateImage(picture, problems)
  if (problems.length > 0) throw createImportError(problems)
  const offsets = new Map(entries.map(({ name, offset }) => [name, offset]))
  return {
    sha256: hashSha256(Buffer.from(JSON.stringify(manifest))),
    kinds,
    pictures,
    async readImageBytes(picture) {
      const imageBytes = await readArchiveBytes(file, offsets.get(getArchiveImagePath(picture)) ?? 0, picture.bytes)
      if (!hashSha256(imageBytes).startsWith(picture.id)) throw createImportError([DAMAGED_FILE_MESSAGE])
      return imageBytes
    },
  }
}

async function readJsonEntry(file: OpenTarFile, entry: TarEntryLocation | undefined, name: string): Promise<Buffer> {
  if (entry?.name !== name || entry.size > MAX_EXPORT_JSON_BYTES) throw createImportError([DAMAGED_FILE_MESSAGE])
  return readArchiveBytes(file, entry.offset, entry.size)
}

function readManifest(bytes: Buffer): ExportManifest {
  const manifestJson = parseJson(bytes)
  const { format, version } = (manifestJson ?? {}) as { format?: unknown; version?: unknown }
  if (format !== EXPORT_FORMAT) throw createImportError([DAMAGED_FILE_MESSAGE])
  if (typeof version === 'number' && version > EXPORT_VERSION)
    throw createImportError(['This file was made by a newer version of this program. Update this site first.'])
  const result = exportManifestSchema.safeParse(manifestJson)
  if (!result.success) throw createImportError([DAMAGED_FILE_MESSAGE])
  return result.data
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw createImportError([DAMAGED_FILE_MESSAGE])
  }
}

async function parseKinds(
  content: Record<string, ExportedRecord[]>,
  version: number,
  problems: string[],
): Promise<Map<ContentKind, ImportedRecord[]>> {
  for (const kind of Object.keys(content)) {
    if (!transferredKinds.some((contentKind) => contentKind.kind === kind))
      problems.push(`The file has a kind of content that this site doesn’t know: “${kind.slice(0, 60)}”.`)
  }
  const usedIds = new Set<string>()
  const kinds = new Map<ContentKind, ImportedRecord[]>()
  for (const contentKind of transferredKinds) {
    const records = content[contentKind.kind] ?? []
    const currentRecords = version < 4 ? records.map((record) => escapePlainTexts(contentKind, record)) : records
    kinds.set(contentKind, await parseKindRecords(contentKind, currentRecords, usedIds, problems))
  }
  return kinds
}

/** Before version 4, all texts were plain. */
function escapePlainTexts(contentKind: ContentKind, record: ExportedRecord): ExportedRecord {
  const texts = listFormattedFieldNames(contentKind).map((name) => [name, record[name]] as const)
  const escaped = texts.flatMap(([name, text]) => (typeof text === 'string' ? [[name, escapeFormatting(text)]] : []))
  return { ...record, ...Object.fromEntries(escaped) }
}

async function parseKindRecords(
  contentKind: ContentKind,
  all: readonly ExportedRecord[],
  usedIds: Set<string>,
  problems: string[],
): Promise<ImportedRecord[]> {
  const { title, shape, unique } = contentKind
  if (shape === 'single' && all.length > 1)
    problems.push(`${title}: the file has ${all.length} records, and there can be only one.`)
  const usedValues = new Set<string>()
  const usedSlugs = new Set<string>()
  const body = buildAddRecordSchema(contentKind)
  const yieldToEventLoop = createEventLoopYield()
  const records: ImportedRecord[] = []
  for (const [index, exportedRecord] of all.entries()) {
    await yieldToEventLoop()
    const recordLabel = all.length === 1 ? title : `${title}, record ${index + 1}`
    const { _id: id, _hidden, _sample, _slugs, ...said } = exportedRecord
    if (typeof id !== 'string' || !hasIdFormat(id) || usedIds.has(id)) problems.push(`${recordLabel}: it needs its own id.`)
    usedIds.add(String(id))
    const addProblem = (sentence: string) => problems.push(`${recordLabel}: ${sentence}`)
    const values = parseValues(contentKind, body, said, addProblem)
    const slugs = _slugs === undefined ? [] : parseSlugs(contentKind, _slugs, usedSlugs, addProblem)
    const uniqueValue = unique && values[unique]
    if (uniqueValue !== undefined && usedValues.has(uniqueValue))
      problems.push(`${recordLabel}: another record also has “${uniqueValue}”.`)
    if (uniqueValue !== undefined) usedValues.add(uniqueValue)
    records.push({
      id: String(id),
      isHidden: _hidden === true,
      sampleFields: parseSampleMarks(contentKind, _sample, addProblem),
      slugs,
      values,
    })
  }
  return records
}

/** `true` marks the whole record. */
function parseSampleMarks(
  { fields }: ContentKind,
  sampleMark: string | true | undefined,
  addProblem: (sentence: string) => void,
): SampleFieldNames {
  if (sampleMark === undefined) return null
  const names = sampleMark === true ? [] : sampleMark.split(' ')
  const unknown = names.find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) addProblem(`${unknown} is not a field here.`)
  return names
}

/** Reports slugs that are invalid. Also reports a current slug that is in `usedValues`, and adds it there. */
function parseSlugs(
  contentKind: ContentKind,
  said: string | true,
  usedValues: Set<string>,
  addProblem: (sentence: string) => void,
): string[] {
  const slugs = String(said).split(' ')
  const [currentSlug = ''] = slugs
  if (!findDetailPageOfKind(contentKind.kind) || !areValidSlugs(slugs)) addProblem('its page can’t have this address.')
  else if (usedValues.has(currentSlug)) addProblem(`another record also has the address “${currentSlug}”.`)
  usedValues.add(currentSlug)
  return slugs
}

/** Returns the values ready to save. A field that the file lacks gets its default if its kind allows that. */
function parseValues(
  contentKind: ContentKind,
  body: ReturnType<typeof buildAddRecordSchema>,
  said: ExportedRecord,
  addProblem: (sentence: string) => void,
): Record<string, string> {
  if (!Object.entries(said).every(([name, value]) => isStorableText(name) && (value === true || isStorableText(value)))) {
    addProblem('it has a character that can’t be stored.')
    return {}
  }
  const result = body.safeParse(said)
  if (result.success) return result.data
  for (const { code, path, message, ...issue } of result.error.issues) {
    const unknown = code === 'unrecognized_keys' ? (issue as { keys: string[] }).keys : []
    for (const name of unknown) addProblem(`${name} is not a field here.`)
    const label = contentKind.fields[String(path[0])]?.label
    if (unknown.length === 0) addProblem(label && !message.startsWith(label) ? `${label}: ${message}` : message)
  }
  return {}
}

function validateImage({ id, alt, focusX, focusY }: ExportedImage, problems: string[]): void {
  const result = updateImageAltAndFocusEndpoint.body.safeParse({ alt, focusX, focusY })
  if (!isStorableText(alt)) problems.push(`Image ${id}: its description has a character that can’t be stored.`)
  if (!result.success) for (const { message } of result.error.issues) problems.push(`Image ${id}: ${message}`)
}

function hashSha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
