import { createHash } from 'node:crypto'
import { FILE_PART } from '../../src/contract/grammar/endpoint.ts'
import { fileNameOf, type Manifest } from '../../src/server/content/transfer/format.ts'
import { TAR_END, tarEntry } from '../../src/server/content/transfer/tar.ts'

/** What a file of content holds. */
export type Held = {
  manifest: Manifest
  content: Record<string, Record<string, string | true>[]>
  pictures: Map<string, Buffer>
}

/** What an ordinary program finds in an archive, by name. */
export function filesIn(archive: Uint8Array): Map<string, Buffer> {
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

export function read(archive: Uint8Array): Held {
  const [[, manifest], [, content], ...pictures] = [...filesIn(archive)] as [
    [string, Buffer],
    [string, Buffer],
    ...[string, Buffer][],
  ]
  return { manifest: JSON.parse(String(manifest)), content: JSON.parse(String(content)), pictures: new Map(pictures) }
}

/** The same again; `isTrue`: with the checksum and the sizes of what it holds. */
export function write({ manifest, content, pictures }: Held, { isTrue = true } = {}): Buffer {
  const records = Buffer.from(JSON.stringify(content))
  const said = { sha256: createHash('sha256').update(records).digest('hex'), bytes: records.length }
  const files: [string, Uint8Array][] = [
    ['rankstead.json', Buffer.from(JSON.stringify(isTrue ? { ...manifest, content: said } : manifest))],
    ['content.json', records],
    ...pictures,
  ]
  return archiveOf(files)
}

export function archiveOf(files: readonly [string, Uint8Array][]): Buffer {
  return Buffer.concat([...files.flatMap(([name, bytes]) => [...tarEntry(name, bytes, 0)]), TAR_END])
}

/** Adds a picture, under the name that its bytes have. */
export function withPicture(held: Held, bytes: Buffer, changes: Partial<Manifest['pictures'][number]> = {}): Held {
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const facts = { id, format: 'jpg', bytes: bytes.length, width: 40, height: 30, alt: '', focusX: 50, focusY: 50 } as const
  const entry = { ...facts, croppedFrom: null, ...changes }
  return {
    ...held,
    manifest: { ...held.manifest, pictures: [...held.manifest.pictures, entry] },
    pictures: new Map([...held.pictures, [fileNameOf(entry), bytes]]),
  }
}

/** What the form of the import sends. */
export function importForm(file: Uint8Array, words: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(words)) form.append(name, value)
  form.append(FILE_PART, new Blob([file as Uint8Array<ArrayBuffer>]), 'content.tar')
  return form
}
