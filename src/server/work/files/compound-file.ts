import type { ReadBytesFunction } from './zip-directory.ts'

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
