import { createHash } from 'node:crypto'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import type { StoredRecord } from '../records/records.ts'
import { complete, slugsOf } from '../records/records.ts'
import { CONTENT, FORMAT, fileNameOf, MANIFEST, type Manifest, type PictureEntry, VERSION } from './format.ts'
import { TAR_END, tarEntry } from './tar.ts'

export type Exported = {
  at: Date
  kinds: readonly { contentKind: ContentKind; records: readonly StoredRecord[] }[]
  pictures: readonly PictureEntry[]
}

/** The file, picture by picture: at no time is more than one of them in memory. */
export async function* exportFile(
  { at, kinds, pictures }: Exported,
  bytesOf: (id: string) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const content = jsonOf(
    Object.fromEntries(kinds.map(({ contentKind, records }) => [contentKind.kind, records.map(filed(contentKind))])),
  )
  const manifest: Manifest = {
    format: FORMAT,
    version: VERSION,
    madeAt: at.toISOString(),
    content: { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length },
    pictures: [...pictures],
  }
  yield* tarEntry(MANIFEST, jsonOf(manifest), at.getTime())
  yield* tarEntry(CONTENT, content, at.getTime())
  for (const picture of pictures) yield* tarEntry(fileNameOf(picture), await bytesOf(picture.id), at.getTime())
  yield TAR_END
}

function filed(contentKind: ContentKind) {
  return ({ id, isHidden, sampleFields, values }: StoredRecord) => {
    const slugs = slugsOf(values)
    return {
      _id: id,
      ...(isHidden && { _hidden: true }),
      ...(sampleFields && { _sample: sampleFields.join(' ') || true }),
      ...(slugs.length > 0 && { _slugs: slugs.join(' ') }),
      ...complete(contentKind, values),
    }
  }
}

function jsonOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
}
