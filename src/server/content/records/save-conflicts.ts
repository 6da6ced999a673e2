import type { ContentKind } from '#contract/core/content-kind.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { ExpectedVersion } from '#platform/http/register-api.ts'
import { findRecordVersion } from './history/store.ts'
import type { RecordValues, StoredRecord } from './record-row.ts'
import { fillMissingFields, serializeRecord } from './serialize-record.ts'

type Save = {
  /** The live record. Undefined if only a draft adds it. */
  live: StoredRecord | undefined
  /** The record that the save changes: the live one, or its draft. */
  record: StoredRecord
  values: RecordValues
  expectedVersion: ExpectedVersion
  /** How often the record's draft was saved, 0 without a draft. Undefined if the save changes the live record. */
  draft?: number
  /** Who saved the record last. By default, the author of its last version. */
  author?: string
}

/**
 * Returns whether an earlier try saved the same values and its reply was lost (P-22). Throws a 409 with the record if it has
 * changed since the sender read it.
 */
export async function isRepeatedSave(tx: Tx, contentKind: ContentKind, save: Save): Promise<boolean> {
  const { live, record, values, expectedVersion, draft } = save
  const { version, draft: openedDraft = 0, opened } = expectedVersion
  const isSameDraft = draft === undefined || draft === openedDraft
  if (version === undefined || (isSameDraft && version === (live?.version ?? 0))) return false
  if (opened && hasValues(contentKind, record.values, values)) return true
  if (!isSameDraft || (await isChangedSinceOpened(tx, contentKind, live, expectedVersion)))
    throw await createSaveConflict(tx, contentKind, record, save.author)
  return false
}

/** Returns the 409 for an admin whose save came second, with the current record. */
export async function createSaveConflict(tx: Tx, contentKind: ContentKind, record: StoredRecord, author?: string) {
  const lastAuthor = author ?? (await findRecordVersion(tx, contentKind.kind, record.id, record.version))?.author
  const sentence = `${lastAuthor ?? 'Someone else'} changed this while you had it open, so nothing was saved.`
  return new UserError(409, `${sentence} Compare both, then save again.`, undefined, serializeRecord(contentKind, record))
}

/**
 * Returns whether the live record has changed. For a sender that names what its form shows, only changed values count: hiding,
 * showing and undeleting a record keep them.
 */
export async function isChangedSinceOpened(
  tx: Tx,
  contentKind: ContentKind,
  record: StoredRecord | undefined,
  { version, opened }: ExpectedVersion,
): Promise<boolean> {
  if (version === undefined || version === (record?.version ?? 0)) return false
  if (!opened || !record) return true
  const openedVersion = await findRecordVersion(tx, contentKind.kind, record.id, version)
  if (!openedVersion) return true
  return !hasValues(contentKind, record.values, fillMissingFields(contentKind, JSON.parse(openedVersion.data) as RecordValues))
}

function hasValues(contentKind: ContentKind, current: RecordValues, values: RecordValues): boolean {
  return Object.keys(pickChangedFields(contentKind, current, values)).length === 0
}

/** Returns the values that differ from the record's values. */
export function pickChangedFields(contentKind: ContentKind, stored: RecordValues, values: RecordValues): RecordValues {
  const current = fillMissingFields(contentKind, stored)
  const declared = fillMissingFields(contentKind, { ...stored, ...values })
  return Object.fromEntries(Object.entries(declared).filter(([name, value]) => value !== current[name]))
}
