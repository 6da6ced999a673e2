import { SHARE_IMAGE_SIZE } from '#contract/core/share-image.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { PixelRegion } from './add-image.ts'
import type { EncodeImage } from './encoding/run-encoder.ts'
import { findImage, loadImageBytes, type StoredImage } from './store.ts'

/** An owner's image in the size of link previews. `key` changes with its pixels. */
export type RenderableShareImage = { key: string; render: () => Promise<Uint8Array> }

/** Returns undefined for an unknown or deleted image. */
export async function prepareShareImage(
  db: DatabaseReader,
  encode: EncodeImage,
  id: string,
): Promise<RenderableShareImage | undefined> {
  const image = await findImage(db, id)
  if (!image || image.deleted_at !== null) return undefined
  const region = getShareImageRegion(image)
  return {
    key: JSON.stringify([id, region]),
    async render() {
      const original = await loadImageBytes(db, id)
      if (!original) throw new Error(`The image ${id} was erased while its share image was made.`)
      const encoded = await encode({ kind: 'share', ...region }, original.bytes).catch((cause: unknown) => {
        throw new Error(`The share image of ${id} could not be made.`, { cause })
      })
      return encoded.bytes
    },
  }
}

/** Returns the largest part with the shape of a link preview around the focal point. */
export function getShareImageRegion({
  width,
  height,
  focus_x,
  focus_y,
}: Pick<StoredImage, 'width' | 'height' | 'focus_x' | 'focus_y'>): PixelRegion {
  const scale = Math.min(width / SHARE_IMAGE_SIZE.width, height / SHARE_IMAGE_SIZE.height)
  const region = {
    width: Math.max(1, Math.round(SHARE_IMAGE_SIZE.width * scale)),
    height: Math.max(1, Math.round(SHARE_IMAGE_SIZE.height * scale)),
  }
  return {
    ...region,
    left: placeAround(focus_x, width, region.width),
    top: placeAround(focus_y, height, region.height),
  }
}

/** Returns where a part begins whose middle is at this percentage, as far as the part stays inside. */
function placeAround(percent: number, whole: number, part: number): number {
  return Math.min(Math.max(0, Math.round((percent / 100) * whole - part / 2)), whole - part)
}
