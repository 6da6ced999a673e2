import { createHash } from 'node:crypto'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { StoredRecord } from '../records/records.ts'
import { fillMissingFields, listSlugsOfRecord } from '../records/records.ts'
import {
  EXPORT_CONTENT_FILE_NAME,
  EXPORT_FORMAT,
  EXPORT_MANIFEST_FILE_NAME,
  EXPORT_VERSION,
  type ExportedImage,
  type ExportManifest,
  getArchiveImagePath,
} from './export-format.ts'
import { TAR_END, writeTarEntry } from './tar-archive.ts'

type ExportInput = {
  at: Date
  kinds: readonly { contentKind: ContentKind; records: readonly StoredRecord[] }[]
  pictures: readonly ExportedImage[]
}

/** Writes the file with at most one image in memory. */
export async function* writeExportFile(
  { at, kinds, pictures }: ExportInput,
  bytesOf: (id: string) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const content = toJsonBuffer(
    Object.fromEntries(
      kinds.map(({ contentKind, records }) => [contentKind.kind, records.map(createRecordSerializer(contentKind))]),
    ),
  )
  const manifest: ExportManifest = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    madeAt: at.toISOString(),
    content: { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length },
    pictures: [...pictures],
  }
  yield* writeTarEntry(EXPORT_MANIFEST_FILE_NAME, toJsonBuffer(manifest), at.getTime())
  yield* writeTarEntry(EXPORT_CONTENT_FILE_NAME, content, at.getTime())
  for (const picture of pictures) yield* writeTarEntry(getArchiveImagePath(picture), await bytesOf(picture.id), at.getTime())
  yield TAR_END
}

function createRecordSerializer(contentKind: ContentKind) {
  return ({ id, isHidden, sampleFields, values }: StoredRecord) => {
    const slugs = listSlugsOfRecord(values)
    return {
      _id: id,
      ...(isHidden && { _hidden: true }),
      ...(sampleFields && { _sample: sampleFields.join(' ') || true }),
      ...(slugs.length > 0 && { _slugs: slugs.join(' ') }),
      ...fillMissingFields(contentKind, values),
    }
  }
}

function toJsonBuffer(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
}
