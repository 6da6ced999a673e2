import type { AuditAction } from '#contract/audit-actions.ts'
import type { MediaUse } from '#contract/content/media.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { findFieldsContainingText } from '../records/records.ts'
import type { LibraryImageWithUsageCount } from './image-details.ts'
import { findImage, type StoredImage } from './store.ts'

/** Throws a 404 for a deleted image. */
export async function loadImageRow(db: DatabaseReader, id: string): Promise<StoredImage> {
  const image = await findImage(db, id)
  if (!image || image.deleted_at !== null) throw createImageNotFoundError()
  return image
}

export async function attachImageUsageCount(db: DatabaseReader, image: StoredImage): Promise<LibraryImageWithUsageCount> {
  const uses = await findImageUses(db, image.id, ['live', 'draft'])
  return { ...image, uses: uses.length }
}

export async function findImageUses(db: DatabaseReader, id: string, places: readonly MediaUse['where'][]): Promise<MediaUse[]> {
  const mentions = await findFieldsContainingText(db, id, places)
  return mentions.map(({ value: _, ...use }) => use)
}

export async function recordImageAuditEntry(tx: Tx, action: AuditAction, { id, alt }: StoredImage, actor: string): Promise<void> {
  await recordAuditEntry(tx, { actor, action, subject: id, detail: { alt } })
}

export function createImageNotFoundError(): UserError {
  return new UserError(404, 'This image doesn’t exist anymore.')
}
