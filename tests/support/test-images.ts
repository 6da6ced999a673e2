import sharp from 'sharp'
import { UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'

type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'
type ImageOptions = { format?: ImageFormat; seed?: number; isTransparent?: boolean; isNoise?: boolean }

/** Creates an image of one color that `seed` picks, or of noise that hardly compresses. */
export function createTestImage(width: number, height: number, options: ImageOptions = {}): Promise<Buffer> {
  const { format = 'jpeg', seed = 0, isTransparent = false, isNoise = false } = options
  const background = { r: (seed * 37) % 256, g: (seed * 91) % 256, b: (seed * 151) % 256, alpha: isTransparent ? 0.5 : 1 }
  const noise = isNoise && { noise: { type: 'gaussian', mean: 128, sigma: 40 } as const }
  return sharp({ create: { width, height, channels: isTransparent ? 4 : 3, background, ...noise } })
    [format]()
    .toBuffer()
}

type UploadFormOptions = { alt?: string; type?: string; name?: string }

/** Builds the form data of a file upload. */
export function buildUploadForm(file: Uint8Array, options: UploadFormOptions = {}): FormData {
  const { alt, type = 'image/jpeg', name = 'photo.jpg' } = options
  const form = new FormData()
  if (alt !== undefined) form.append('alt', alt)
  form.append(UPLOAD_FILE_PART, new Blob([file as Uint8Array<ArrayBuffer>], { type }), name)
  return form
}
