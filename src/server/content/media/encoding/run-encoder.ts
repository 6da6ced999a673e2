import type { Readable } from 'node:stream'
import type { VariantFormat } from '#contract/content/media-urls.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import { createUploadFileError } from '#platform/http/read-upload.ts'
import { limitConcurrency } from '#platform/limit-concurrency.ts'
import { type ChildProcessStdin, runInChildProcess } from '#platform/run-in-child-process.ts'

export type EncodedImage = EncodedImageInfo & { bytes: Buffer }
export type EncodeImage = (
  task: Exclude<EncodingTask, CheckImageBytesTask>,
  input: Uint8Array,
  signal?: AbortSignal,
) => Promise<EncodedImage>

/** The time for one image in ms, on a machine that does other work. */
const TIMEOUT = 20_000
/** How many images of the library may wait. Memory holds each. */
const MAX_QUEUED = 4
/** How many files of orders may wait, per account. */
const MAX_QUEUED_PREVIEWS = 8
const MAX_BYTES = 16 * 1024 * 1024

/** In px. */
const PREVIEW_SIDE = 480
/** A JPEG of 50 million pixels needs a tenth of this time. Larger progressive JPEG and AVIF images need more memory. */
const PREVIEW_LIMITS: EncoderLimits = { maxCpu: 2_000, maxMemory: 256 * 1024 ** 2 }

const UNREADABLE_IMAGE = 'We can’t read this image. Save it as a JPEG and upload that.'
const OVER_LIMITS = 'This image takes too long or needs too much memory to read. Save it as a smaller JPEG and upload that.'

const createOverflowError = () =>
  new UserError(503, 'Nothing was saved, because we’re busy with other images. Please try again in a moment.')
const runQueued = limitConcurrency({ maxConcurrent: 1, maxQueued: MAX_QUEUED, createOverflowError })
const runPreviewQueued = limitConcurrency({ maxConcurrent: 1, maxQueued: MAX_QUEUED_PREVIEWS, createOverflowError })

/**
 * Encodes an image in a child process, so that a malicious file can't crash the server. Throws a 400 with a sentence at
 * the file field if the image is unreadable. Only variants run in the background and obey `signal`.
 */
export const encodeImageInChildProcess: EncodeImage = (task, input, signal) =>
  task.kind === 'shrink' ? encodeImage(task, input, signal) : runQueued(() => encodeImage(task, input))

/**
 * Renders a small WebP image of a file in a child process. The accounts take turns. Returns undefined for an image that needs more
 * than the limits. Throws a 400 for a file that isn't a whole image, and a 503 if too many files of the account wait.
 */
export async function renderFilePreviewInChildProcess(
  openFile: () => Readable,
  account: string,
  limits = PREVIEW_LIMITS,
): Promise<Buffer | undefined> {
  try {
    const task: EncodingTask = { kind: 'preview', side: PREVIEW_SIDE, limits }
    return (await runPreviewQueued(() => encodeImage(task, openFile), account)).bytes
  } catch (error) {
    if (isUserError(error) && error.message === OVER_LIMITS) return undefined
    throw error
  }
}

/** Reads what these images are in one child process. Throws a 400 if we could not have made one of them. */
export async function verifyImagesInChildProcess(images: readonly Buffer[]): Promise<EncodedImageInfo[]> {
  const task: CheckImageBytesTask = { kind: 'check', sizes: images.map(({ length }) => length) }
  const { outcome } = await runQueued(() => runEncoder(task, Buffer.concat(images)))
  return 'checked' in outcome ? outcome.checked : []
}

async function encodeImage(task: EncodingTask, input: ChildProcessStdin, signal?: AbortSignal): Promise<EncodedImage> {
  const { outcome, bytes } = await runEncoder(task, input, signal)
  return { ...(outcome as EncodedImageInfo), bytes }
}

async function runEncoder(task: EncodingTask, input: ChildProcessStdin, signal?: AbortSignal) {
  const options = { timeout: TIMEOUT, maxBytes: MAX_BYTES, hasLowPriority: task.kind === 'shrink', ...(signal && { signal }) }
  const output = await runInChildProcess('image-encoder-process', [JSON.stringify(task)], input, options).catch(
    (error: { syscall?: string; signal?: NodeJS.Signals }) => {
      // An image that crashes the encoder or takes too long is at fault. A process that can't start is our fault.
      if (task.kind === 'shrink' || error.syscall !== undefined) throw error
      throw createUploadFileError(error.signal === 'SIGKILL' ? OVER_LIMITS : UNREADABLE_IMAGE)
    },
  )
  const end = output.indexOf('\n')
  const outcome = JSON.parse(output.toString('utf8', 0, end)) as ImageEncodingResult
  if ('refused' in outcome) throw createUploadFileError(outcome.refused)
  return { outcome, bytes: output.subarray(end + 1) }
}

/** What a child process may use before it ends itself: CPU time in ms, and memory in bytes. */
export type EncoderLimits = { maxCpu: number; maxMemory: number }

/** Makes our image from an upload, cuts a part out, makes a variant, a preview or a share image, or checks images. Sizes are px. */
export type EncodingTask =
  | { kind: 'take' }
  | { kind: 'crop'; left: number; top: number; width: number; height: number }
  | { kind: 'shrink'; width: number; format: VariantFormat }
  | { kind: 'preview'; side: number; limits: EncoderLimits }
  | { kind: 'share'; left: number; top: number; width: number; height: number }
  | CheckImageBytesTask

/** Only checks that these are images as we make them. `sizes` are the bytes of each in the concatenated input. */
export type CheckImageBytesTask = { kind: 'check'; sizes: readonly number[] }

/** The line of JSON before the image's bytes. */
export type EncodedImageInfo = { format: 'jpg' | VariantFormat; width: number; height: number; isMoving?: boolean }

/** `refused` is a sentence for the person who uploads. */
export type ImageEncodingResult = EncodedImageInfo | { refused: string } | { checked: EncodedImageInfo[] }
