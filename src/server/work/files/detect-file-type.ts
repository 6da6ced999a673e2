import { ORDER_FILE_KINDS, type OrderFileTypeName, orderFileTypes } from '#contract/work/order-files.ts'
import { createUploadFileError } from '#platform/http/read-upload.ts'
import { type FileFormat, fileFormatLabels, recognizeFileFormat, recognizeMarkup } from '#platform/recognize-file-format.ts'
import { DAMAGED, type DetectedFile, describeCompoundFile, detectOfficeType, TWO_FORMATS } from './detect-office-type.ts'
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

const BATCH_BYTES = 64 * 1024
/** Exports of crawled titles have a stray control character here and there. In percent. */
const MAX_CONTROL_PERCENT = 1

// biome-ignore lint/suspicious/noControlCharactersInRegex: the controls are the point
const CONTROLS = /[\x00-\x08\x0e-\x1f\x7f]/g

/**
 * Reads a file as text. Returns undefined if it isn't text. A text without a byte order mark may be in any code page whose first
 * 128 characters are ASCII. `markup` says that it begins like a page.
 */
async function detectText(
  read: ReadBytesFunction,
  size: number,
  head: Buffer,
): Promise<{ markup: ReturnType<typeof recognizeMarkup> } | undefined> {
  const encoding = guessEncoding(head)
  // Latin-1 has a character for every byte.
  const decoder = encoding === 'latin1' ? undefined : new TextDecoder(encoding, { fatal: true })
  let controls = 0
  let beginning: string | undefined
  try {
    for (let at = 0; at < size; at += BATCH_BYTES) {
      const bytes = await read(at, Math.min(BATCH_BYTES, size - at))
      const text = decoder?.decode(bytes, { stream: at + BATCH_BYTES < size }) ?? bytes.toString('latin1')
      beginning ??= text
      if (text.includes('\0') || (decoder && /\p{Noncharacter_Code_Point}/u.test(text))) return undefined
      controls += text.match(CONTROLS)?.length ?? 0
    }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
  if (controls * 100 > size * MAX_CONTROL_PERCENT) return undefined
  return { markup: recognizeMarkup(beginning?.replace(/^\xef\xbb\xbf/, '') ?? '') }
}

/** Excel, Keyword Planner and Ahrefs write UTF-16 with a byte order mark. Without one, its ASCII characters show. */
function guessEncoding(head: Buffer): 'utf-16le' | 'utf-16be' | 'latin1' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const nulPositions = [...head.keys()].filter((at) => head[at] === 0)
  if (nulPositions.length === 0) return 'latin1'
  return nulPositions.every((at) => at % 2 === 1) ? 'utf-16le' : 'utf-16be'
}
