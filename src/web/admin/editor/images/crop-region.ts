type Size = { width: number; height: number }
type CropRegion = Size & { left: number; top: number }

/** `size` is a percentage of the largest region in the target's shape. `x` and `y` are its position in percent. */
export type CropSizeAndPosition = { size: number; x: number; y: number }

export const LARGEST_CENTERED_CROP: CropSizeAndPosition = { size: 100, x: 50, y: 50 }
export const MIN_CROP_PERCENT = 20

/** Returns the region in whole pixels, in the shape of `targetSize`. */
export function computeCropRegion(image: Size, targetSize: Size, { size, x, y }: CropSizeAndPosition): CropRegion {
  const ratio = targetSize.width / targetSize.height
  const maxWidth = Math.min(image.width, image.height * ratio)
  const width = Math.max(1, Math.round((maxWidth * size) / 100))
  const height = Math.min(image.height, Math.max(1, Math.round(width / ratio)))
  return {
    width,
    height,
    left: Math.round(((image.width - width) * x) / 100),
    top: Math.round(((image.height - height) * y) / 100),
  }
}

/** Centers a region on a point (pixels), but keeps it inside the image. */
export function centerCropOnPoint(
  image: Size,
  region: CropRegion,
  point: { x: number; y: number },
): Pick<CropSizeAndPosition, 'x' | 'y'> {
  return {
    x: toPercent(point.x - region.width / 2, image.width - region.width),
    y: toPercent(point.y - region.height / 2, image.height - region.height),
  }
}

function toPercent(offset: number, range: number): number {
  return range <= 0 ? 50 : Math.round(100 * Math.min(1, Math.max(0, offset / range)))
}
