import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { CheckImagesTask, EncodedImageInfo, EncodingOutcome, EncodingTask } from './encoding-task.ts'

// A program of its own: what to do stands in its argument; it reads a picture, writes a line of JSON and another one, ends.

/** The longest side of what is kept, which fills a wide screen of two pixels a dot. */
const MAX_SIDE = 2560
/** Of what may come: phones take pictures of 50 million. */
const MAX_UPLOADED_SIDE = 12_000
const MAX_PIXELS = 50_000_000

/** Formats by what the file holds, whatever it calls itself. */
const ACCEPTED_FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif']
const ALLOWED_LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)

const TOO_LARGE = `This picture is too large: at most ${MAX_PIXELS / 1e6} million pixels are taken, and ${MAX_UPLOADED_SIDE.toLocaleString('en-US')} on a side. Please make it smaller first.`
const DAMAGED = 'This picture is damaged, or was cut off on its way. Please choose it again, or save it anew.'

sharp.cache(false)
// Another core is for whoever waits.
sharp.concurrency(1)
// The library could read forty formats; what is not needed cannot be attacked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ALLOWED_LOADERS })

const task = JSON.parse(process.argv[2] ?? '') as EncodingTask
const input = await buffer(process.stdin)
const { outcome, bytes } = await encode(task, input).catch(() => buildRefusal(DAMAGED))
process.stdout.write(`${JSON.stringify(outcome)}\n`)
process.stdout.write(bytes)

type EncoderOutput = { outcome: EncodingOutcome; bytes: Uint8Array }

async function encode(task: EncodingTask, input: Buffer): Promise<EncoderOutput> {
  if (task.kind === 'check') return checkImages(task, input)
  const image = sharp(input, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true })
  const metadata = await image.metadata()
  if (isTooLarge(metadata)) return buildRefusal(TOO_LARGE)
  if (!ACCEPTED_FORMATS.includes(metadata.format)) return buildRefusal(DAMAGED)
  const outputFormat = metadata.format === 'jpeg' ? 'jpg' : 'webp'
  // What the file says besides its pixels is left out: place, time, device. Colours become sRGB.
  if (task.kind === 'take') {
    const resizedImage = image.autoOrient().resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    return encodeOutput(resizedImage, outputFormat, (metadata.pages ?? 1) > 1)
  }
  if (task.kind === 'crop') return encodeOutput(image.extract(task), outputFormat)
  return encodeOutput(image.resize({ width: task.width }), task.format)
}

/** Each is read to its end, and has to be what we would have made: nothing beside its pixels, no larger than we keep. */
async function checkImages({ sizes }: CheckImagesTask, input: Buffer): Promise<EncoderOutput> {
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

/** What is kept is made into other forms later, so it is kept better than those. */
function setFormat(image: Sharp, format: EncodedImageInfo['format']): Sharp {
  if (format === 'jpg') return image.jpeg({ quality: 86, progressive: true })
  if (format === 'avif') return image.avif({ quality: 52, chromaSubsampling: '4:2:0' })
  return image.webp({ quality: task.kind === 'shrink' ? 76 : 90, smartSubsample: true })
}

function isTooLarge({ width, height }: Metadata): boolean {
  return width * height > MAX_PIXELS || Math.max(width, height) > MAX_UPLOADED_SIDE
}

function buildRefusal(message: string): EncoderOutput {
  return { outcome: { refused: message }, bytes: new Uint8Array() }
}
