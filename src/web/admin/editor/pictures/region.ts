type Size = { width: number; height: number }
export type Region = Size & { left: number; top: number }

/** What of a picture is chosen, each in percent: how much of the largest part of that shape, and where between the edges. */
export type Part = { size: number; x: number; y: number }

export const WHOLE: Part = { size: 100, x: 50, y: 50 }
export const SMALLEST_PART = 20

/** The part in whole pixels, in the shape of its place. */
export function regionOf(picture: Size, place: Size, { size, x, y }: Part): Region {
  const ratio = place.width / place.height
  const widest = Math.min(picture.width, picture.height * ratio)
  const width = Math.max(1, Math.round((widest * size) / 100))
  const height = Math.min(picture.height, Math.max(1, Math.round(width / ratio)))
  return {
    width,
    height,
    left: Math.round(((picture.width - width) * x) / 100),
    top: Math.round(((picture.height - height) * y) / 100),
  }
}

/** Moves a part so that a point of the picture, in pixels, is its middle, as far as the edges allow. */
export function centredOn(picture: Size, region: Region, at: { x: number; y: number }): Pick<Part, 'x' | 'y'> {
  return {
    x: shareOf(at.x - region.width / 2, picture.width - region.width),
    y: shareOf(at.y - region.height / 2, picture.height - region.height),
  }
}

function shareOf(offset: number, room: number): number {
  return room <= 0 ? 50 : Math.round(100 * Math.min(1, Math.max(0, offset / room)))
}
