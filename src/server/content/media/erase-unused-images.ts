import type { Tx } from '../../platform/db/database-writer.ts'
import type { DatabaseReader } from '../../platform/db/tables.ts'
import { hasFieldContainingText } from '../records/records.ts'
import { type DeletedImagePosition, eraseImage, listImagesDeletedBefore } from './store.ts'

/** How many images one call checks. Each check may read all versions of all records. */
const MAX_CHECKED_IMAGES = 8

/** Finds images deleted before `cutoff`, epoch ms, that no version of a record uses. */
export type UnusedImageFinder = (cutoff: number) => Promise<string[]>

/**
 * Each call checks the next deleted images, and begins again after the last one. So images that an old version uses don't
 * keep others from being erased. Reads outside of a transaction, because history is long.
 */
export function createUnusedImageFinder(read: DatabaseReader): UnusedImageFinder {
  let last: DeletedImagePosition | undefined

  return async (cutoff) => {
    const images = await listImagesDeletedBefore(read, cutoff, { last, limit: MAX_CHECKED_IMAGES })
    last = images.length === MAX_CHECKED_IMAGES ? images.at(-1) : undefined
    const unusedIds: string[] = []
    for (const { id } of images) if (!(await hasFieldContainingText(read, id, ['live', 'draft', 'history']))) unusedIds.push(id)
    return unusedIds
  }
}

/** Erases the images that are still deleted and that no record has begun to use. */
export async function eraseUnusedImages(tx: Tx, unusedIds: readonly string[], cutoff: number): Promise<void> {
  for (const id of unusedIds) if (!(await hasFieldContainingText(tx, id, ['live', 'draft']))) await eraseImage(tx, id, cutoff)
}
