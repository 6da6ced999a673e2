import type { Readable } from 'node:stream'
import { UserError } from '../../../../contract/core/user-error.ts'
import { createUploadFileError } from '../../../platform/http/read-upload.ts'
import { limitConcurrency } from '../../../platform/limit-concurrency.ts'
import { type ChildProcessStdin, runInChildProcess } from '../../../platform/run-in-child-process.ts'
import type { CheckImageBytesTask, EncodedImageInfo, EncodingTask, ImageEncodingResult } from './encoding-types.ts'

export type EncodedImage = EncodedImageInfo & { bytes: Buffer }
export type EncodeImage = (
  task: Exclude<EncodingTask, CheckImageBytesTask>,
  input: Uint8Array,
  signal?: AbortSignal,
) => Promise<EncodedImage>

/** The time for one image in ms, and the uploads that may wait. Memory holds every waiting upload. */
const TIMEOUT = 20_000
const MAX_QUEUED = 4
const MAX_BYTES = 16 * 1024 * 1024

/** In px. */
const PREVIEW_SIDE = 480

const UNREADABLE_IMAGE = 'We can’t read this image. Save it as a JPEG and upload that.'

const runQueued = limitConcurrency({
  maxConcurrent: 1,
  maxQueued: MAX_QUEUED,
  createOverflowError: () =>
    new UserError(503, 'Nothing was saved, because we’re busy with other images. Please try again in a moment.'),
})

/**
 * Encodes an image in a child process, so that a malicious file can't crash the server. Throws a 400 with a sentence at
 * the file field if the image is unreadable. Only variants run in the background and obey `signal`.
 */
export const encodeImageInChildProcess: EncodeImage = (task, input, signal) =>
  task.kind === 'shrink' ? encodeImage(task, input, signal) : runQueued(() => encodeImage(task, input))

/** Renders a small WebP image of a file in a child process. Throws a 400 for a file that isn't a whole image. */
export async function renderFilePreviewInChildProcess(openFile: () => Readable): Promise<Buffer> {
  return (await runQueued(() => encodeImage({ kind: 'preview', side: PREVIEW_SIDE }, openFile))).bytes
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
    (error: unknown) => {
      // An image that crashes the encoder or takes too long is at fault. A process that can't start is our fault.
      throw task.kind === 'shrink' || (error as NodeJS.ErrnoException).syscall !== undefined
        ? error
        : createUploadFileError(UNREADABLE_IMAGE)
    },
  )
  const end = output.indexOf('\n')
  const outcome = JSON.parse(output.toString('utf8', 0, end)) as ImageEncodingResult
  if ('refused' in outcome) throw createUploadFileError(outcome.refused)
  return { outcome, bytes: output.subarray(end + 1) }
}
