import { createUploadFileError } from '../../../platform/http/read-upload.ts'

const UNSUPPORTED_FORMAT = 'We can’t use this file. Upload a JPEG, PNG, WebP, AVIF or GIF image.'
const HEIC_NOT_SUPPORTED = 'HEIC isn’t supported, because most browsers can’t show it. Upload a JPEG.'
const SVG_NOT_ALLOWED = 'SVG isn’t supported. Upload a PNG.'

/** How many bytes of an SVG file may precede its `<svg>` element. */
const SVG_SEARCH_BYTES = 4096

/**
 * Throws a 400 if the first bytes don't name an image format that we accept. Starts no process. The rest of the file may
 * still be damaged.
 */
export function assertImageFormat(file: Buffer): void {
  const startsWith = (text: string, at = 0) => file.toString('latin1', at, at + text.length) === text
  const isKnown =
    startsWith('\xff\xd8\xff') ||
    startsWith('\x89PNG\r\n\x1a\n') ||
    startsWith('GIF87a') ||
    startsWith('GIF89a') ||
    (startsWith('RIFF') && startsWith('WEBP', 8))
  if (isKnown) return
  if (!startsWith('ftyp', 4))
    throw createUploadFileError(
      /<svg[\s>]/i.test(file.toString('latin1', 0, SVG_SEARCH_BYTES)) ? SVG_NOT_ALLOWED : UNSUPPORTED_FORMAT,
    )
  const brands = readBrands(file)
  if (brands.includes('avif')) return
  throw createUploadFileError(brands.some((brand) => /^(hei|hev|mif1)/.test(brand)) ? HEIC_NOT_SUPPORTED : UNSUPPORTED_FORMAT)
}

/** Lists the major and compatible brands of an ISO media file (ISO/IEC 14496-12, section 4.3). */
function readBrands(file: Buffer): string[] {
  const end = Math.min(file.readUInt32BE(0), 256, file.length)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += 4) brands.push(file.toString('latin1', at, at + 4))
  return brands
}
