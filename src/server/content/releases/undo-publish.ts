import { randomUUIDv7 } from 'node:crypto'
import type { PublishedChange } from '#contract/content/release.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { UserError } from '#contract/core/user-error.ts'
import { type ContentWriter, findRecord, type StoredRecord } from '../records/records.ts'
import { pairChangesWithKinds } from './publish-changes.ts'
import { listStagedChanges, saveStagedChange } from './store.ts'

/**
 * Makes the changes of a release drafts again. Throws a 409 if someone has changed one of its records since, and a 404 if
 * one is gone.
 */
export async function undoPublishedChanges(
  editing: ContentWriter,
  published: readonly PublishedChange[],
  author: string,
): Promise<void> {
  const { tx } = editing
  const pairs = pairChangesWithKinds(published)
  const uniqueChanges = pairs.filter(({ contentKind, change }) => contentKind.unique && hasSavedFields(change))
  await editing.clearUniqueKeys(uniqueChanges.map(({ change }) => change.id))
  const newerDrafts = new Set((await listStagedChanges(tx)).map(({ recordId }) => recordId))
  for (const { contentKind, change } of pairs.toReversed()) {
    const { values, live } = await revertChange(editing, contentKind, change, author)
    if (newerDrafts.has(change.id)) continue
    await saveStagedChange(tx, {
      kind: contentKind.kind,
      recordId: live?.id ?? randomUUIDv7(),
      action: change.action,
      values: { ...live?.values, ...pickDeclaredValues(contentKind, values) },
      isHidden: change.isHidden,
      base: live?.values ?? {},
      baseVersion: live?.version ?? 0,
      author,
    })
  }
}

type Reverted = { values: StoredRecord['values']; live?: StoredRecord }

/** Returns the published values, and the live record after the undo unless the release had added it. */
async function revertChange(
  editing: ContentWriter,
  contentKind: ContentKind,
  change: PublishedChange,
  author: string,
): Promise<Reverted> {
  const { id, action, version, previousVersion, isHidden } = change
  const save = { author }
  if (action === 'delete') {
    const live = await editing.undelete(contentKind, id, save)
    return { values: live.values, live }
  }
  const record = await findRecord(editing.tx, contentKind, id, { withHidden: true })
  if (record?.version !== version) throw createChangedError(contentKind)
  const { values } = record
  if (action === 'add') {
    await editing.remove(contentKind, id, save)
    return { values }
  }
  let live = hasSavedFields(change) ? await editing.restore(contentKind, id, previousVersion, save) : record
  if (isHidden !== null) live = await editing.setHidden(contentKind, id, !isHidden, save)
  return { values, live }
}

/** Returns whether a release changed fields of a live record. Hiding or showing it makes one version, and so do its fields. */
function hasSavedFields({ action, version, previousVersion, isHidden }: PublishedChange): boolean {
  return action === 'change' && version - previousVersion > (isHidden === null ? 0 : 1)
}

function pickDeclaredValues({ fields }: ContentKind, values: StoredRecord['values']): StoredRecord['values'] {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] ?? '']))
}

function createChangedError({ title }: ContentKind): UserError {
  return new UserError(409, `${title} was changed after you published, so nothing was undone. Its history has the older text.`)
}
