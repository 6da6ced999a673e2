import { inflateSync } from 'node:zlib'

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const HEADER = 12
const ENTRY = 16

/**
 * The OpenType font in a WOFF file (W3C WOFF 1.0, sections 3 to 5). The library of fonts reads WOFF itself, but unpacks it
 * in JavaScript, which took longer than all else in a drawing.
 */
export function unpackedFont(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF file.')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, WOFF_HEADER + index * WOFF_ENTRY))
  const head = Buffer.alloc(HEADER + ENTRY * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  // What readers of long ago searched by.
  const power = Math.floor(Math.log2(count))
  head.writeUInt16BE(2 ** power * ENTRY, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE((count - 2 ** power) * ENTRY, 10)

  let offset = head.length
  const parts = tables.flatMap(({ tag, checksum, data }, index) => {
    const at = HEADER + ENTRY * index
    head.writeUInt32BE(tag, at)
    head.writeUInt32BE(checksum, at + 4)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(data.length, at + 12)
    const padding = Buffer.alloc(-data.length & 3)
    offset += data.length + padding.length
    return [data, padding]
  })
  return Buffer.concat([head, ...parts])
}

function tableAt(woff: Buffer, at: number) {
  const [tag, offset, length, originalLength, checksum] = [0, 4, 8, 12, 16].map((field) => woff.readUInt32BE(at + field)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const packed = woff.subarray(offset, offset + length)
  return { tag, checksum, data: length < originalLength ? inflateSync(packed) : packed }
}
