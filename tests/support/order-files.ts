import { crc32 } from 'node:zlib'
import { UPLOAD_FILE_PART } from '../../src/contract/core/endpoint.ts'

/** A small whole PDF. */
export const PDF_FILE = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

const CONTENT_TYPES = '[Content_Types].xml'
export const WORD_FILE = buildZip([CONTENT_TYPES, 'word/document.xml'])
export const EXCEL_FILE = buildZip([CONTENT_TYPES, 'xl/workbook.xml'])
export const WORD_FILE_WITH_MACROS = buildZip([CONTENT_TYPES, 'word/document.xml', 'word/vbaProject.bin'])
/** Says that it unpacks to 4 GB. */
export const WORD_FILE_BOMB = buildZip([CONTENT_TYPES, 'word/document.xml'], 0xffff_fffe)

/** Builds a ZIP file without compression (APPNOTE.TXT, section 4.3). `unpackedBytes` is what it says of each file. */
export function buildZip(names: readonly string[], unpackedBytes?: number): Buffer {
  const content = Buffer.from('<x/>')
  const files: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const name of names.map((one) => Buffer.from(one))) {
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(content.length, 14)
    common.writeUInt32LE(unpackedBytes ?? content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, content])
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, place, name]))
    files.push(file)
    offset += file.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(names.length, 4)
  end.writeUInt16LE(names.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, directory, Buffer.from('PK\x05\x06'), end])
}

/** Builds the form of an upload with any file name. */
export function buildFileForm(bytes: Uint8Array, name: string): FormData {
  const form = new FormData()
  form.append(UPLOAD_FILE_PART, new File([bytes as Uint8Array<ArrayBuffer>], name))
  return form
}
