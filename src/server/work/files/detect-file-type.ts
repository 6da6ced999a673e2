import { createUploadFileError } from '../../platform/http/read-upload.ts'
import type { orderFileTypes } from './file-types.ts'
import { type ReadBytesFunction, readZipDirectory, type ZipContents } from './zip-directory.ts'

type OrderFileTypeName = keyof typeof orderFileTypes

const ACCEPTED = 'a PDF, Word (.docx), Excel (.xlsx), CSV, text, PNG, JPEG, WebP or HEIC file'
const UNSUPPORTED = `We can’t take this file. Send ${ACCEPTED}.`
const ZIP_NOT_ALLOWED = 'We can’t take ZIP files. Send the files one at a time.'
const WEB_PAGE_NOT_ALLOWED = `We can’t take web pages or SVG files. Send ${ACCEPTED}.`
const OLD_OFFICE_NOT_ALLOWED = 'This is an old Word or Excel format. Save it as .docx or .xlsx and send that.'
const MACROS_NOT_ALLOWED = 'We can’t take files with macros. Save it without macros, as .docx or .xlsx, and send that.'
const TWO_FORMATS = 'This file has another file inside it. Save it again and send the new one.'
const DAMAGED = 'This file is damaged or incomplete. Save it again and send the new one.'

const HEAD_BYTES = 4096
const TEXT_BATCH_BYTES = 64 * 1024
/** Where a PDF's last line may be, in bytes before its end. */
const PDF_END_BYTES = 4096
const MAX_UNPACKED_BYTES = 1024 ** 3

/** The brands of HEIC photos (ISO/IEC 23008-12). */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1']

/** Finds out what a file is from its bytes. The name only tells CSV from other text. Throws a 400 at the file field. */
export async function detectFileType(
  read: ReadBytesFunction,
  { size, name }: { size: number; name: string },
): Promise<OrderFileTypeName> {
  const head = await read(0, Math.min(size, HEAD_BYTES))
  const startsWith = (text: string, at = 0) => head.toString('latin1', at, at + text.length) === text
  const zip = await readZipDirectory(read, size)
  if (startsWith('PK\x03\x04')) return detectOfficeType(zip)
  if (zip) throw createUploadFileError(TWO_FORMATS)
  if (startsWith('%PDF-')) return assertWholePdf(read, size)
  if (startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith('\xff\xd8\xff')) return 'jpeg'
  if (startsWith('RIFF') && startsWith('WEBP', 8)) return 'webp'
  if (startsWith('ftyp', 4) && HEIC_BRANDS.includes(head.toString('latin1', 8, 12))) return 'heic'
  if (startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) throw createUploadFileError(OLD_OFFICE_NOT_ALLOWED)
  await assertPlainText(read, size, head)
  return name.toLowerCase().endsWith('.csv') ? 'csv' : 'text'
}

/** An Office file is a ZIP file with these entries (ECMA-376, part 2). */
function detectOfficeType(zip: ZipContents | 'damaged' | undefined): OrderFileTypeName {
  if (!zip || zip === 'damaged') throw createUploadFileError(zip ? TWO_FORMATS : DAMAGED)
  const { names, unpackedBytes } = zip
  const isWord = names.includes('word/document.xml')
  const isExcel = names.includes('xl/workbook.xml')
  if (!names.includes('[Content_Types].xml') || isWord === isExcel) throw createUploadFileError(ZIP_NOT_ALLOWED)
  if (names.some((name) => /vbaproject\.bin$|^xl\/macrosheets\//i.test(name))) throw createUploadFileError(MACROS_NOT_ALLOWED)
  if (unpackedBytes > MAX_UNPACKED_BYTES || new Set(names).size !== names.length) throw createUploadFileError(DAMAGED)
  return isWord ? 'word' : 'excel'
}

async function assertWholePdf(read: ReadBytesFunction, size: number): Promise<'pdf'> {
  const length = Math.min(size, PDF_END_BYTES)
  if (!(await read(size - length, length)).includes('%%EOF')) throw createUploadFileError(DAMAGED)
  return 'pdf'
}

/** Text has no control characters but line breaks and tabs. Browsers take a file that begins with a tag for a page. */
async function assertPlainText(read: ReadBytesFunction, size: number, head: Buffer): Promise<void> {
  if (/^(\xef\xbb\xbf)?\s*</.test(head.toString('latin1'))) throw createUploadFileError(WEB_PAGE_NOT_ALLOWED)
  for (let at = 0; at < size; at += TEXT_BATCH_BYTES) {
    const batch = await read(at, Math.min(TEXT_BATCH_BYTES, size - at))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the controls are the point
    if (/[\x00-\x08\x0e-\x1f\x7f]/.test(batch.toString('latin1'))) throw createUploadFileError(UNSUPPORTED)
  }
}
