import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { CheckTask, Made, Outcome, Task } from './task.ts'

// A program of its own: what to do stands in its argument; it reads a picture, writes a line of JSON and another one, ends.

/** The longest side of what is kept, which fills a wide screen of two pixels a dot. */
const MAX_SIDE = 2560
/** Of what may come: phones take pictures of 50 million. */
const MAX_SIDE_SENT = 12_000
const MAX_PIXELS = 50_000_000

/** Formats by what the file holds, whatever it calls itself. */
const TAKEN = ['jpeg', 'png', 'webp', 'gif', 'heif']
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)

const TOO_LARGE = `This picture is too large: at most ${MAX_PIXELS / 1e6} million pixels are taken, and ${MAX_SIDE_SENT.toLocaleString('en-US')} on a side. Please make it smaller first.`
const DAMAGED = 'This picture is damaged, or was cut off on its way. Please choose it again, or save it anew.'

sharp.cache(false)
// Another core is for whoever waits.
sharp.concurrency(1)
// The library could read forty formats; what is not needed cannot be attacked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })

const task = JSON.parse(process.argv[2] ?? '') as Task
const input = await buffer(process.stdin)
const { outcome, bytes } = await encode(task, input).catch(() => refusal(DAMAGED))
process.stdout.write(`${JSON.stringify(outcome)}\n`)
process.stdout.write(bytes)

type Encoded = { outcome: Outcome; bytes: Uint8Array }

async function encode(task: Task, input: Buffer): Promise<Encoded> {
  if (task.kind === 'check') return check(task, input)
  const picture = sharp(input, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true })
  const told = await picture.metadata()
  if (isTooLarge(told)) return refusal(TOO_LARGE)
  if (!TAKEN.includes(told.format)) return refusal(DAMAGED)
  const ours = told.format === 'jpeg' ? 'jpg' : 'webp'
  // What the file says besides its pixels is left out: place, time, device. Colours become sRGB.
  if (task.kind === 'take') {
    const whole = picture.autoOrient().resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    return finish(whole, ours, (told.pages ?? 1) > 1)
  }
  if (task.kind === 'crop') return finish(picture.extract(task), ours)
  return finish(picture.resize({ width: task.width }), task.format)
}

/** Each is read to its end, and has to be what we would have made: nothing beside its pixels, no larger than we keep. */
async function check({ sizes }: CheckTask, input: Buffer): Promise<Encoded> {
  const checked: Made[] = []
  let at = 0
  for (const size of sizes) {
    const picture = sharp(input.subarray(at, at + size), {
      failOn: 'error',
      limitInputPixels: MAX_SIDE ** 2,
      sequentialRead: true,
    })
    const { format, width, height, pages = 1, exif, iptc, xmp } = await picture.metadata()
    const isOurs = (format === 'jpeg' || format === 'webp') && pages === 1 && !exif && !iptc && !xmp
    if (!isOurs || Math.max(width, height) > MAX_SIDE) return refusal(DAMAGED)
    await picture.resize({ width: 1, height: 1, fit: 'fill' }).raw().toBuffer()
    checked.push({ format: format === 'jpeg' ? 'jpg' : 'webp', width, height })
    at += size
  }
  return { outcome: { checked }, bytes: new Uint8Array() }
}

async function finish(picture: Sharp, format: Made['format'], isMoving = false): Promise<Encoded> {
  const { data, info } = await inFormat(picture, format).toBuffer({ resolveWithObject: true })
  return { outcome: { format, width: info.width, height: info.height, ...(isMoving && { isMoving }) }, bytes: data }
}

/** What is kept is made into other forms later, so it is kept better than those. */
function inFormat(picture: Sharp, format: Made['format']): Sharp {
  if (format === 'jpg') return picture.jpeg({ quality: 86, progressive: true })
  if (format === 'avif') return picture.avif({ quality: 52, chromaSubsampling: '4:2:0' })
  return picture.webp({ quality: task.kind === 'shrink' ? 76 : 90, smartSubsample: true })
}

function isTooLarge({ width, height }: Metadata): boolean {
  return width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE_SENT
}

function refusal(refused: string): Encoded {
  return { outcome: { refused }, bytes: new Uint8Array() }
}
