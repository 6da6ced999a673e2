import { randomUUIDv7 } from 'node:crypto'
import { MAX_STAGED_CHANGES } from '#contract/content/release.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import {
  assertUniqueKeyUnused,
  deleteAutosaveAfterSave,
  findRecord,
  listKindRecords,
  mergeMarkdownIntoValues,
  type RecordSaveOptions,
  type VersionedSaveOptions,
} from '../records/records.ts'
import {
  getStagedFieldChanges,
  getVisibilityChange,
  overlayStagedChanges,
  type RecordAfterRelease,
} from './overlay-staged-changes.ts'
import { pickEditsOfDraft, pickEditsOfLiveForm, type StagedRecordState } from './pick-edits-to-stage.ts'
import {
  clearScheduleWithoutChanges,
  countStagedChanges,
  deleteStagedChanges,
  listStagedChanges,
  lockRelease,
  type NewStagedChange,
  type StoredStagedChange,
  saveStagedChange,
} from './store.ts'

type Values = Record<string, string>

/** Lists a kind's records after their staged changes, hidden ones too. */
export async function listRecordsAfterRelease(db: DatabaseReader, contentKind: ContentKind): Promise<RecordAfterRelease[]> {
  const records = await listKindRecords(db, contentKind, { withHidden: true })
  return overlayStagedChanges(contentKind, records, await listStagedChanges(db, contentKind.kind))
}

export async function findRecordAfterRelease(
  db: DatabaseReader,
  contentKind: ContentKind,
  id: string,
): Promise<RecordAfterRelease | undefined> {
  return (await listRecordsAfterRelease(db, contentKind)).find((record) => record.id === id)
}

/** Stages a new record. Throws a 409 if it can't be added after the other staged changes. */
export async function stageAdd(
  tx: Tx,
  contentKind: ContentKind,
  values: Values,
  save: RecordSaveOptions,
): Promise<RecordAfterRelease> {
  await lockRelease(tx)
  assertUniqueKeyUnused(contentKind, values, await listRecordsAfterRelease(tx, contentKind))
  const recordId = randomUUIDv7()
  const base = { kind: contentKind.kind, recordId, action: 'add' as const, base: {}, baseVersion: 0 }
  await saveOrDeleteChange(tx, { ...base, values, isHidden: null, author: save.author })
  await deleteAutosaveAfterSave(tx, contentKind, save)
  return (await loadRecordState(tx, contentKind, recordId)).record
}

/** Stages the body of a call. Throws a 409 if the record or its staged change has changed and they can't be merged. */
export async function stageUpdate(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  body: Values,
  { expectedVersion = {}, ...save }: VersionedSaveOptions,
): Promise<RecordAfterRelease> {
  await lockRelease(tx)
  const state = await loadRecordState(tx, contentKind, id)
  const { liveRecord, change, record, base } = state
  const pickEdits = expectedVersion.opened === 'live' ? pickEditsOfLiveForm : pickEditsOfDraft
  const bodyValues = mergeMarkdownIntoValues(contentKind, body, record.values)
  const edits = await pickEdits(tx, contentKind, state, bodyValues, expectedVersion)
  if (!edits) return record
  const values = { ...record.values, ...edits }
  if (contentKind.unique) {
    const others = (await listRecordsAfterRelease(tx, contentKind)).filter((one) => one.id !== id)
    assertUniqueKeyUnused(contentKind, values, others)
  }
  const isHidden = getVisibilityChange(liveRecord, change?.isHidden ?? null)
  await saveOrDeleteChange(tx, { ...base, values, isHidden, author: save.author }, change)
  await deleteAutosaveAfterSave(tx, contentKind, save, id)
  return (await loadRecordState(tx, contentKind, id)).record
}

export async function stageVisibility(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  isHidden: boolean,
  { author }: RecordSaveOptions,
): Promise<RecordAfterRelease> {
  await lockRelease(tx)
  const { liveRecord, change, record, base } = await loadRecordState(tx, contentKind, id)
  // Hiding a record doesn't review its staged values. They keep the version that they were made from.
  const { values, ...previousBase } = change?.action === 'change' ? change : { ...base, values: record.values }
  const visibility = getVisibilityChange(liveRecord, isHidden)
  await saveOrDeleteChange(tx, { ...previousBase, values, isHidden: visibility, author }, change)
  return (await loadRecordState(tx, contentKind, id)).record
}

/** Stages deleting a live record. Deletes a record at once if it is only staged. */
export async function stageDeletion(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  { author }: RecordSaveOptions,
): Promise<RecordAfterRelease> {
  await lockRelease(tx)
  const { liveRecord, change, record, base } = await loadRecordState(tx, contentKind, id)
  if (!liveRecord) {
    await deleteChange(tx, change)
    return record
  }
  const { values } = liveRecord
  await saveOrDeleteChange(tx, { ...base, action: 'delete', values, isHidden: null, author }, change)
  return liveRecord
}

/** Throws a 404 for a record that is neither live nor staged. */
async function loadRecordState(tx: Tx, contentKind: ContentKind, id: string): Promise<StagedRecordState> {
  const { kind } = contentKind
  const liveRecord = await findRecord(tx, contentKind, id, { withHidden: true })
  const change = (await listStagedChanges(tx, kind)).find(({ recordId }) => recordId === id)
  const staged = change && overlayStagedChanges(contentKind, liveRecord ? [liveRecord] : [], [change])[0]
  if (liveRecord) {
    const base = { kind, recordId: id, action: 'change' as const, base: liveRecord.values, baseVersion: liveRecord.version }
    return { liveRecord, change, record: staged ?? liveRecord, base }
  }
  if (!staged || change.action !== 'add') throw new UserError(404, 'This doesn’t exist anymore.')
  return { liveRecord, change, record: staged, base: change }
}

/** Saves the staged change of a record. Deletes it if it changes nothing. Throws a 409 if the release is full. */
async function saveOrDeleteChange(tx: Tx, change: NewStagedChange, previousChange?: StoredStagedChange): Promise<void> {
  const changesNothing =
    change.action === 'change' && change.isHidden === null && Object.keys(getStagedFieldChanges(change)).length === 0
  if (changesNothing) return deleteChange(tx, previousChange)
  if (!previousChange) assertReleaseHasRoom((await countStagedChanges(tx)) + 1)
  await saveStagedChange(tx, change, previousChange)
}

async function deleteChange(tx: Tx, change: StoredStagedChange | undefined): Promise<void> {
  if (!change) return
  await deleteStagedChanges(tx, [change.id])
  await clearScheduleWithoutChanges(tx)
}

/** Throws a 409 if the release can't hold this many changes. */
export function assertReleaseHasRoom(count: number): void {
  if (count > MAX_STAGED_CHANGES)
    throw new UserError(409, `There are already ${MAX_STAGED_CHANGES} draft changes. Publish them, or discard some.`)
}
