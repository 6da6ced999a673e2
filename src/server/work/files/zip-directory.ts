import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

/** One file of a ZIP file. The name has forward slashes, and none in front. Sizes are what the directory says, in bytes. */
export type ZipEntry = { name: string; isCompressed: boolean; packedBytes: number; unpackedBytes: number; start: number }

/** Reads `length` bytes from `position` of a file. */
export type ReadBytesFunction = (position: number, length: number) => Promise<Buffer>

const END_SIGNATURE = 0x06054b50
const ZIP64_END_SIGNATURE = 0x06064b50
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50
const ENTRY_SIGNATURE = 0x02014b50
const END_BYTES = 22
const ZIP64_LOCATOR_BYTES = 20
const ZIP64_END_BYTES = 56
const ENTRY_BYTES = 46
const LOCAL_HEADER_BYTES = 30
const MAX_COMMENT_BYTES = 0xffff
/** Office files have a few hundred entries at most. */
const MAX_DIRECTORY_BYTES = 512 * 1024
/** In a directory with 64-bit numbers, this says that the extra field has the number. */
const IN_EXTRA_FIELD = 0xffffffff
const ZIP64_EXTRA_ID = 1
/** The limit of a file that we unpack. */
const MAX_UNPACKED_BYTES = 256 * 1024

const inflate = promisify(inflateRaw)

/**
 * Reads the directory of a ZIP file that ends with this file's last byte (APPNOTE.TXT, section 4.3). Unpacks nothing. Returns
 * `damaged` for a directory that contradicts itself, and undefined if the file doesn't end as a ZIP file.
 */
export async function readZipDirectory(read: ReadBytesFunction, size: number): Promise<ZipEntry[] | 'damaged' | undefined> {
  const tailLength = Math.min(size, ZIP64_LOCATOR_BYTES + END_BYTES + MAX_COMMENT_BYTES)
  const tail = await read(size - tailLength, tailLength)
  const end = findEnd(tail)
  if (end === undefined) return undefined
  const endPosition = size - tailLength + end
  const directory = (await readZip64End(read, tail, end)) ?? {
    count: tail.readUInt16LE(end + 10),
    length: tail.readUInt32LE(end + 12),
    start: tail.readUInt32LE(end + 16),
    end: endPosition,
  }
  // Bytes before the first file, or between the directory and its end, would belong to a second format.
  const { count, length, start } = directory
  if (start + length !== directory.end || directory.end > endPosition || length > MAX_DIRECTORY_BYTES) return 'damaged'
  return parseEntries(await read(start, length), count)
}

/** Unpacks a small file. Returns undefined if it is damaged, encrypted or too large. */
export async function readZipEntry(read: ReadBytesFunction, size: number, entry: ZipEntry): Promise<Buffer | undefined> {
  const { start, packedBytes, isCompressed } = entry
  if (packedBytes > MAX_UNPACKED_BYTES || start + LOCAL_HEADER_BYTES + packedBytes > size) return undefined
  const header = await read(start, LOCAL_HEADER_BYTES)
  const dataStart = start + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (dataStart + packedBytes > size) return undefined
  const packed = await read(dataStart, packedBytes)
  return isCompressed ? inflate(packed, { maxOutputLength: MAX_UNPACKED_BYTES }).catch(() => undefined) : packed
}

/** Finds the end record whose comment reaches the last byte. */
function findEnd(tail: Buffer): number | undefined {
  for (let at = tail.length - END_BYTES; at >= 0; at--)
    if (tail.readUInt32LE(at) === END_SIGNATURE && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length) return at
  return undefined
}

/** Reads the end record with 64-bit numbers (section 4.3.14). Some programs write it for every file. */
async function readZip64End(read: ReadBytesFunction, tail: Buffer, tailEnd: number) {
  const locator = tailEnd - ZIP64_LOCATOR_BYTES
  if (locator < 0 || tail.readUInt32LE(locator) !== ZIP64_LOCATOR_SIGNATURE) return undefined
  const end = Number(tail.readBigUInt64LE(locator + 8))
  const record = await read(end, ZIP64_END_BYTES).catch(() => undefined)
  if (record?.readUInt32LE(0) !== ZIP64_END_SIGNATURE) return undefined
  const [count, length, start] = [32, 40, 48].map((at) => Number(record.readBigUInt64LE(at))) as [number, number, number]
  return { count, length, start, end }
}

function parseEntries(directory: Buffer, count: number): ZipEntry[] | 'damaged' {
  const entries: ZipEntry[] = []
  let at = 0
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const nameStart = at + ENTRY_BYTES
    const nameEnd = nameStart + directory.readUInt16LE(at + 28)
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30)
    const numbers = [24, 20, 42].map((offset) => directory.readUInt32LE(at + offset))
    const [unpackedBytes, packedBytes, start] = replaceZip64Numbers(numbers, directory.subarray(nameEnd, extraEnd)) as [
      number,
      number,
      number,
    ]
    // Some programs of Windows write backslashes.
    const name = directory.toString('utf8', nameStart, nameEnd).replaceAll('\\', '/').replace(/^\//, '')
    entries.push({ name, isCompressed: directory.readUInt16LE(at + 10) !== 0, packedBytes, unpackedBytes, start })
    at = extraEnd + directory.readUInt16LE(at + 32)
  }
  return at === directory.length && entries.length === count ? entries : 'damaged'
}

/** The extra field has the numbers that don't fit, in this order (section 4.5.3). */
function replaceZip64Numbers(numbers: readonly number[], extra: Buffer): number[] {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== ZIP64_EXTRA_ID) at += 4 + extra.readUInt16LE(at + 2)
  let next = at + 4
  return numbers.map((number) => {
    if (number !== IN_EXTRA_FIELD || next + 8 > extra.length) return number
    next += 8
    return Number(extra.readBigUInt64LE(next - 8))
  })
}
