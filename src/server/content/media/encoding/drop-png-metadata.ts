const SIGNATURE_BYTES = 8
/** Length, type and checksum of a chunk (PNG specification, third edition, section 5.3). */
const CHUNK_BYTES = 12
/** The chunks that decide about the pixels, their colors and the orientation. All others may come at most once. */
const KEPT_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf']
const REPEATED_CHUNK = 'IDAT'

/**
 * Drops the other chunks of a PNG in place, such as compressed text: the image library would unpack each to as much as 8 MB.
 * Leaves other files unchanged.
 */
export function dropPngMetadata(file: Buffer): Buffer {
  if (file.toString('latin1', 0, SIGNATURE_BYTES) !== '\x89PNG\r\n\x1a\n') return file
  const seen = new Set<string>()
  let length = SIGNATURE_BYTES
  for (let at = SIGNATURE_BYTES; at + CHUNK_BYTES <= file.length && !seen.has('IEND'); ) {
    const end = at + CHUNK_BYTES + file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    if (KEPT_CHUNKS.includes(type) && (type === REPEATED_CHUNK || !seen.has(type))) {
      file.copyWithin(length, at, end)
      length += Math.min(end, file.length) - at
    }
    seen.add(type)
    at = end
  }
  return file.subarray(0, length)
}
