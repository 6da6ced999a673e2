import type { ContentKind } from '#contract/core/content-kind.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { ExpectedVersion } from '#platform/http/register-api.ts'
import { createSaveConflict, hasValues, isChangedSinceOpened, pickChangedFields, type StoredRecord } from '../records/records.ts'
import type { RecordAfterRelease } from './overlay-staged-changes.ts'
import type { StoredStagedChange } from './store.ts'

type Values = Record<string, string>

export type StagedRecordState = {
  liveRecord: StoredRecord | undefined
  change: StoredStagedChange | undefined
  /** The record after the release. A live record that the release deletes, before it. */
  record: RecordAfterRelease
  /** The start of the next change: the live version, or the added record. */
  base: Pick<StoredStagedChange, 'kind' | 'recordId' | 'action' | 'base' | 'baseVersion'>
}

const DELETED_BY_DRAFT_MESSAGE = 'A draft deletes this, so nothing was saved. Discard that draft first.'
const OTHER_DRAFT_MESSAGE = 'Nothing was saved: a draft has different text here. Continue in the draft, where your text is kept.'

/**
 * Returns the values of a sender that read the draft, or undefined if an earlier try saved them and its reply was lost. Throws
 * a 409 with the drafted record if it has changed since.
 */
export async function pickEditsOfDraft(
  tx: Tx,
  contentKind: ContentKind,
  { liveRecord, change, record }: StagedRecordState,
  values: Values,
  expectedVersion: ExpectedVersion,
): Promise<Values | undefined> {
  const { version, draft = 0, opened } = expectedVersion
  const isSameDraft = version === undefined || draft === (change?.saves ?? 0)
  if (isSameDraft && !(await isChangedSinceOpened(tx, contentKind, liveRecord, expectedVersion))) return values
  if (opened && hasValues(contentKind, record, values)) return undefined
  throw createSaveConflict(contentKind, record, change?.author)
}

/** Returns what a form of the live record changed. Throws a 409 if the draft has another value of such a field. */
export async function pickEditsOfLiveForm(
  tx: Tx,
  contentKind: ContentKind,
  { liveRecord, change, record }: StagedRecordState,
  values: Values,
  expectedVersion: ExpectedVersion,
): Promise<Values> {
  if (!liveRecord) throw new UserError(404, 'This doesn’t exist anymore.')
  if (change?.action === 'delete') throw new UserError(409, DELETED_BY_DRAFT_MESSAGE)
  if (await isChangedSinceOpened(tx, contentKind, liveRecord, expectedVersion)) throw createSaveConflict(contentKind, liveRecord)
  const edits = pickChangedFields(contentKind, liveRecord, values)
  const otherDraft = pickChangedFields(contentKind, liveRecord, record.values)
  const contested = Object.keys(edits).filter((name) => name in otherDraft && otherDraft[name] !== edits[name])
  if (contested.length === 0) return edits
  const sentences = contested.map((name) => [name, `The draft has: ${otherDraft[name] || 'nothing'}`])
  throw new UserError(409, OTHER_DRAFT_MESSAGE, Object.fromEntries(sentences))
}
