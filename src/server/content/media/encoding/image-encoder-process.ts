import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { MAX_LIBRARY_PIXELS } from '#contract/content/media.ts'
import { SHARE_IMAGE_SIZE } from '#contract/core/share-image.ts'
import { MAX_ORDER_FILE_PIXELS } from '#contract/work/order-files.ts'
import { dropPngMetadata } from './drop-png-metadata.ts'
import type { CheckImageBytesTask, EncodedImageInfo, EncoderLimits, EncodingTask, ImageEncodingResult } from './run-encoder.ts'

// This file is a program. Its argument is the task as JSON, and stdin holds the image. It writes one line of JSON, then the new
// image.

/** The longest side of a stored image in px. It fills a wide screen with two pixels per dot. */
const MAX_SIDE = 2560
/** A file with a longer side is cut for its preview, such as a long page capture. As a multiple of the shorter side. */
const MAX_PREVIEW_RATIO = 3
/** How often the process checks its limits, in ms. */
const LIMIT_CHECK_INTERVAL = 20
/** For images of the library. The largest need 420 MB (progressive JPEG) and 510 MB (AVIF of 24 million pixels). */
const LIBRARY_LIMITS: EncoderLimits = { maxCpu: 10_000, maxMemory: 640 * 1024 ** 2 }

/** Social networks skip larger images, or load them slowly. In bytes. */
const MAX_SHARE_BYTES = 300 * 1024
const SHARE_QUALITIES = [84, 70, 55, 40, 25]

/** What the bytes hold, whatever the file's name says. */
const ACCEPTED_FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif']
const ALLOWED_LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)

const DAMAGED = 'This image is damaged or incomplete. Upload it again, or save it as a new file first.'

sharp.cache(false)
// Leaves the other cores to requests.
sharp.concurrency(1)
// The library can read forty formats. A blocked loader can't be attacked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ALLOWED_LOADERS })

const task = JSON.parse(process.argv[2] ?? '') as EncodingTask
const maxPixels = task.kind === 'preview' ? MAX_ORDER_FILE_PIXELS : MAX_LIBRARY_PIXELS
enforceLimits(task.kind === 'preview' ? task.limits : LIBRARY_LIMITS)
const input = await buffer(process.stdin)
const { outcome, bytes } = await encode(task, input).catch((error) => buildRefusal(explainFailure(error)))
process.stdout.write(`${JSON.stringify(outcome)}\n`)
process.stdout.write(bytes)

/** Ends the process without waiting for the threads of the image library. They leave this timer on time. */
function enforceLimits({ maxCpu, maxMemory }: EncoderLimits): void {
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if ((user + system) / 1_000 > maxCpu || process.memoryUsage.rss() > maxMemory) process.kill(process.pid, 'SIGKILL')
  }, LIMIT_CHECK_INTERVAL).unref()
}

/** The library refuses an image above the pixel limit before it reads the size. */
function explainFailure(error: unknown): string {
  if (!/exceeds pixel limit/.test(String(error))) return DAMAGED
  return `This image is too large. The limit is ${maxPixels / 1e6} million pixels. Make it smaller and try again.`
}

type EncoderOutput = { outcome: ImageEncodingResult; bytes: Uint8Array }

async function encode(task: EncodingTask, input: Buffer): Promise<EncoderOutput> {
  if (task.kind === 'check') return checkImages(task, input)
  const image = sharp(dropPngMetadata(input), { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true })
  const metadata = await image.metadata()
  if (!ACCEPTED_FORMATS.includes(metadata.format)) return buildRefusal(DAMAGED)
  const outputFormat = metadata.format === 'jpeg' ? 'jpg' : 'webp'
  // The new image has no metadata such as place, time and device. Its colors become sRGB.
  if (task.kind === 'take') {
    const resizedImage = image.autoOrient().resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    return encodeOutput(resizedImage, outputFormat, (metadata.pages ?? 1) > 1)
  }
  if (task.kind === 'preview') return encodePreview(image, metadata, task.side)
  if (task.kind === 'share') return encodeShareImage(image.extract(task))
  if (task.kind === 'crop') return encodeOutput(image.extract(task), outputFormat)
  return encodeOutput(image.resize({ width: task.width }), task.format)
}

async function encodePreview(image: Sharp, { width, height }: Metadata, side: number): Promise<EncoderOutput> {
  const shortSide = Math.min(width, height)
  if (Math.max(width, height) <= shortSide * MAX_PREVIEW_RATIO)
    return encodeOutput(image.autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }), 'webp')
  await decodeToEnd(image.clone())
  const square = Math.min(side, shortSide)
  return encodeOutput(image.autoOrient().resize({ width: square, height: square, fit: 'cover', position: 'left top' }), 'webp')
}

/** Throws for an image that breaks off. */
async function decodeToEnd(image: Sharp): Promise<void> {
  await image.resize({ width: 1, height: 1, fit: 'fill' }).raw().toBuffer()
}

async function encodeShareImage(part: Sharp): Promise<EncoderOutput> {
  const { width, height } = SHARE_IMAGE_SIZE
  const resized = part.resize({ width, height, fit: 'fill' }).flatten({ background: 'white' })
  const { data, info } = await resized.raw().toBuffer({ resolveWithObject: true })
  let bytes = Buffer.alloc(0)
  for (const quality of SHARE_QUALITIES) {
    bytes = await sharp(data, { raw: info }).jpeg({ quality, progressive: true }).toBuffer()
    if (bytes.length <= MAX_SHARE_BYTES) break
  }
  return { outcome: { format: 'jpg', width, height }, bytes }
}

/** Decodes every image to its end. Each must be one that we could have made: no metadata, at most MAX_SIDE. */
async function checkImages({ sizes }: CheckImageBytesTask, input: Buffer): Promise<EncoderOutput> {
  const checked: EncodedImageInfo[] = []
  let at = 0
  for (const size of sizes) {
    const image = sharp(input.subarray(at, at + size), {
      failOn: 'error',
      limitInputPixels: MAX_SIDE ** 2,
      sequentialRead: true,
    })
    const { format, width, height, pages = 1, exif, iptc, xmp } = await image.metadata()
    const isOurFormat = (format === 'jpeg' || format === 'webp') && pages === 1 && !exif && !iptc && !xmp
    if (!isOurFormat || Math.max(width, height) > MAX_SIDE) return buildRefusal(DAMAGED)
    await decodeToEnd(image)
    checked.push({ format: format === 'jpeg' ? 'jpg' : 'webp', width, height })
    at += size
  }
  return { outcome: { checked }, bytes: new Uint8Array() }
}

async function encodeOutput(image: Sharp, format: EncodedImageInfo['format'], isMoving = false): Promise<EncoderOutput> {
  const { data, info } = await setFormat(image, format).toBuffer({ resolveWithObject: true })
  return { outcome: { format, width: info.width, height: info.height, ...(isMoving && { isMoving }) }, bytes: data }
}

/** A stored image has a higher quality than its variants, which are made from it. */
function setFormat(image: Sharp, format: EncodedImageInfo['format']): Sharp {
  if (format === 'jpg') return image.jpeg({ quality: 86, progressive: true })
  if (format === 'avif') return image.avif({ quality: 52, chromaSubsampling: '4:2:0' })
  return image.webp({ quality: task.kind === 'take' || task.kind === 'crop' ? 90 : 76, smartSubsample: true })
}

function buildRefusal(message: string): EncoderOutput {
  return { outcome: { refused: message }, bytes: new Uint8Array() }
}
