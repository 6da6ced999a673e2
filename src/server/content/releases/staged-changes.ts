import { randomUUIDv7 } from 'node:crypto'
import { MAX_STAGED_CHANGES } from '#contract/content/release.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { ExpectedVersion } from '#platform/http/register-api.ts'
import {
  assertUniqueKeyUnused,
  createSaveConflict,
  deleteAutosaveAfterSave,
  findRecord,
  isChangedSinceOpened,
  isRepeatedSave,
  listKindRecords,
  mergeMarkdownIntoValues,
  pickChangedFields,
  type RecordSaveOptions,
  type StoredRecord,
  type VersionedSaveOptions,
} from '../records/records.ts'
import {
  getStagedFieldChanges,
  getVisibilityChange,
  overlayStagedChanges,
  type RecordAfterRelease,
} from './overlay-staged-changes.ts'
import {
  clearScheduleWithoutChanges,
  countStagedChanges,
  deleteStagedChanges,
  listStagedChanges,
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

/** Stages changes in a transaction that has locked the release. */
export function createStagingWriter(tx: Tx) {
  return {
    /** Throws a 409 if the record can't be added after the other staged changes. */
    async add(contentKind: ContentKind, values: Values, save: RecordSaveOptions): Promise<RecordAfterRelease> {
      assertUniqueKeyUnused(contentKind, values, await listRecordsAfterRelease(tx, contentKind))
      const recordId = randomUUIDv7()
      const base = { kind: contentKind.kind, recordId, action: 'add' as const, base: {}, baseVersion: 0 }
      await saveOrDeleteChange(tx, { ...base, values, isHidden: null, author: save.author })
      await deleteAutosaveAfterSave(tx, contentKind, save)
      return (await loadRecordState(tx, contentKind, recordId)).record
    },

    /** Stages the body of a call. Throws a 409 if the record or its staged change has changed and they can't be merged. */
    async updateFromBody(
      contentKind: ContentKind,
      id: string,
      body: Values,
      { expectedVersion = {}, ...save }: VersionedSaveOptions,
    ): Promise<RecordAfterRelease> {
      const state = await loadRecordState(tx, contentKind, id)
      const { liveRecord: live, change, record, base } = state
      const isLiveForm = expectedVersion.opened === 'live'
      const values = mergeMarkdownIntoValues(contentKind, body, record.values)
      const draft = { draft: change?.saves ?? 0, author: change?.author ?? SOMEONE_ELSE }
      if (isLiveForm) await assertLiveFormIsCurrent(tx, contentKind, state, expectedVersion)
      else if (await isRepeatedSave(tx, contentKind, { live, record, values, expectedVersion, ...draft })) return record
      const merged = { ...record.values, ...(isLiveForm ? pickEditsOfLiveForm(contentKind, state, values) : values) }
      if (contentKind.unique) {
        const others = (await listRecordsAfterRelease(tx, contentKind)).filter((one) => one.id !== id)
        assertUniqueKeyUnused(contentKind, merged, others)
      }
      const isHidden = getVisibilityChange(live, change?.isHidden ?? null)
      await saveOrDeleteChange(tx, { ...base, values: merged, isHidden, author: save.author }, change)
      await deleteAutosaveAfterSave(tx, contentKind, save, id)
      return (await loadRecordState(tx, contentKind, id)).record
    },

    async setHidden(
      contentKind: ContentKind,
      id: string,
      isHidden: boolean,
      { author }: RecordSaveOptions,
    ): Promise<RecordAfterRelease> {
      const { liveRecord, change, record, base } = await loadRecordState(tx, contentKind, id)
      // Hiding a record doesn't review its staged values. They keep the version that they were made from.
      const { values, ...previousBase } = change?.action === 'change' ? change : { ...base, values: record.values }
      const visibility = getVisibilityChange(liveRecord, isHidden)
      await saveOrDeleteChange(tx, { ...previousBase, values, isHidden: visibility, author }, change)
      return (await loadRecordState(tx, contentKind, id)).record
    },

    /** Stages deleting a live record. Deletes a record at once if it is only staged. */
    async remove(contentKind: ContentKind, id: string, { author }: RecordSaveOptions): Promise<RecordAfterRelease> {
      const { liveRecord, change, record, base } = await loadRecordState(tx, contentKind, id)
      if (!liveRecord) {
        await deleteChange(tx, change)
        return record
      }
      const { values } = liveRecord
      await saveOrDeleteChange(tx, { ...base, action: 'delete', values, isHidden: null, author }, change)
      return liveRecord
    },
  }
}

type StagedRecordState = {
  liveRecord: StoredRecord | undefined
  change: StoredStagedChange | undefined
  /** The record after the release. A live record that the release deletes, before it. */
  record: RecordAfterRelease
  /** The start of the next change: the live version, or the added record. */
  base: Pick<StoredStagedChange, 'kind' | 'recordId' | 'action' | 'base' | 'baseVersion'>
}

const DELETED_BY_DRAFT_MESSAGE = 'A draft deletes this, so nothing was saved. Discard that draft first.'
const SOMEONE_ELSE = 'Someone else'
const OTHER_DRAFT_MESSAGE = 'Nothing was saved: a draft has different text here. Continue in the draft, where your text is kept.'

/** Throws if the live record is gone, has changed, or is deleted by a draft. */
async function assertLiveFormIsCurrent(
  tx: Tx,
  contentKind: ContentKind,
  { liveRecord, change }: StagedRecordState,
  expectedVersion: ExpectedVersion,
): Promise<void> {
  if (!liveRecord) throw new UserError(404, 'This doesn’t exist anymore.')
  if (change?.action === 'delete') throw new UserError(409, DELETED_BY_DRAFT_MESSAGE)
  if (await isChangedSinceOpened(tx, contentKind, liveRecord, expectedVersion))
    throw await createSaveConflict(tx, contentKind, liveRecord, SOMEONE_ELSE)
}

/** Returns what a form of the live record changed. Throws a 409 if the draft has another value of such a field. */
function pickEditsOfLiveForm(contentKind: ContentKind, { base, record }: StagedRecordState, values: Values): Values {
  const edits = pickChangedFields(contentKind, base.base, values)
  const otherDraft = pickChangedFields(contentKind, base.base, record.values)
  const contested = Object.keys(edits).filter((name) => name in otherDraft && otherDraft[name] !== edits[name])
  if (contested.length === 0) return edits
  const sentences = contested.map((name) => [name, `The draft has: ${otherDraft[name] || 'nothing'}`])
  throw new UserError(409, OTHER_DRAFT_MESSAGE, Object.fromEntries(sentences))
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
