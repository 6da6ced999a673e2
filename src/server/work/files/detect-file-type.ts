import { ORDER_FILE_KINDS, type OrderFileTypeName, orderFileTypes } from '#contract/work/order-files.ts'
import { createUploadFileError } from '#platform/http/read-upload.ts'
import { type FileFormat, fileFormatLabels, recognizeFileFormat } from '#platform/recognize-file-format.ts'
import { describeCompoundFile } from './compound-file.ts'
import { DAMAGED, type DetectedFile, detectOfficeType, TWO_FORMATS } from './detect-office-type.ts'
import { detectText } from './detect-text.ts'
import { getFileExtension } from './file-name.ts'
import { type ReadBytesFunction, readZipDirectory } from './zip-directory.ts'

const HEAD_BYTES = 4096
/** Where a PDF may begin. Viewers accept that many bytes before it (ISO 32000-1, appendix H.3, note 13). */
const MAX_PDF_START = 1024
/** Where a PDF's last line may be, in bytes before its end without padding. */
const PDF_END_BYTES = 4096

const SEND = `Send a ${ORDER_FILE_KINDS} file.`
const MARKUP_NOT_ALLOWED = 'Save it as a PDF and send that, or paste the code into a message.'
const textTypes = ['csv', 'tsv', 'json', 'text'] as const

/** Finds out what a file is from its bytes. The name only tells one text from another. Throws a 400 at the file field. */
export async function detectFileType(
  read: ReadBytesFunction,
  { size, name }: { size: number; name: string },
): Promise<OrderFileTypeName> {
  const detected = await detect(read, size, name)
  if ('refused' in detected) throw createUploadFileError(detected.refused)
  return detected.type
}

async function detect(read: ReadBytesFunction, size: number, name: string): Promise<DetectedFile> {
  const head = await read(0, Math.min(size, HEAD_BYTES))
  const format = recognizeFileFormat(head)
  if (format === 'zip') return detectOfficeType(read, size)
  if (await readZipDirectory(read, size)) return TWO_FORMATS
  if (format === 'pdf') return (await isWholePdf(read, size)) ? { type: 'pdf' } : DAMAGED
  if (format === 'compound') return { refused: await describeCompoundFile(read, size) }
  if (format && format in orderFileTypes) return { type: format as OrderFileTypeName & FileFormat }
  const text = await detectText(read, size, head)
  const otherFormat = text?.markup ?? format
  if (otherFormat && isMarkup(otherFormat))
    return { refused: `This looks like ${fileFormatLabels[otherFormat]}. ${MARKUP_NOT_ALLOWED}` }
  if (isPdfInside(head) && (await isWholePdf(read, size))) return { type: 'pdf' }
  if (otherFormat) return { refused: `This looks like ${fileFormatLabels[otherFormat]}. ${SEND}` }
  return text ? detectTextType(name) : { refused: `We can’t tell what this file is. ${SEND}` }
}

function isMarkup(format: FileFormat): boolean {
  return format === 'html' || format === 'svg' || format === 'xml'
}

/** Some servers and mail programs put a byte order mark, line breaks or headers before a PDF. */
function isPdfInside(head: Buffer): boolean {
  return /%PDF-\d\.\d/.test(head.toString('latin1', 0, MAX_PDF_START + '%PDF-1.0'.length))
}

/** Finds the last line of a PDF. Disk images and downloads pad it with NULs, spaces or line breaks. */
async function isWholePdf(read: ReadBytesFunction, size: number): Promise<boolean> {
  for (let end = size; end > 0; end -= PDF_END_BYTES) {
    const start = Math.max(0, end - 2 * PDF_END_BYTES)
    const bytes = await read(start, end - start)
    if (bytes.includes('%%EOF')) return true
    // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is padding
    if (/[^\x00\t\n\f\r ]/.test(bytes.toString('latin1', Math.max(0, bytes.length - PDF_END_BYTES)))) return false
  }
  return false
}

/** A text keeps its name. So a name that another program would open is refused. */
function detectTextType(name: string): DetectedFile {
  const extension = getFileExtension(name)
  const type = textTypes.find((one) => (orderFileTypes[one].extensions as readonly string[]).includes(extension))
  if (type) return { type }
  return {
    refused: `This looks like a text file, but its name ends in “.${extension}”. Save it as a PDF, or rename it to end in .csv or .txt, and send that.`,
  }
}
