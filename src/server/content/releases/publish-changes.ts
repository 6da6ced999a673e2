import type { PublishedChange } from '#contract/content/release.ts'
import { findContentKind } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineEmail } from '../../mail/mail.ts'
import { type ContentWriter, listKindRecords, type StoredRecord } from '../records/records.ts'
import { getStagedFieldChanges, getVisibilityChange } from './overlay-staged-changes.ts'
import { explainStagedConflict } from './serialize-staged-change.ts'
import type { StoredStagedChange } from './store.ts'

/** Writes all staged changes into the live records. Throws a 409 with a sentence for each change that can't be published. */
export async function publishStagedChanges(
  editing: ContentWriter,
  changes: readonly StoredStagedChange[],
): Promise<PublishedChange[]> {
  const { tx } = editing
  const liveRecords = await loadLiveRecordsOfChangedKinds(tx, changes)
  const knownStagedChanges = pairChangesWithKinds(changes)
  const conflicts = knownStagedChanges.flatMap(({ contentKind, change }) => {
    const sentence = explainStagedConflict(contentKind, change, liveRecords.get(change.recordId))
    return sentence === null ? [] : [[change.id, sentence] as const]
  })
  if (conflicts.length > 0) throw createPublishError(Object.fromEntries(conflicts))
  const uniqueFieldChanges = knownStagedChanges.filter(
    ({ contentKind: { unique = '' }, change }) => change.action === 'change' && unique in getStagedFieldChanges(change),
  )
  await editing.clearUniqueKeys(uniqueFieldChanges.map(({ change }) => change.recordId))
  const orderedChanges = (['delete', 'change', 'add'] as const).flatMap((action) =>
    knownStagedChanges.filter(({ change }) => change.action === action),
  )
  const published: PublishedChange[] = []
  for (const { contentKind, change } of orderedChanges) {
    const record = await publishStagedChange(editing, contentKind, change).catch((error: unknown) => {
      if (!isUserError(error) || error.status >= 500) throw error
      throw createPublishError({ [change.id]: Object.values(error.fields ?? {})[0] ?? error.message })
    })
    const { kind, recordId: id, action } = change
    const liveRecord = liveRecords.get(id)
    const previousVersion = liveRecord?.version ?? 0
    const isHidden = getVisibilityChange(liveRecord, change.isHidden)
    published.push({ kind, id, action, version: record?.version ?? previousVersion, previousVersion, isHidden })
  }
  return published
}

/** Returns the record after the change. Returns undefined if nothing changes. */
async function publishStagedChange(
  editing: ContentWriter,
  contentKind: ContentKind,
  change: StoredStagedChange,
): Promise<StoredRecord | undefined> {
  const { action, recordId, values, isHidden, author } = change
  const save = { author }
  const changedValues = getStagedFieldChanges(change)
  let record: StoredRecord | undefined
  if (action === 'delete') record = await editing.remove(contentKind, recordId, save)
  else if (action === 'add') record = await editing.add(contentKind, values, save, recordId)
  else if (Object.keys(changedValues).length > 0) record = await editing.update(contentKind, recordId, changedValues, save)
  return isHidden === null ? record : editing.setHidden(contentKind, recordId, isHidden, save)
}

function createPublishError(fields: Record<string, string>): UserError {
  const count = Object.keys(fields).length
  const subject = count === 1 ? 'One change has a conflict' : `${count} changes have conflicts`
  return new UserError(409, `Nothing was published. ${subject}.`, fields)
}

export async function loadLiveRecordsOfChangedKinds(db: DatabaseReader, changes: readonly StoredStagedChange[]) {
  const kinds = new Set(pairChangesWithKinds(changes).map(({ contentKind }) => contentKind))
  const records = []
  for (const contentKind of kinds) records.push(...(await listKindRecords(db, contentKind, { withHidden: true })))
  return new Map(records.map((record) => [record.id, record]))
}

/** Pairs changes with their content kinds. Leaves out kinds that the product no longer has. */
export function pairChangesWithKinds<C extends { kind: string }>(
  changes: readonly C[],
): { contentKind: ContentKind; change: C }[] {
  return changes.flatMap((change) => {
    const contentKind = findContentKind(change.kind)
    return contentKind ? [{ contentKind, change }] : []
  })
}

/** Builds the email that says why a scheduled release failed. */
/** `at` is the planned time in epoch ms. */
export const buildReleaseFailureEmail = defineEmail<{ at: number; sentences: readonly string[] }>({
  name: 'schedule-failed',
  title: 'Scheduled changes not published',
  audience: 'admin',
  sentWhen: 'Scheduled changes can’t be published.',
  sample: { at: Date.UTC(2026, 10, 23, 20), sentences: ['Another admin has deleted the package.'] },
  compose: ({ at, sentences }) => ({
    subject: 'Your scheduled changes weren’t published',
    heading: 'Your changes weren’t published',
    intro: ['Your site looks the same as before, and your draft is safe.', { facts: [['Scheduled for', { at }]] }, ...sentences],
    action: { label: 'Open the draft', path: '/drafts' },
  }),
})
