import { Parser } from 'htmlparser2'
import { ORDER_FILE_KINDS, type OrderFileTypeName } from '#contract/work/order-files.ts'
import { fileFormatLabels } from '#platform/recognize-file-format.ts'
import { type ReadBytesFunction, readZipDirectory, readZipEntry, type ZipEntry } from './zip-directory.ts'

/** The type, or a sentence about a file that we don't take. */
export type DetectedFile = { type: OrderFileTypeName } | { refused: string }

const MAX_UNPACKED_BYTES = 1024 ** 3

export const TWO_FORMATS = { refused: 'This file has another file inside it. Save it again and send the new one.' }
export const DAMAGED = { refused: 'This file is damaged or incomplete. Save it again and send the new one.' }
const TOO_LARGE_UNPACKED = { refused: 'This file unpacks to more than 1 GB. Split it, or send it as a PDF or CSV file.' }
const ZIP = { refused: `This looks like ${fileFormatLabels.zip}. We can’t take those: send the files one at a time.` }
const APPLE = {
  refused: 'This looks like an Apple Pages, Numbers or Keynote file. Export it as PDF, Word, Excel or PowerPoint and send that.',
}
const EBOOK = { refused: 'This looks like an e-book (EPUB). Save it as a PDF and send that.' }

/**
 * The content types of main parts (ECMA-376, part 1, section 11.3, and MS-OFFMACRO2): the program, and the kind of its file. The
 * names of the parts are the writer's choice.
 */
const MAIN_PART =
  /^application\/vnd\.(?:openxmlformats-officedocument\.(?:wordprocessing|spreadsheet|presentation)ml|ms-(?:word|excel|powerpoint))\.([a-z.]+)\.main(?:\+xml)?$/

const officePrograms = [
  { pattern: /word/, type: 'word', label: 'a Word', saveAs: '.docx' },
  { pattern: /excel|spreadsheetml/, type: 'excel', label: 'an Excel', saveAs: '.xlsx' },
  { pattern: /powerpoint|presentationml/, type: 'powerPoint', label: 'a PowerPoint', saveAs: '.pptx' },
] as const

const OPEN_DOCUMENT = /^application\/vnd\.oasis\.opendocument\.(.+)$/
const openDocumentTypes: Partial<Record<string, OrderFileTypeName>> = {
  text: 'openText',
  spreadsheet: 'openSpreadsheet',
  presentation: 'openPresentation',
}

/** Tells Office files from other ZIP files. Reads the directory and at most two small files. */
export async function detectOfficeType(read: ReadBytesFunction, size: number): Promise<DetectedFile> {
  const entries = await readZipDirectory(read, size)
  if (!entries || entries === 'damaged') return entries ? TWO_FORMATS : DAMAGED
  const names = new Set(entries.map(({ name }) => name.toLowerCase()))
  const readFile = async (name: string) => {
    const entry = entries.find((one) => one.name.toLowerCase() === name)
    return entry && decodeXml(await readZipEntry(read, size, entry))
  }
  const contentTypes = await readFile('[content_types].xml')
  const detected = contentTypes ? detectMicrosoftType(contentTypes, names) : await detectOtherType(readFile, names)
  if ('refused' in detected) return detected
  return checkEntries(entries, names) ?? detected
}

function checkEntries(entries: readonly ZipEntry[], names: ReadonlySet<string>): { refused: string } | undefined {
  if (names.size !== entries.length) return DAMAGED
  const unpackedBytes = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0)
  return unpackedBytes > MAX_UNPACKED_BYTES ? TOO_LARGE_UNPACKED : undefined
}

function detectMicrosoftType(contentTypes: string, names: ReadonlySet<string>): DetectedFile {
  const partTypes = listPartTypes(contentTypes, names)
  const [mainType, ...others] = new Set(partTypes.filter((type) => MAIN_PART.test(type)))
  if (!mainType) return ZIP
  if (others.length > 0) return TWO_FORMATS
  const program = officePrograms.find(({ pattern }) => pattern.test(mainType))
  if (!program) return ZIP
  const kind = MAIN_PART.exec(mainType)?.[1] ?? ''
  const { label, saveAs, type } = program
  const isBinary = kind === 'sheet.binary.macroenabled'
  const hasMacros =
    (kind.includes('macroenabled') && !isBinary) ||
    partTypes.some((one) => /vbaproject|macrosheet/.test(one)) ||
    [...names].some((name) => /(^|\/)(vbaproject\.bin$|macrosheets\/)/.test(name))
  if (hasMacros)
    return { refused: `This looks like ${label} file that may run macros. Save it without macros, as ${saveAs}, and send that.` }
  if (/template/.test(kind)) return { refused: `This looks like ${label} template. Save it as ${saveAs} and send that.` }
  if (/slideshow/.test(kind)) return { refused: `This looks like ${label} slide show. Save it as ${saveAs} and send that.` }
  return { type: isBinary ? 'binaryExcel' : type }
}

/** Lists the content types of the parts that exist, in lower case (ECMA-376, part 2, section 7.2.3). */
function listPartTypes(xml: string, names: ReadonlySet<string>): string[] {
  const types: string[] = []
  const parser = new Parser(
    {
      onopentag: (element, attributes) => {
        const { partname, extension, contenttype } = Object.fromEntries(
          Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value.toLowerCase()]),
        )
        const part = partname?.replaceAll('\\', '/').replace(/^\//, '')
        const exists = part === undefined ? [...names].some((name) => name.endsWith(`.${extension}`)) : names.has(part)
        if (element && contenttype && exists) types.push(contenttype.trim())
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return types
}

async function detectOtherType(
  readFile: (name: string) => Promise<string | undefined>,
  names: ReadonlySet<string>,
): Promise<DetectedFile> {
  if ([...names].some((name) => /^index\/.+\.iwa$|^index\.(zip|apxl)$/.test(name))) return APPLE
  const mediaType = (await readFile('mimetype'))?.trim()
  if (mediaType === 'application/epub+zip') return EBOOK
  const kind = OPEN_DOCUMENT.exec(mediaType ?? '')?.[1]
  if (!kind) return ZIP
  const type = openDocumentTypes[kind]
  if (!type) return { refused: `This looks like an OpenDocument ${kind.replace('-', ' ')}. Send a ${ORDER_FILE_KINDS} file.` }
  if (names.has('encrypted-package') || (await readFile('meta-inf/manifest.xml'))?.includes(':encryption-data'))
    return {
      refused:
        'This looks like an OpenDocument file with a password, so we can’t check it. Remove the password and send it again.',
    }
  if ([...names].some((name) => /^(basic|scripts)\/./.test(name)))
    return { refused: 'This looks like an OpenDocument file that may run macros. Save it without macros and send that.' }
  return { type }
}

function decodeXml(bytes: Buffer | undefined): string | undefined {
  if (!bytes) return undefined
  const encoding = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

const HEADER_BYTES = 512
const ENTRY_BYTES = 128
const BATCH_BYTES = 64 * 1024
/** The entry's name has at most 31 characters of UTF-16. Its length in bytes, with the final NUL, follows. */
const NAME_LENGTH_AT = 64

/** What an entry with this name says. The first entry of a file decides, because others may be embedded files. */
const sentencesByStream: Record<string, string> = {
  EncryptedPackage:
    'This looks like a Word, Excel or PowerPoint file that is protected with a password, so we can’t check it. Remove the password and send it again.',
  Workbook: 'This looks like an old Excel workbook (.xls). Save it as .xlsx and send that.',
  Book: 'This looks like an old Excel workbook (.xls). Save it as .xlsx and send that.',
  WordDocument: 'This looks like an old Word document (.doc). Save it as .docx and send that.',
  'PowerPoint Document': 'This looks like an old PowerPoint presentation (.ppt). Save it as .pptx and send that.',
  '__properties_version1.0': 'This looks like an Outlook email (.msg). Save it as a PDF and send that.',
}

const OTHER = 'This looks like an old Office file. Save it in a newer format, such as .docx, .xlsx or PDF, and send that.'

/** Says what a compound file (MS-CFB) looks like, by the streams in its directory. */
export async function describeCompoundFile(read: ReadBytesFunction, size: number): Promise<string> {
  for (let at = HEADER_BYTES; at + ENTRY_BYTES <= size; at += BATCH_BYTES) {
    const batch = await read(at, Math.min(BATCH_BYTES, size - at))
    for (let entry = 0; entry + ENTRY_BYTES <= batch.length; entry += ENTRY_BYTES) {
      const nameBytes = batch.readUInt16LE(entry + NAME_LENGTH_AT) - 2
      if (nameBytes <= 0 || nameBytes >= NAME_LENGTH_AT) continue
      const sentence = sentencesByStream[batch.toString('utf16le', entry, entry + nameBytes)]
      if (sentence) return sentence
    }
  }
  return OTHER
}
