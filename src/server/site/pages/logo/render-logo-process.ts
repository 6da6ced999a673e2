import { json } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { loadTextOutlines } from '../share-image/text-outlines.ts'
import type { LogoTask } from './logo-renderer.ts'

// Runs as its own process: reads a task as JSON from stdin and writes the files as JSON, in base64.

/** The largest logo in documents, in px. It prints sharply at 29 points of height. */
const INLINE = { width: 480, height: 120 }
/** Browsers show 16 and 32 px in tabs, and 48 px in lists. */
const ICO_SIZES = [16, 32, 48]
const [WHITE, INK, PINE] = ['#ffffff', '#14212b', '#0b5f4c']

const task = (await json(process.stdin)) as LogoTask
const files = task.files === 'inline' ? await renderInlineLogo(task.image) : await renderIcons(task)
process.stdout.write(
  JSON.stringify(Object.fromEntries(Object.entries(files).map(([name, file]) => [name, file.toString('base64')]))),
)

type Tile = { image: Buffer; background: string; isOpaque: boolean }

/** Puts the logo on its background without transparency: PDFs print it as it is, and emails show it in dark mode too. */
async function renderInlineLogo(image: string): Promise<Record<string, Buffer>> {
  const tile = await readTile(Buffer.from(image, 'base64'))
  const padding = tile.isOpaque ? 0 : 8
  const box = { width: INLINE.width - 2 * padding, height: INLINE.height - 2 * padding, fit: 'inside' } as const
  const logo = sharp(tile.image)
    .resize(box)
    .extend({ ...surround(padding), background: tile.background })
    .flatten({ background: tile.background })
  return { 'logo.png': await toPng(logo) }
}

async function renderIcons({ image, initial }: Extract<LogoTask, { files: 'icons' }>): Promise<Record<string, Buffer>> {
  const tile = image ? await readTile(Buffer.from(image, 'base64')) : await drawInitial(initial)
  const icon = (size: number) => renderIcon(tile, size, tile.isOpaque ? 1 : 0.84)
  const rounded = async (size: number) => roundCorners(await icon(size), size)
  const ico = await Promise.all(ICO_SIZES.map(rounded))
  return {
    'favicon.ico': buildIco(ico),
    'favicon.svg': wrapInSvg(await rounded(128)),
    'apple-touch-icon.png': await icon(180),
    'icon-192.png': await rounded(192),
    'icon-512.png': await rounded(512),
    // Devices cut a maskable icon to a circle of 80 percent, which holds a square of 56 percent.
    'icon-maskable-512.png': await renderIcon(tile, 512, 0.56),
  }
}

/** Reads the image, and chooses a background on which it can be seen. */
async function readTile(image: Buffer): Promise<Tile> {
  const { data, info } = await sharp(image)
    .resize({ width: 64, height: 64, fit: 'inside' })
    .toColorspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = Array.from({ length: info.width * info.height }, (_, nth) => [...data.subarray(nth * 4, nth * 4 + 4)])
  const isOpaque = pixels.every(([, , , alpha = 0]) => alpha > 250)
  const [r = 255, g = 255, b = 255] = pixels[0] ?? []
  if (isOpaque) return { image, background: `rgb(${r}, ${g}, ${b})`, isOpaque }
  const visible = pixels.filter(([, , , alpha = 0]) => alpha > 60)
  const brightness = visible.map(([red = 0, green = 0, blue = 0]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
  const lightShare = brightness.filter((value) => value > 200).length / visible.length
  const darkShare = brightness.filter((value) => value < 70).length / visible.length
  return { image, background: lightShare > 0.3 && lightShare > darkShare ? INK : WHITE, isOpaque }
}

/** Draws the first letter of the business name, for a site without a logo that we may read. */
async function drawInitial(initial: string): Promise<Tile> {
  const { toDrawableText, width, outline } = loadTextOutlines()
  const letter = toDrawableText(initial) ?? ''
  const path = outline(letter, { x: (512 - width(letter, 330)) / 2, y: 372, size: 330 })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><path d="M0 0h512v512H0z" fill="${PINE}"/><path d="${path}" fill="${WHITE}"/></svg>`
  return { image: Buffer.from(svg), background: PINE, isOpaque: true }
}

/** Renders a square. `share` is the part of its side that the logo may fill. */
async function renderIcon({ image, background }: Tile, size: number, share: number): Promise<Buffer> {
  const side = Math.round(size * share)
  const before = Math.floor((size - side) / 2)
  const after = size - side - before
  const icon = sharp(image)
    .resize({ width: side, height: side, fit: 'contain', background })
    .extend({ top: before, left: before, bottom: after, right: after, background })
    .flatten({ background })
  return toPng(icon)
}

async function roundCorners(icon: Buffer, size: number): Promise<Buffer> {
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${size * 0.18}"/></svg>`
  return toPng(sharp(icon).composite([{ input: Buffer.from(mask), blend: 'dest-in' }]))
}

function toPng(image: Sharp): Promise<Buffer> {
  return image.toColorspace('srgb').png({ compressionLevel: 9 }).toBuffer()
}

function surround(padding: number) {
  return { top: padding, bottom: padding, left: padding, right: padding }
}

function wrapInSvg(png: Buffer): Buffer {
  const href = `data:image/png;base64,${png.toString('base64')}`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><image width="128" height="128" href="${href}"/></svg>`,
  )
}

/** Builds an icon file: a header, an entry of 16 bytes per image, and the images as PNG. */
function buildIco(images: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [nth, image] of images.entries()) {
    const entry = 6 + 16 * nth
    header.writeUInt8(ICO_SIZES[nth] ?? 0, entry)
    header.writeUInt8(ICO_SIZES[nth] ?? 0, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(image.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += image.length
  }
  return Buffer.concat([header, ...images])
}
