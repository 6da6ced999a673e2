import sharp from 'sharp'
import { FILE_PART } from '../../src/contract/grammar/endpoint.ts'

type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'
type Options = { format?: Format; seed?: number; isClear?: boolean; isNoise?: boolean }

/** A picture of so many pixels: of one colour, which `seed` decides, or one that hardly compresses. */
export function picture(width: number, height: number, options: Options = {}): Promise<Buffer> {
  const { format = 'jpeg', seed = 0, isClear = false, isNoise = false } = options
  const background = { r: (seed * 37) % 256, g: (seed * 91) % 256, b: (seed * 151) % 256, alpha: isClear ? 0.5 : 1 }
  const noise = isNoise && { noise: { type: 'gaussian', mean: 128, sigma: 40 } as const }
  return sharp({ create: { width, height, channels: isClear ? 4 : 3, background, ...noise } })
    [format]()
    .toBuffer()
}

/** What a form with a file control sends. */
export function uploadOf(file: Uint8Array, { alt, type = 'image/jpeg' }: { alt?: string; type?: string } = {}): FormData {
  const form = new FormData()
  if (alt !== undefined) form.append('alt', alt)
  form.append(FILE_PART, new Blob([file as Uint8Array<ArrayBuffer>], { type }), 'photo.jpg')
  return form
}
