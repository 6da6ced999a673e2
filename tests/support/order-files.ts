import { crc32, deflateRawSync } from 'node:zlib'
import { UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'

/** A small whole PDF. */
export const PDF_FILE = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

const WORD_MAIN_PART = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const EXCEL_MAIN_PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
export const WORD_FILE = buildOfficeFile({ 'word/document.xml': WORD_MAIN_PART })
export const EXCEL_FILE = buildOfficeFile({ 'xl/workbook.xml': EXCEL_MAIN_PART })
export const WORD_FILE_WITH_MACROS = buildOfficeFile({
  'word/document.xml': WORD_MAIN_PART,
  'word/vbaProject.bin': 'application/vnd.ms-office.vbaProject',
})
/** Says that it unpacks to 4 GB. */
export const WORD_FILE_BOMB = buildOfficeFile({ 'word/document.xml': WORD_MAIN_PART }, { unpackedBytes: 0xffff_fffe })

/** Builds an Office file of these parts, by their content types. */
export function buildOfficeFile(partTypes: Record<string, string>, options: ZipOptions = {}): Buffer {
  const overrides = Object.entries(partTypes).map(
    ([part, type]) => `<Override PartName="/${part.replaceAll('\\', '/')}" ContentType="${type}"/>`,
  )
  const parts = Object.fromEntries(Object.keys(partTypes).map((part) => [part, '<x/>']))
  return buildZip({ '[Content_Types].xml': `<?xml version="1.0"?><Types>${overrides.join('')}</Types>`, ...parts }, options)
}

type ZipOptions = {
  /** What the directory says of each file. */
  unpackedBytes?: number
  /** Compresses each file. */
  isDeflated?: boolean
  /** Writes the sizes as 64-bit numbers. */
  isZip64?: boolean
}

/** Builds a ZIP file (APPNOTE.TXT, section 4.3). */
export function buildZip(contents: Record<string, string | Buffer>, options: ZipOptions = {}): Buffer {
  const { unpackedBytes, isDeflated = false, isZip64 = false } = options
  const files: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [fileName, text] of Object.entries(contents)) {
    const [name, content] = [Buffer.from(fileName), Buffer.from(text)]
    const packed = isDeflated ? deflateRawSync(content) : content
    const [common, position, extra] = [Buffer.alloc(26), Buffer.alloc(14), Buffer.alloc(isZip64 ? 28 : 0)]
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(isDeflated ? 8 : 0, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(unpackedBytes ?? content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed])
    position.writeUInt32LE(offset, 10)
    if (isZip64) {
      extra.set([1, 0, 24, 0])
      for (const [nth, number] of [content.length, packed.length, offset].entries())
        extra.writeBigUInt64LE(BigInt(number), 4 + 8 * nth)
      common.fill(0xff, 14, 22).writeUInt16LE(extra.length, 24)
      position.fill(0xff, 10)
    }
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, position, name, extra]))
    files.push(file)
    offset += file.length
  }
  const directory = Buffer.concat(entries)
  const [zip64End, locator, end] = [Buffer.alloc(isZip64 ? 56 : 0), Buffer.alloc(isZip64 ? 20 : 0), Buffer.alloc(22)]
  if (isZip64) {
    zip64End.write('PK\x06\x06')
    for (const [nth, number] of [files.length, files.length, directory.length, offset].entries())
      zip64End.writeBigUInt64LE(BigInt(number), 24 + 8 * nth)
    locator.write('PK\x06\x07')
    locator.writeBigUInt64LE(BigInt(offset + directory.length), 8)
  }
  end.write('PK\x05\x06')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, directory, zip64End, locator, end])
}

/** Builds a compound file with these streams in its directory (MS-CFB). It has no more than that. */
export function buildCompoundFile(streams: readonly string[]): Buffer {
  const header = Buffer.alloc(512)
  header.write('d0cf11e0a1b11ae1', 'hex')
  const entries = ['Root Entry', ...streams].map((name) => {
    const entry = Buffer.alloc(128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE(2 * name.length + 2, 64)
    return entry
  })
  return Buffer.concat([header, ...entries])
}

/** Builds the form of an upload with any file name. */
export function buildFileForm(bytes: Uint8Array, name: string): FormData {
  const form = new FormData()
  form.append(UPLOAD_FILE_PART, new File([bytes as Uint8Array<ArrayBuffer>], name))
  return form
}
