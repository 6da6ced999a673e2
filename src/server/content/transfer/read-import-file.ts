import { createHash } from 'node:crypto'
import { updateImageAltAndFocusEndpoint } from '#contract/content/media.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { isStorableText } from '#contract/core/text-schemas.ts'
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
import { parseExportedRecords } from './parse-exported-records.ts'
import { parseImportedKinds } from './parse-imported-kinds.ts'
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
  const kinds = await parseImportedKinds(
    await parseExportedRecords(bytes),
    { version: manifest.version, contentKinds: transferredKinds },
    problems,
  )
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

function validateImage({ id, alt, focusX, focusY }: ExportedImage, problems: string[]): void {
  const result = updateImageAltAndFocusEndpoint.body.safeParse({ alt, focusX, focusY })
  if (!isStorableText(alt)) problems.push(`Image ${id}: its description has a character that can’t be stored.`)
  if (!result.success) for (const { message } of result.error.issues) problems.push(`Image ${id}: ${message}`)
}

function hashSha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
