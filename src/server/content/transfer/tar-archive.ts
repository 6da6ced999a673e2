import type { FileHandle } from 'node:fs/promises'
import { createImportError } from './export-format.ts'

/** `offset` is where the entry's bytes begin. */
export type TarEntryLocation = { name: string; offset: number; size: number }

/** `size` is in bytes. */
export type OpenTarFile = { handle: Pick<FileHandle, 'read'>; size: number }

const BLOCK = 512
const MAX_ENTRIES = 20_000

const NOT_AN_EXPORT = 'This isn’t a content export. Choose a file that you downloaded from “Export and import”.'
const FILE_TRUNCATED = 'This file is incomplete. Download it again.'

/** Writes an uncompressed archive entry (POSIX.1-1988 ustar). Most bytes are images, which don't compress. `at` is epoch ms. */
export function* writeTarEntry(name: string, bytes: Uint8Array, at: number): Generator<Uint8Array> {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(bytes.length, 11), 124)
  header.write(octal(Math.floor(at / 1000), 11), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  header.write(`${octal(computeChecksum(header), 6)} `, 148)
  yield header
  yield bytes
  yield Buffer.alloc(-bytes.length & (BLOCK - 1))
}

export const TAR_END = Buffer.alloc(2 * BLOCK)

/**
 * Lists the entries of an export in their order. Accepts plain files only: no links, no folders, no long names. Unpacks
 * nothing. Throws a 400 with a sentence.
 */
export async function listTarEntries(file: OpenTarFile): Promise<TarEntryLocation[]> {
  const entries: TarEntryLocation[] = []
  let at = 0
  for (;;) {
    const header = await readArchiveBytes(file, at, BLOCK)
    if (header.every((byte) => byte === 0)) break
    const entry = { ...readHeader(header), offset: at + BLOCK }
    if (entries.push(entry) > MAX_ENTRIES) throw createImportError([NOT_AN_EXPORT])
    at = entry.offset + entry.size + (-entry.size & (BLOCK - 1))
    if (at > file.size) throw createImportError([FILE_TRUNCATED])
  }
  const trailer = await readArchiveBytes(file, at, BLOCK * 2)
  if (at + trailer.length !== file.size || trailer.some((byte) => byte !== 0)) throw createImportError([NOT_AN_EXPORT])
  return entries
}

/** Throws a 400 if the file ends too early. */
export async function readArchiveBytes({ handle, size }: OpenTarFile, offset: number, length: number): Promise<Buffer> {
  if (offset + length > size) throw createImportError([FILE_TRUNCATED])
  const bytes = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await handle.read(bytes, read, length - read, offset + read)
    if (bytesRead === 0) throw createImportError([FILE_TRUNCATED])
    read += bytesRead
  }
  return bytes
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (from: number, length: number) => header.toString('latin1', from, from + length).replace(/\0.*$/s, '')
  const octal = (from: number, length: number) => {
    const digits = text(from, length).trim()
    return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
  }
  const isSupported = text(257, 6) === 'ustar' && text(156, 1) === '0' && text(157, 100) === '' && text(345, 155) === ''
  const size = octal(124, 12)
  if (!isSupported || octal(148, 8) !== computeChecksum(header) || !Number.isSafeInteger(size))
    throw createImportError([NOT_AN_EXPORT])
  return { name: text(0, 100), size }
}

/** Counts the checksum field itself as spaces. */
function computeChecksum(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)
}
