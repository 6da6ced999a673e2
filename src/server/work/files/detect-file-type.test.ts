import { describe, expect, it } from 'vitest'
import {
  buildCompoundFile,
  buildOfficeFile,
  buildZip,
  EXCEL_FILE,
  PDF_FILE,
  WORD_FILE,
  WORD_FILE_BOMB,
  WORD_FILE_WITH_MACROS,
} from '#tests/support/order-files.ts'
import { detectFileType } from './detect-file-type.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const WORD = `${OFFICE}.wordprocessingml.document.main+xml`
const EXCEL = `${OFFICE}.spreadsheetml.sheet.main+xml`
const BINARY_EXCEL = 'application/vnd.ms-excel.sheet.binary.macroEnabled.main'
const ROWS = 'Keyword\tAvg. monthly searches\r\nhäuser "münchen"\t1.900\r\n不動産\t320\r\n'

const detect = (bytes: Buffer, name = 'file') =>
  detectFileType(
    async (position, length) => {
      if (position < 0 || position + length > bytes.length) throw new Error('There are no such bytes.')
      return bytes.subarray(position, position + length)
    },
    { size: bytes.length, name },
  )
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const listBrands = (...brands: string[]) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 12 + 4 * brands.length]),
    Buffer.from(`ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`),
  ])
const buildOpenDocument = (kind: string, others: Record<string, string> = {}, options = {}) =>
  buildZip({ mimetype: `application/vnd.oasis.opendocument.${kind}`, 'content.xml': '<x/>', ...others }, options)

describe('the type of a file', () => {
  it.each<[string, Buffer, string?]>([
    ['UTF-8', Buffer.from(ROWS)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${ROWS}`)],
    ['UTF-16 LE with a byte order mark', Buffer.from(`\ufeff${ROWS}`, 'utf16le')],
    ['UTF-16 BE with a byte order mark', utf16be(`\ufeff${ROWS}`)],
    ['UTF-16 LE without one', Buffer.from(ROWS, 'utf16le')],
    ['UTF-16 BE without one', utf16be(ROWS)],
    ['UTF-16 over several batches', Buffer.from(`\ufeff${ROWS.repeat(3_000)}`, 'utf16le')],
    ['Windows-1252', latin1('Café \x80 12\r\n')],
    ['Mac Roman with carriage returns', latin1('Caf\x8e\r12\r')],
    ['Shift JIS', Buffer.from('95738ef38e5f2c310a', 'hex')],
    ['a first cell in angle brackets', Buffer.from('< 10%,--,(not provided)\n')],
    ['a stray control character in a title', Buffer.from(`${'A long title of a page,'.repeat(20)}\x08\n`)],
    ['a mention of PDF', Buffer.from('url,type\n/a.pdf,%PDF-1.7\n')],
  ])('is text in the encodings that the programs of the trade write: %s', async (_what, bytes) => {
    expect(await detect(bytes, 'Keyword Stats 2026.csv')).toBe('csv')
    expect(await detect(bytes, 'organic.TSV')).toBe('tsv')
    expect(await detect(bytes, 'robots.txt')).toBe('text')
    expect(await detect(bytes, 'notes')).toBe('text')
  })

  it.each<[string, Buffer]>([
    ['a byte order mark', Buffer.concat([Buffer.from('\ufeff'), PDF_FILE])],
    ['line breaks', Buffer.concat([Buffer.from('\r\n\n'), PDF_FILE])],
    ['headers of a printer', Buffer.concat([latin1('\x1b%-12345X@PJL JOB\r\n'), PDF_FILE])],
    ['1,023 bytes', Buffer.concat([Buffer.alloc(1_023, 'a'), PDF_FILE])],
    ['NULs after it', Buffer.concat([PDF_FILE, Buffer.alloc(8_192)])],
    ['many NULs after it', Buffer.concat([PDF_FILE, Buffer.alloc(200_001)])],
    ['line breaks and spaces after it', Buffer.concat([PDF_FILE, Buffer.from(' \r\n'.repeat(5_000))])],
    ['both', Buffer.concat([Buffer.from('\n'), PDF_FILE, Buffer.alloc(9_000)])],
  ])('is PDF with bytes around it: %s', async (_what, bytes) => {
    expect(await detect(bytes, 'report.pdf')).toBe('pdf')
  })

  it.each<[string, Buffer, string]>([
    ['Word for the web', buildOfficeFile({ 'word/document2.xml': WORD }, { isDeflated: true }), 'word'],
    ['backslashes', buildOfficeFile({ 'xl\\workbook.xml': EXCEL, 'xl\\a.xml': 'application/xml' }), 'excel'],
    ['parts in another folder', buildOfficeFile({ 'x/book.bin': EXCEL }), 'excel'],
    ['64-bit sizes', buildOfficeFile({ 'xl/workbook.xml': EXCEL }, { isZip64: true }), 'excel'],
    [
      'a type by extension, with apostrophes and capitals',
      buildZip({
        'word/a.xml': '<x/>',
        '[content_types].xml': `<t:Types xmlns:t='x'><t:Default ContentType = '${WORD.toUpperCase()}' Extension='XML'/></t:Types>`,
      }),
      'word',
    ],
    [
      'types in UTF-16',
      buildZip({
        'w.xml': '<x/>',
        '[Content_Types].xml': Buffer.from(`\ufeff<Types><Override PartName="/w.xml" ContentType="${WORD}"/></Types>`, 'utf16le'),
      }),
      'word',
    ],
    ['an Excel file inside a Word file', buildOfficeFile({ 'w.xml': WORD, 'a.xlsx': `${OFFICE}.spreadsheetml.sheet` }), 'word'],
    ['a type of a part that doesn’t exist', addPartType(WORD_FILE, EXCEL), 'word'],
    ['a binary workbook', buildOfficeFile({ 'xl/workbook.bin': BINARY_EXCEL }), 'binaryExcel'],
    [
      'a presentation',
      buildOfficeFile({ 'ppt/presentation.xml': `${OFFICE}.presentationml.presentation.main+xml` }),
      'powerPoint',
    ],
    ['an OpenDocument text', buildOpenDocument('text'), 'openText'],
    ['an OpenDocument spreadsheet', buildOpenDocument('spreadsheet', {}, { isDeflated: true }), 'openSpreadsheet'],
    ['an OpenDocument presentation', buildOpenDocument('presentation'), 'openPresentation'],
  ])('is that of the main part of an Office file: %s', async (_what, bytes, type) => {
    expect(await detect(bytes)).toBe(type)
  })

  it('is AVIF or HEIC by any of its brands', async () => {
    expect(await detect(listBrands('avif', 'mif1'))).toBe('avif')
    expect(await detect(listBrands('mif1', 'miaf', 'avif'))).toBe('avif')
    for (const brands of [
      ['heic', 'mif1'],
      ['mif1', 'heic'],
      ['heix'],
      ['hevc', 'msf1'],
      ['msf1', 'hevc'],
      ['heic', 'MiHB', 'tmap'],
    ])
      expect([brands, await detect(listBrands(...brands))]).toEqual([brands, 'heic'])
  })

  it.each<[string, Buffer, RegExp]>([
    ['a ZIP', buildZip({ 'a.txt': 'a' }), /looks like a ZIP archive\. .*one at a time/],
    ['an empty ZIP', buildZip({}), /looks like a ZIP archive/],
    ['a ZIP with a wrong list of types', buildZip({ '[Content_Types].xml': 'PK' }), /looks like a ZIP archive/],
    ['a RAR', latin1('Rar!\x1a\x07\x01\0'), /looks like a RAR archive/],
    ['both kinds of Office', buildOfficeFile({ 'w.xml': WORD, 'x.xml': EXCEL }), /another file inside/],
    ['a cut Word file', WORD_FILE.subarray(0, WORD_FILE.length - 30), /damaged/],
    ['a Word file with a line after it', Buffer.concat([WORD_FILE, Buffer.from('\n')]), /damaged/],
    ['a Word file that unpacks to gigabytes', WORD_FILE_BOMB, /unpacks to more than 1 GB/],
    ['a Word file with macros', WORD_FILE_WITH_MACROS, /Word file that may run macros.*\.docx/],
    [
      'a Word file of the kind with macros',
      buildOfficeFile({ 'w.xml': 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
      /Word.*macros/,
    ],
    [
      'an Excel file with a macro sheet',
      buildOfficeFile({ 'w.xml': EXCEL, 's.xml': 'application/vnd.ms-excel.macrosheet+xml' }),
      /Excel.*macros/,
    ],
    ['a binary workbook with macros', buildOfficeFile({ 'w.bin': BINARY_EXCEL, 'xl/vbaProject.bin': 'x/y' }), /Excel.*macros/],
    [
      'a Word template',
      buildOfficeFile({ 'w.xml': `${OFFICE}.wordprocessingml.template.main+xml` }),
      /looks like a Word template/,
    ],
    [
      'a slide show',
      buildOfficeFile({ 'p.xml': `${OFFICE}.presentationml.slideshow.main+xml` }),
      /looks like a PowerPoint slide show/,
    ],
    ['an OpenDocument template', buildOpenDocument('text-template'), /looks like an OpenDocument text template/],
    ['an OpenDocument file with macros', buildOpenDocument('text', { 'Basic/Standard/a.xml': '<x/>' }), /macros/],
    [
      'an OpenDocument file with a password',
      buildOpenDocument('spreadsheet', { 'META-INF/manifest.xml': '<manifest:encryption-data/>' }),
      /OpenDocument file with a password/,
    ],
    ['an e-book', buildZip({ mimetype: 'application/epub+zip' }), /e-book/],
    ['an Apple file', buildZip({ 'Index/Document.iwa': 'x' }), /Pages, Numbers or Keynote/],
    ['a workbook with a password', buildCompoundFile(['EncryptionInfo', 'EncryptedPackage']), /protected with a password/],
    ['an old Excel file', buildCompoundFile(['Workbook']), /old Excel workbook/],
    ['an old Word file', buildCompoundFile(['1Table', 'WordDocument']), /old Word document/],
    ['an old PowerPoint file', buildCompoundFile(['PowerPoint Document']), /old PowerPoint presentation/],
    ['an email of Outlook', buildCompoundFile(['__properties_version1.0']), /Outlook email/],
    ['another compound file', buildCompoundFile([]), /old Office file/],
    ['rich text', Buffer.from('{\\rtf1\\ansi hi}'), /rich text document/],
    ['a page', Buffer.from('\ufeff \n<!doctype html><p>'), /looks like a web page/],
    ['a page in UTF-16', Buffer.from('\ufeff<html><p>', 'utf16le'), /looks like a web page/],
    ['a PDF behind a page', Buffer.concat([Buffer.from('<html>'), PDF_FILE]), /looks like a web page/],
    ['an SVG', Buffer.from('<?xml version="1.0"?><svg xmlns="x"/>'), /looks like an SVG image/],
    ['a sitemap', Buffer.from('<?xml version="1.0"?><urlset/>'), /looks like an XML file/],
    ['a TIFF', latin1('II*\0\x08\0\0\0'), /looks like a TIFF image/],
    ['a film', listBrands('isom', 'mp42'), /looks like a video/],
    ['a program', latin1('MZ\x90\0\x03\0\0\0'), /looks like a program/],
    ['unknown bytes', Buffer.from([0, 1, 2, 3, 0, 0, 9]), /can’t tell what this file is/],
    ['text in UTF-32', Buffer.from('fffe000061000000', 'hex'), /can’t tell/],
    ['half a PDF', PDF_FILE.subarray(0, 30), /damaged/],
    ['a PDF that is also a ZIP', Buffer.concat([PDF_FILE, buildZip({ 'a.txt': 'a' })]), /another file inside/],
    ['an Excel file behind a page', Buffer.concat([Buffer.from('<html>'), EXCEL_FILE]), /another file inside/],
  ])('is told in the refusal of %s', async (_what, bytes, sentence) => {
    for (const name of ['file.pdf', 'photo.jpg', 'list.csv'])
      await expect(detect(bytes, name)).rejects.toMatchObject({ status: 400, fields: { file: expect.stringMatching(sentence) } })
  })

  it('is refused if a text has the name of another type, because a text keeps its name', async () => {
    for (const extension of ['bat', 'pdf', 'xlsx', 'html', 'eml', 'appref-ms'])
      await expect(detect(Buffer.from(ROWS), `list.${extension}`)).rejects.toThrow(
        `This looks like a text file, but its name ends in “.${extension}”.`,
      )
  })
})

/** Names a part in the list of types that the file doesn't have. */
function addPartType(file: Buffer, type: string): Buffer {
  const override = `<Override PartName="/none.xml" ContentType="${type}"/>`
  const types = /<Types>.*<\/Types>/.exec(file.toString('latin1'))?.[0] ?? ''
  return buildZip({ 'word/document.xml': '<x/>', '[Content_Types].xml': types.replace('</Types>', `${override}</Types>`) })
}
