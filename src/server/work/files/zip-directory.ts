/** What the directory at the end of a ZIP file says: the names of its files, and their total size unpacked, in bytes. */
export type ZipContents = { names: string[]; unpackedBytes: number }

/** Reads `length` bytes from `position` of a file. */
export type ReadBytesFunction = (position: number, length: number) => Promise<Buffer>

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const MAX_COMMENT_BYTES = 0xffff
/** Office files have a few hundred entries at most. */
const MAX_DIRECTORY_BYTES = 512 * 1024

/**
 * Reads the directory of a ZIP file that ends with this file's last byte (APPNOTE.TXT, section 4.3). Unpacks nothing. Returns
 * `damaged` for a directory that contradicts itself, and undefined if the file doesn't end as a ZIP file.
 */
export async function readZipDirectory(read: ReadBytesFunction, size: number): Promise<ZipContents | 'damaged' | undefined> {
  const tailLength = Math.min(size, END_BYTES + MAX_COMMENT_BYTES)
  const tail = await read(size - tailLength, tailLength)
  const end = findEnd(tail)
  if (end === undefined) return undefined
  const [count, length, start] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  // Bytes before the first file, or between the directory and its end, would belong to a second format.
  const fitsExactly = start + length === size - tailLength + end
  if (!fitsExactly || length > MAX_DIRECTORY_BYTES) return 'damaged'
  return parseEntries(await read(start, length), count)
}

/** Finds the end record whose comment reaches the last byte. */
function findEnd(tail: Buffer): number | undefined {
  for (let at = tail.length - END_BYTES; at >= 0; at--)
    if (tail.readUInt32LE(at) === END_SIGNATURE && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length) return at
  return undefined
}

function parseEntries(directory: Buffer, count: number): ZipContents | 'damaged' {
  const names: string[] = []
  let unpackedBytes = 0
  let at = 0
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
    unpackedBytes += directory.readUInt32LE(at + 24)
    const nameLength = directory.readUInt16LE(at + 28)
    const nameStart = at + ENTRY_BYTES
    names.push(directory.toString('utf8', nameStart, nameStart + nameLength))
    at = nameStart + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return at === directory.length && names.length === count ? { names, unpackedBytes } : 'damaged'
}
