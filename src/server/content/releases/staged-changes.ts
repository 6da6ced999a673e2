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
  const { kind } = contentKind
  const recordId = randomUUIDv7()
  const { author } = save
  await saveWithinLimit(tx, { kind, recordId, action: 'add', values, isHidden: null, base: {}, baseVersion: 0, author })
  await deleteAutosaveAfterSave(tx, contentKind, save)
  return loadRecordAfterRelease(tx, contentKind, recordId)
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
  const { liveRecord, change, record } = state
  const values = mergeMarkdownIntoValues(contentKind, body, record.values)
  const pickEdits = expectedVersion.opened === 'live' ? pickEditsOfLiveForm : pickEditsOfDraft
  const edits = await pickEdits(tx, contentKind, state, values, expectedVersion)
  if (!edits) return record
  const newValues = { ...record.values, ...edits }
  const others = (await listRecordsAfterRelease(tx, contentKind)).filter((record) => record.id !== id)
  if (contentKind.unique) assertUniqueKeyUnused(contentKind, newValues, others)
  const isHidden = getVisibilityChange(liveRecord, change?.isHidden ?? null)
  await saveOrDeleteChange(tx, contentKind, state, { values: newValues, isHidden, author: save.author })
  await deleteAutosaveAfterSave(tx, contentKind, save, id)
  return loadRecordAfterRelease(tx, contentKind, id)
}

export async function stageVisibility(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  isHidden: boolean,
  { author }: RecordSaveOptions,
): Promise<RecordAfterRelease> {
  await lockRelease(tx)
  const state = await loadRecordState(tx, contentKind, id)
  const { liveRecord, change, record } = state
  // Hiding a record doesn't review its staged values. They keep the version that they were made from.
  const previousBase = change?.action === 'change' ? change : undefined
  const { values } = previousBase ?? record
  const visibilityChange = getVisibilityChange(liveRecord, isHidden)
  await saveOrDeleteChange(tx, contentKind, state, { values, isHidden: visibilityChange, author, previousBase })
  return loadRecordAfterRelease(tx, contentKind, id)
}

/** Stages deleting a live record. Deletes a record at once if it is only staged. */
export async function stageDeletion(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  { author }: RecordSaveOptions,
): Promise<RecordAfterRelease> {
  await lockRelease(tx)
  const { liveRecord, change, record } = await loadRecordState(tx, contentKind, id)
  if (!liveRecord) {
    await deleteChange(tx, change)
    return record
  }
  const { values, version: baseVersion } = liveRecord
  const { kind } = contentKind
  await saveWithinLimit(
    tx,
    { kind, recordId: id, action: 'delete', values, isHidden: null, base: values, baseVersion, author },
    change,
  )
  return liveRecord
}

/** Throws a 404 for a record that is neither live nor staged. */
async function loadRecordState(tx: Tx, contentKind: ContentKind, id: string): Promise<StagedRecordState> {
  const liveRecord = await findRecord(tx, contentKind, id, { withHidden: true })
  const changes = await listStagedChanges(tx, contentKind.kind)
  const change = changes.find(({ recordId }) => recordId === id)
  const staged = change && overlayStagedChanges(contentKind, liveRecord ? [liveRecord] : [], [change])[0]
  const record = staged ?? liveRecord
  if (!record || (!liveRecord && change?.action !== 'add')) throw new UserError(404, 'This doesn’t exist anymore.')
  return { liveRecord, change, record }
}

/** `previousBase` is the live version that the values were made from, if it isn't the current one. */
type StagedChangeInput = {
  values: Values
  isHidden: boolean | null
  author: string
  previousBase?: Pick<StoredStagedChange, 'base' | 'baseVersion'>
}

/** Saves the staged change of a record. Deletes it if it changes nothing. */
async function saveOrDeleteChange(
  tx: Tx,
  { kind }: ContentKind,
  { liveRecord, change }: StagedRecordState,
  wanted: StagedChangeInput,
): Promise<void> {
  const { values, isHidden, author, previousBase } = wanted
  if (!liveRecord) {
    if (change) await saveWithinLimit(tx, { ...change, values, isHidden, author }, change)
    return
  }
  const { base, baseVersion } = previousBase ?? { base: liveRecord.values, baseVersion: liveRecord.version }
  const isSame = isHidden === null && Object.keys(getStagedFieldChanges({ values, base })).length === 0
  if (!isSame)
    await saveWithinLimit(
      tx,
      { kind, recordId: liveRecord.id, action: 'change', values, isHidden, base, baseVersion, author },
      change,
    )
  else await deleteChange(tx, change)
}

async function deleteChange(tx: Tx, change: StoredStagedChange | undefined): Promise<void> {
  if (!change) return
  await deleteStagedChanges(tx, [change.id])
  await clearScheduleWithoutChanges(tx)
}

/** Throws a 409 if the release is full. */
async function saveWithinLimit(
  tx: Tx,
  change: Parameters<typeof saveStagedChange>[1],
  previousChange?: StoredStagedChange,
): Promise<void> {
  if (!previousChange) assertReleaseHasRoom((await countStagedChanges(tx)) + 1)
  await saveStagedChange(tx, change, previousChange)
}

/** Throws a 409 if the release can't hold this many changes. */
export function assertReleaseHasRoom(count: number): void {
  if (count > MAX_STAGED_CHANGES)
    throw new UserError(409, `There are already ${MAX_STAGED_CHANGES} draft changes. Publish them, or discard some.`)
}

async function loadRecordAfterRelease(tx: Tx, contentKind: ContentKind, id: string): Promise<RecordAfterRelease> {
  return (await loadRecordState(tx, contentKind, id)).record
}
