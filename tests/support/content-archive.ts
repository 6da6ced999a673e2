import { createHash } from 'node:crypto'
import { UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import { type ExportManifest, getArchiveImagePath } from '#server/content/transfer/export-format.ts'
import { TAR_END, writeTarEntry } from '#server/content/transfer/tar-archive.ts'

export type ContentArchive = {
  manifest: ExportManifest
  content: Record<string, Record<string, string | true>[]>
  pictures: Map<string, Buffer>
}

/** Reads the files of a tar archive by name. */
export function readTarFiles(archive: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(archive)
  const files = new Map<string, Buffer>()
  for (let at = 0; bytes[at] !== 0; ) {
    const name = bytes.toString('latin1', at, at + 100).replace(/\0.*/s, '')
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8)
    files.set(name, bytes.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

export function readContentArchive(archive: Uint8Array): ContentArchive {
  const [[, manifest], [, content], ...pictures] = [...readTarFiles(archive)] as [
    [string, Buffer],
    [string, Buffer],
    ...[string, Buffer][],
  ]
  return { manifest: JSON.parse(String(manifest)), content: JSON.parse(String(content)), pictures: new Map(pictures) }
}

/** Writes an archive. With `isTrue`, its manifest states the right checksum and sizes. */
export function writeContentArchive(
  { manifest, content, pictures }: ContentArchive,
  { isTrue: withValidChecksum = true } = {},
): Buffer {
  const records = Buffer.from(JSON.stringify(content))
  const checksum = { sha256: createHash('sha256').update(records).digest('hex'), bytes: records.length }
  const files: [string, Uint8Array][] = [
    ['rankstead.json', Buffer.from(JSON.stringify(withValidChecksum ? { ...manifest, content: checksum } : manifest))],
    ['content.json', records],
    ...pictures,
  ]
  return buildTar(files)
}

export function buildTar(files: readonly [string, Uint8Array][]): Buffer {
  return Buffer.concat([...files.flatMap(([name, bytes]) => [...writeTarEntry(name, bytes, 0)]), TAR_END])
}

/** Adds an image under the name that its bytes have. */
export function addImageToArchive(
  contentArchive: ContentArchive,
  bytes: Buffer,
  changes: Partial<ExportManifest['pictures'][number]> = {},
): ContentArchive {
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const facts = { id, format: 'jpg', bytes: bytes.length, width: 40, height: 30, alt: '', focusX: 50, focusY: 50 } as const
  const entry = { ...facts, croppedFrom: null, ...changes }
  return {
    ...contentArchive,
    manifest: { ...contentArchive.manifest, pictures: [...contentArchive.manifest.pictures, entry] },
    pictures: new Map([...contentArchive.pictures, [getArchiveImagePath(entry), bytes]]),
  }
}

/** Builds the form data that the import form sends. */
export function buildImportForm(file: Uint8Array, formValues: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(formValues)) form.append(name, value)
  form.append(UPLOAD_FILE_PART, new Blob([file as Uint8Array<ArrayBuffer>]), 'content.tar')
  return form
}
