import type { AuditAction } from '#contract/audit-actions.ts'
import { deleteMediaEndpoint, undeleteMediaEndpoint, updateImageAltAndFocusEndpoint } from '#contract/content/media.ts'
import { UserError } from '#contract/core/user-error.ts'
import { bumpContentVersion } from '#platform/db/bump-content-version.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { hasFieldContainingText } from '../records/records.ts'
import type { MediaDependencies } from './add-image.ts'
import {
  attachImageUsageCount,
  createImageNotFoundError,
  findImageUses,
  type LibraryImageWithUsageCount,
  recordImageAuditEntry,
  serializeImage,
} from './library-image.ts'
import {
  type DeletedImagePosition,
  eraseImage,
  findImage,
  listImagesDeletedBefore,
  type StoredImage,
  updateImage,
} from './store.ts'

/** How long an admin can restore a deleted image, in ms. */
const TRASH_RETENTION_MS = 30 * 24 * 60 * 60_000

/** How many images one call checks. Each check may read all versions of all records. */
const MAX_CHECKED_IMAGES = 8

/** Finds images deleted before `cutoff`, epoch ms, that no version of a record uses. */
type UnusedImageFinder = (cutoff: number) => Promise<string[]>

export function createImageEditHandlers(parts: MediaDependencies) {
  const findUnusedImages = createUnusedImageFinder(parts.read)
  return [
    defineHandler(updateImageAltAndFocusEndpoint, async ({ params: { id }, body }, { person }) => {
      const { alt, focusX: focus_x, focusY: focus_y } = body
      const changed = await changeImage(parts, 'media.changed', person.email, async (tx) => {
        const image = await findImage(tx, id)
        if (image?.deleted_at !== null) return undefined
        const descriptionColumns = {
          ...(alt !== undefined && { alt }),
          ...(focus_x !== undefined && { focus_x }),
          ...(focus_y !== undefined && { focus_y }),
        }
        return Object.keys(descriptionColumns).length === 0 ? image : updateImage(tx, id, descriptionColumns)
      })
      return { message: 'Saved', record: serializeImage(changed) }
    }),

    // Throws a 409 while a record uses the image. Also erases images deleted long ago that no version uses.
    defineHandler(deleteMediaEndpoint, async ({ params: { id } }, { person }) => {
      const cutoff = Date.now() - TRASH_RETENTION_MS
      const unusedIds = await findUnusedImages(cutoff)
      const deleted = await changeImage(parts, 'media.deleted', person.email, async (tx) => {
        const image = await findImage(tx, id)
        if (image?.deleted_at !== null) return undefined
        const uses = await findImageUses(tx, id, ['live', 'draft'])
        if (uses.length > 0) throw new UserError(409, buildInUseMessage(uses.length))
        await eraseUnusedImages(tx, unusedIds, cutoff)
        return updateImage(tx, id, { deleted_at: Date.now() })
      })
      return { message: 'Deleted.', record: serializeImage(deleted) }
    }),

    defineHandler(undeleteMediaEndpoint, async ({ params: { id } }, { person }) => {
      const restored = await changeImage(parts, 'media.restored', person.email, (tx) => updateImage(tx, id, { deleted_at: null }))
      return { message: 'Restored', record: serializeImage(restored) }
    }),
  ]
}

/** Throws a 404 if `work` returns no image. From the COMMIT on, pages that show the image are stale. */
async function changeImage(
  { write, contentVersion }: MediaDependencies,
  auditAction: AuditAction,
  actor: string,
  work: (tx: Tx) => Promise<StoredImage | undefined>,
): Promise<LibraryImageWithUsageCount> {
  const image = await write(async (tx) => {
    await bumpContentVersion(tx)
    const changed = await work(tx)
    if (!changed) throw createImageNotFoundError()
    await recordImageAuditEntry(tx, auditAction, changed, actor)
    return attachImageUsageCount(tx, changed)
  })
  contentVersion.onCommitted?.()
  return image
}

function buildInUseMessage(count: number): string {
  const places = count === 1 ? 'one place' : `${count} places`
  return `This image is used in ${places}. Choose another one there, then delete it.`
}

/**
 * Each call checks the next deleted images, and begins again after the last one. So images that an old version uses don't
 * keep others from being erased. Reads outside of a transaction, because history is long.
 */
function createUnusedImageFinder(read: DatabaseReader): UnusedImageFinder {
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
async function eraseUnusedImages(tx: Tx, unusedIds: readonly string[], cutoff: number): Promise<void> {
  for (const id of unusedIds) if (!(await hasFieldContainingText(tx, id, ['live', 'draft']))) await eraseImage(tx, id, cutoff)
}
