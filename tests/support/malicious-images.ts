import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { createTestImage } from './test-images.ts'

/** A file that is no valid image. `type` is the type that its sender claims. */
export type MaliciousFile = { name: string; bytes: Buffer; type: string }

/** A script that a browser would run if the server sent the file as a page. */
export const SCRIPT_CANARY = 'canary-4711'
const SCRIPT = `<script>alert('${SCRIPT_CANARY}')</script>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert('${SCRIPT_CANARY}')">${SCRIPT}</svg>`

const MAGIC = {
  'image/jpeg': Buffer.from('ffd8ffe0', 'hex'),
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
  'image/gif': Buffer.from('GIF89a'),
  'image/webp': Buffer.from('RIFF\x20\0\0\0WEBPVP8 '),
  'image/avif': Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1'),
}
const TYPES = Object.keys(MAGIC)

/** Builds 200 different files that pretend to be images. */
export async function buildMaliciousFiles(): Promise<MaliciousFile[]> {
  return [
    ...buildNonImages(),
    ...buildMaliciousSvgs(),
    ...buildHeaderOnlyFiles(),
    ...(await buildTruncatedImages()),
    ...(await buildDecompressionBombs()),
    ...(await buildCorruptImages()),
  ]
}

/** Builds valid images that hold more than an image. The server may keep only their pixels. */
export async function buildPolyglotImages(): Promise<MaliciousFile[]> {
  const jpeg = await createTestImage(40, 30, { seed: 90 })
  const jpegWithExif = await sharp(jpeg)
    .withExif({ IFD0: { Copyright: SCRIPT, Model: SCRIPT_CANARY }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
  const all = [
    { name: 'a page behind a JPEG', bytes: Buffer.concat([jpeg, Buffer.from(`<html>${SCRIPT}</html>`)]) },
    {
      name: 'a page in the comment of a JPEG',
      bytes: Buffer.concat([jpeg.subarray(0, 2), buildJpegSegment(0xfe, SCRIPT), jpeg.subarray(2)]),
    },
    { name: 'a page in the EXIF of a JPEG', bytes: jpegWithExif },
    {
      name: 'an archive behind a PNG',
      bytes: Buffer.concat([await createTestImage(40, 31, { format: 'png' }), Buffer.from(`PK\x03\x04${SCRIPT_CANARY}`)]),
    },
    {
      name: 'a script behind a GIF',
      bytes: Buffer.concat([await createTestImage(40, 32, { format: 'gif' }), Buffer.from(`*/;alert('${SCRIPT_CANARY}')`)]),
    },
    {
      name: 'a page in the text of a PNG',
      bytes: insertPngChunk(await createTestImage(40, 33, { format: 'png' }), 'tEXt', `Comment\0${SCRIPT}`),
    },
  ]
  return all.map((one) => ({ ...one, type: 'text/html' }))
}

/** Builds files without even the first bytes of an image. */
function buildNonImages(): MaliciousFile[] {
  const contents = {
    'a page': `<!DOCTYPE html>${SCRIPT}`,
    'a script': `alert('${SCRIPT_CANARY}')`,
    'a PDF': `%PDF-1.7\n${SCRIPT_CANARY}`,
    'a PostScript': `%!PS-Adobe-3.0 EPSF-3.0\n${SCRIPT_CANARY}`,
    'an archive': `PK\x03\x04${SCRIPT_CANARY}`,
    'a program': `\x7fELF\x02\x01\x01${SCRIPT_CANARY}`,
    'a TIFF': `II*\0\x08\0\0\0${SCRIPT_CANARY}`,
    'a BMP': `BM${SCRIPT_CANARY.padEnd(60, '\0')}`,
    'an icon': `\0\0\x01\0\x01\0${SCRIPT_CANARY}`,
    'a Photoshop file': `8BPS\0\x01${SCRIPT_CANARY}`,
    'a film': `\0\0\0\x18ftypisom\0\0\0\0isommp42${SCRIPT_CANARY}`,
    'a HEIC': `\0\0\0\x18ftypheic\0\0\0\0mif1heic${SCRIPT_CANARY}`,
    'an ftyp of no length': `\0\0\0\0ftypavif${SCRIPT_CANARY}`,
    'a sound': `RIFF\x24\0\0\0WAVEfmt ${SCRIPT_CANARY}`,
    'a JPEG XL': `\xff\x0a${SCRIPT_CANARY}`,
    'a script of ImageMagick': `push graphic-context\nfill 'url(https://example.com/${SCRIPT_CANARY}.jpg"|ls")'\npop graphic-context`,
    'a picture of Netpbm': 'P6 40000 40000 255\n',
    'a matrix file of libvips': `2 2\n1 1\n1 1\n${SCRIPT_CANARY}`,
  }
  return Object.entries(contents).flatMap(([name, text]) =>
    [...TYPES, 'image/svg+xml', 'application/octet-stream'].map((type) => ({
      name: `${name} as ${type}`,
      bytes: Buffer.from(text, 'latin1'),
      type,
    })),
  )
}

function buildMaliciousSvgs(): MaliciousFile[] {
  const entities = `<!DOCTYPE svg [<!ENTITY a "${SCRIPT_CANARY}"><!ENTITY b "${'&a;'.repeat(99)}"><!ENTITY c "${'&b;'.repeat(99)}">]>${SVG.replace('</svg>', '<text>&c;</text></svg>')}`
  const all = [
    SVG,
    `<?xml version="1.0"?>${SVG}`,
    `\ufeff\n\n<!-- ${'x'.repeat(500)} -->${SVG}`,
    entities,
    SVG.replace('</svg>', '<image href="file:///etc/passwd"/></svg>'),
    SVG.replace('</svg>', '<foreignObject><iframe src="javascript:alert(1)"/></foreignObject></svg>'),
  ]
  return all.flatMap((text, nth) =>
    ['image/svg+xml', 'image/png', 'image/jpeg'].map((type) => ({
      name: `drawing ${nth} as ${type}`,
      bytes: Buffer.from(text),
      type,
    })),
  )
}

/** Builds files with the right first bytes only. */
function buildHeaderOnlyFiles(): MaliciousFile[] {
  const bodies = ['', SCRIPT, SVG]
  return Object.entries(MAGIC).flatMap(([type, magic]) =>
    bodies.map((body, nth) => ({
      name: `only the beginning of ${type}, ${nth}`,
      bytes: Buffer.concat([magic, Buffer.from(body)]),
      type,
    })),
  )
}

async function buildTruncatedImages(): Promise<MaliciousFile[]> {
  const whole = await Promise.all(
    (['jpeg', 'png', 'webp', 'avif', 'gif'] as const).map(async (format) => ({
      type: `image/${format}`,
      bytes: await createTestImage(400, 300, { format, isNoise: true }),
    })),
  )
  return whole.flatMap(({ type, bytes }) =>
    [0.1, 0.4, 0.6, 0.9].map((part) => ({
      name: `${part * 100} % of ${type}`,
      bytes: bytes.subarray(0, Math.floor(bytes.length * part)),
      type,
    })),
  )
}

/** Builds small files that would need gigabytes. Some hold fewer bytes than they announce. */
async function buildDecompressionBombs(): Promise<MaliciousFile[]> {
  const sizes: [number, number][] = [
    [1, 60_000],
    [60_000, 1],
    [30_000, 30_000],
    [12_000, 12_000],
    [65_535, 65_535],
    [2_000_000_000, 2_000_000_000],
    [0, 0],
    [12_001, 10],
  ]
  const pngs = sizes.map(([width, height], nth) => ({
    name: `a PNG of ${width} by ${height}`,
    // One bit per pixel, all black: compresses a thousand to one.
    bytes: buildPng(width, height, nth === 3 ? Buffer.alloc(12_000 * 1_501) : Buffer.alloc(1_000)),
    type: 'image/png',
  }))
  const jpeg = await createTestImage(16, 16, { seed: 91 })
  const webp = await createTestImage(16, 16, { seed: 92, format: 'webp' })
  const gif = await createTestImage(16, 16, { seed: 93, format: 'gif' })
  const oversized = [
    { name: 'a JPEG that promises 65,500 by 65,500', bytes: resizeJpegHeader(jpeg, 65_500, 65_500), type: 'image/jpeg' },
    { name: 'a JPEG that promises 1,000 by 60,000', bytes: resizeJpegHeader(jpeg, 1_000, 60_000), type: 'image/jpeg' },
    {
      name: 'a GIF that promises 65,535 by 65,535',
      bytes: patchBytes(gif, findGifFrame(gif) + 5, [0xff, 0xff, 0xff, 0xff]),
      type: 'image/gif',
    },
    { name: 'a WebP that promises 16,383 by 16,383', bytes: patchBytes(webp, 26, [0xff, 0x3f, 0xff, 0x3f]), type: 'image/webp' },
  ]
  return [...pngs, ...oversized]
}

const WRONG_BYTES = 9

/** Builds complete files with a wrong byte in the middle, which has crashed image decoders. */
async function buildCorruptImages(): Promise<MaliciousFile[]> {
  const whole = await createTestImage(300, 200, { format: 'png', isNoise: true, seed: 94 })
  const files: MaliciousFile[] = []
  // A checksum covers every bit of a PNG. The pixels begin after the header and the resolution.
  for (let nth = 0; nth < WRONG_BYTES; nth++) {
    const at = 70 + Math.floor(((whole.length - 90) * nth) / WRONG_BYTES)
    files.push({
      name: `a PNG with a wrong byte at ${at}`,
      bytes: patchBytes(whole, at, [(whole[at] ?? 0) ^ 0xff]),
      type: 'image/png',
    })
  }
  return files
}

/** Finds the first image descriptor of a 16 by 16 GIF. */
function findGifFrame(gif: Buffer): number {
  return gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 16, 0, 16, 0]))
}

function patchBytes(bytes: Buffer, at: number, values: number[]): Buffer {
  const changed = Buffer.from(bytes)
  changed.set(values, at)
  return changed
}

/** Changes the size in the frame header (ITU-T T.81, B.2.2). */
export function resizeJpegHeader(jpeg: Buffer, width: number, height: number): Buffer {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  return patchBytes(jpeg, frame + 5, [height >> 8, height & 0xff, width >> 8, width & 0xff])
}

function buildJpegSegment(marker: number, text: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([head, Buffer.from(text)])
}

/** Builds a black-and-white PNG. It may have fewer rows than its header says. */
function buildPng(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width % 2 ** 32, 0)
  header.writeUInt32BE(height % 2 ** 32, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const chunks = [
    buildPngChunk('IHDR', header),
    buildPngChunk('IDAT', deflateSync(rows, { level: 9 })),
    buildPngChunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([MAGIC['image/png'], ...chunks])
}

export function buildPngChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typeAndData))
  return Buffer.concat([length, typeAndData, sum])
}

/** Inserts a chunk after the PNG header. */
export function insertPngChunk(bytes: Buffer, type: string, text: string): Buffer {
  const after = 8 + 25
  return Buffer.concat([bytes.subarray(0, after), buildPngChunk(type, Buffer.from(text)), bytes.subarray(after)])
}
