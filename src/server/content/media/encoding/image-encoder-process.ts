import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { SHARE_IMAGE_SIZE } from '../../../../contract/core/share-image.ts'
import type { CheckImageBytesTask, EncodedImageInfo, EncodingTask, ImageEncodingResult } from './encoding-types.ts'

// This file is a program. Its argument is the task as JSON, and stdin holds the image. It writes one line of JSON, then the new
// image.

/** The longest side of a stored image in px. It fills a wide screen with two pixels per dot. */
const MAX_SIDE = 2560
/** Limits of an uploaded image. Phones take images of 50 million pixels. */
const MAX_UPLOADED_SIDE = 12_000
const MAX_PIXELS = 50_000_000

/** Social networks skip larger images, or load them slowly. In bytes. */
const MAX_SHARE_BYTES = 300 * 1024
const SHARE_QUALITIES = [84, 70, 55, 40, 25]

/** What the bytes hold, whatever the file's name says. */
const ACCEPTED_FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif']
const ALLOWED_LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)

const TOO_LARGE = `This image is too large. The limit is ${MAX_PIXELS / 1e6} million pixels, and ${MAX_UPLOADED_SIDE.toLocaleString('en-US')} pixels per side. Make it smaller and try again.`
const DAMAGED = 'This image is damaged or incomplete. Upload it again, or save it as a new file first.'

sharp.cache(false)
// Leaves the other cores to requests.
sharp.concurrency(1)
// The library can read forty formats. A blocked loader can't be attacked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ALLOWED_LOADERS })

const task = JSON.parse(process.argv[2] ?? '') as EncodingTask
const input = await buffer(process.stdin)
const { outcome, bytes } = await encode(task, input).catch((error) => buildRefusal(explainFailure(error)))
process.stdout.write(`${JSON.stringify(outcome)}\n`)
process.stdout.write(bytes)

/** The library refuses an image above the pixel limit before it reads the size. */
function explainFailure(error: unknown): string {
  return /exceeds pixel limit/.test(String(error)) ? TOO_LARGE : DAMAGED
}

type EncoderOutput = { outcome: ImageEncodingResult; bytes: Uint8Array }

async function encode(task: EncodingTask, input: Buffer): Promise<EncoderOutput> {
  if (task.kind === 'check') return checkImages(task, input)
  const image = sharp(input, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true })
  const metadata = await image.metadata()
  if (isTooLarge(metadata)) return buildRefusal(TOO_LARGE)
  if (!ACCEPTED_FORMATS.includes(metadata.format)) return buildRefusal(DAMAGED)
  const outputFormat = metadata.format === 'jpeg' ? 'jpg' : 'webp'
  // The new image has no metadata such as place, time and device. Its colors become sRGB.
  if (task.kind === 'take') {
    const resizedImage = image.autoOrient().resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    return encodeOutput(resizedImage, outputFormat, (metadata.pages ?? 1) > 1)
  }
  if (task.kind === 'preview') {
    const { side } = task
    return encodeOutput(image.autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }), 'webp')
  }
  if (task.kind === 'share') return encodeShareImage(image.extract(task))
  if (task.kind === 'crop') return encodeOutput(image.extract(task), outputFormat)
  return encodeOutput(image.resize({ width: task.width }), task.format)
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
    await image.resize({ width: 1, height: 1, fit: 'fill' }).raw().toBuffer()
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

function isTooLarge({ width, height }: Metadata): boolean {
  return width * height > MAX_PIXELS || Math.max(width, height) > MAX_UPLOADED_SIDE
}

function buildRefusal(message: string): EncoderOutput {
  return { outcome: { refused: message }, bytes: new Uint8Array() }
}
