import { createUploadFileError } from '#platform/http/read-upload.ts'
import { fileFormatLabels, recognizeFileFormat } from '#platform/recognize-file-format.ts'

const ACCEPTED_FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif']
const SEND = 'Upload a JPEG, PNG, WebP, AVIF or GIF image.'

/** How many bytes of an SVG file may precede its `<svg>` element. */
const HEAD_BYTES = 4096

/**
 * Throws a 400 if the first bytes don't name an image format that we accept. Starts no process. The rest of the file may
 * still be damaged.
 */
export function assertImageFormat(file: Buffer): void {
  const format = recognizeFileFormat(file.subarray(0, HEAD_BYTES))
  if (format && ACCEPTED_FORMATS.includes(format)) return
  throw createUploadFileError(format ? `This looks like ${fileFormatLabels[format]}. ${SEND}` : `We can’t use this file. ${SEND}`)
}
