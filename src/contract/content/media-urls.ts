/** The widths of variants in pixels. The formats start with the smallest. */
const VARIANT_WIDTHS = [320, 640, 960, 1280, 1920] as const
const MAX_VARIANT_WIDTH = 1920
/** A variant almost as wide as the next saves nothing. */
const MAX_WIDTH_RATIO = 0.8

export const VARIANT_FORMATS = ['avif', 'webp'] as const
export type VariantFormat = (typeof VARIANT_FORMATS)[number]

const MEDIA_PATH = /^\/media\/(?:[a-z0-9-]{1,60}-)?([0-9a-f]{32})\.(?:jpg|webp)$/

/** Returns the id of one of our images by its URL. Returns undefined for other URLs. */
export function parseMediaId(url: string): string | undefined {
  return MEDIA_PATH.exec(url)?.[1]
}

/**
 * Returns the widths of an image's variants. The widest is the image's own width or `MAX_VARIANT_WIDTH`. Small images have
 * none.
 */
export function listVariantWidths(width: number): number[] {
  const maxWidth = Math.min(width, MAX_VARIANT_WIDTH)
  return width <= VARIANT_WIDTHS[0]
    ? []
    : [...VARIANT_WIDTHS.filter((variantWidth) => variantWidth < MAX_WIDTH_RATIO * maxWidth), maxWidth]
}

/** Returns the URL with the words of the image's file name, as pages show it. */
export function addFileNameToMediaUrl(url: string, fileName: string | undefined): string {
  return fileName ? url.replace('/media/', `/media/${fileName}-`) : url
}

export function getVariantUrl(id: string, width: number, format: VariantFormat): string {
  return `/media/${id}-${width}.${format}`
}

/** Returns the ids of the library images whose URLs are among these values, each once. */
export function listMediaIds(values: Iterable<string>): string[] {
  return [...new Set([...values].flatMap((value) => parseMediaId(value.trim()) ?? []))]
}
