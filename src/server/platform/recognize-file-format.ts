/** The formats that first bytes name. Each value completes "This looks like …". */
export const fileFormatLabels = {
  png: 'a PNG image',
  jpeg: 'a JPEG image',
  gif: 'a GIF image',
  webp: 'a WebP image',
  avif: 'an AVIF image',
  heic: 'a HEIC photo',
  tiff: 'a TIFF image',
  bmp: 'a BMP image',
  icon: 'an icon (.ico)',
  jpegXl: 'a JPEG XL image',
  photoshop: 'a Photoshop file',
  svg: 'an SVG image',
  html: 'a web page (HTML)',
  xml: 'an XML file',
  pdf: 'a PDF',
  postScript: 'a PostScript file (.eps)',
  richText: 'a rich text document (.rtf)',
  compound: 'an old Office file',
  zip: 'a ZIP archive',
  rar: 'a RAR archive',
  sevenZip: 'a 7-Zip archive',
  gzip: 'a gzip archive',
  video: 'a video',
  audio: 'an audio file',
  font: 'a font',
  program: 'a program',
} as const

export type FileFormat = keyof typeof fileFormatLabels

/** Bytes, in Latin-1, by their position. */
const signatures: [FileFormat, Record<number, string>][] = [
  ['png', { 0: '\x89PNG\r\n\x1a\n' }],
  ['jpeg', { 0: '\xff\xd8\xff' }],
  ['gif', { 0: 'GIF87a' }],
  ['gif', { 0: 'GIF89a' }],
  ['webp', { 0: 'RIFF', 8: 'WEBP' }],
  ['tiff', { 0: 'II*\0' }],
  ['tiff', { 0: 'MM\0*' }],
  ['bmp', { 0: 'BM', 6: '\0\0\0\0' }],
  ['icon', { 0: '\0\0\x01\0' }],
  ['jpegXl', { 0: '\xff\x0a' }],
  ['jpegXl', { 0: '\0\0\0\x0cJXL ' }],
  ['photoshop', { 0: '8BPS\0' }],
  ['pdf', { 0: '%PDF-' }],
  ['postScript', { 0: '%!PS-Adobe' }],
  ['postScript', { 0: '\xc5\xd0\xd3\xc6' }],
  ['richText', { 0: '{\\rtf' }],
  ['compound', { 0: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' }],
  ['zip', { 0: 'PK\x03\x04' }],
  ['zip', { 0: 'PK\x05\x06' }],
  ['rar', { 0: 'Rar!\x1a\x07' }],
  ['sevenZip', { 0: '7z\xbc\xaf\x27\x1c' }],
  ['gzip', { 0: '\x1f\x8b\x08' }],
  ['video', { 0: 'RIFF', 8: 'AVI ' }],
  ['video', { 0: '\x1a\x45\xdf\xa3' }],
  ['audio', { 0: 'RIFF', 8: 'WAVE' }],
  ['audio', { 0: 'ID3\x02' }],
  ['audio', { 0: 'ID3\x03' }],
  ['audio', { 0: 'ID3\x04' }],
  ['font', { 0: 'OTTO\0' }],
  ['font', { 0: '\0\x01\0\0' }],
  ['font', { 0: 'wOF2\0' }],
  ['font', { 0: 'wOFF\0' }],
  ['program', { 0: 'MZ\x90\0' }],
  ['program', { 0: 'MZP\0' }],
  ['program', { 0: '\x7fELF' }],
]

/** Says what a file is by its first bytes, 4 KB or more. The rest may be damaged. Returns undefined for text and the unknown. */
export function recognizeFileFormat(head: Buffer): FileFormat | undefined {
  const hasBytes = (text: string, at: number) => head.toString('latin1', at, at + text.length) === text
  if (hasBytes('ftyp', 4)) return recognizeMediaBrand(head)
  for (const [format, parts] of signatures)
    if (Object.entries(parts).every(([at, text]) => hasBytes(text, Number(at)))) return format
  return recognizeMarkup(head.toString('utf8'))
}

/** Recognizes the beginning of a text that browsers take for a page. */
export function recognizeMarkup(text: string): 'html' | 'svg' | 'xml' | undefined {
  if (!/^\s*<[a-z!?/]/i.test(text)) return undefined
  if (/<!doctype html|<html[\s>]/i.test(text)) return 'html'
  if (/<svg[\s>]/i.test(text)) return 'svg'
  return /^\s*<\?xml/i.test(text) ? 'xml' : 'html'
}

/** Reads the major and compatible brands (ISO/IEC 14496-12, section 4.3). Some AVIF files name theirs only in the second list. */
function recognizeMediaBrand(head: Buffer): FileFormat {
  const end = Math.min(head.readUInt32BE(0), 256, head.length)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(head.toString('latin1', at, at + 4))
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return 'avif'
  if (brands.some((brand) => /^(hei|hev|mif1|msf1)/.test(brand))) return 'heic'
  return brands[0]?.startsWith('M4A') ? 'audio' : 'video'
}
