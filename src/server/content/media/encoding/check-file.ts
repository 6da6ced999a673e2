import { refusedFile } from './encode.ts'

const NO_PICTURE = 'This is no picture that can be shown. A JPEG, PNG, WebP, AVIF or GIF file is needed.'
const HEIC = 'This is a HEIC picture, which most browsers cannot show. Please save it as a JPEG and choose that.'
const DRAWING = 'An SVG drawing can hold scripts, so none is taken. Please save it as a PNG and choose that.'

/** Where a drawing has its first element, with what may stand before that, in bytes. */
const FIRST_WORDS = 4096

/**
 * Refuses what is no picture by its first bytes, without starting anything for it. What is let through may still be no
 * more than its first bytes.
 */
export function checkFile(file: Buffer): void {
  const starts = (text: string, at = 0) => file.toString('latin1', at, at + text.length) === text
  const isKnown =
    starts('\xff\xd8\xff') ||
    starts('\x89PNG\r\n\x1a\n') ||
    starts('GIF87a') ||
    starts('GIF89a') ||
    (starts('RIFF') && starts('WEBP', 8))
  if (isKnown) return
  if (!starts('ftyp', 4)) throw refusedFile(/<svg[\s>]/i.test(file.toString('latin1', 0, FIRST_WORDS)) ? DRAWING : NO_PICTURE)
  const brands = brandsOf(file)
  if (brands.includes('avif')) return
  throw refusedFile(brands.some((brand) => /^(hei|hev|mif1)/.test(brand)) ? HEIC : NO_PICTURE)
}

/** What kinds of file this one says it is (ISO/IEC 14496-12, section 4.3). */
function brandsOf(file: Buffer): string[] {
  const end = Math.min(file.readUInt32BE(0), 256, file.length)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += 4) brands.push(file.toString('latin1', at, at + 4))
  return brands
}
