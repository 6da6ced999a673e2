import type { ContentKind } from '#contract/core/content-kind.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { ExpectedVersion } from '#platform/http/register-api.ts'
import { findRecordVersion } from './history/store.ts'
import type { RecordValues, StoredRecord } from './record-row.ts'
import { fillMissingFields, serializeRecord } from './serialize-record.ts'

/**
 * Returns whether the record has changed since the sender read it (P-22). For a sender that names what its form shows, only
 * changed values count: hiding, showing and undeleting a record keep them.
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
  return !hasValues(contentKind, record, fillMissingFields(contentKind, JSON.parse(openedVersion.data) as RecordValues))
}

/** Returns whether the record already has these values. Then an earlier try of the same save may have lost its reply. */
export function hasValues(contentKind: ContentKind, record: StoredRecord, values: RecordValues): boolean {
  return Object.keys(pickChangedFields(contentKind, record, values)).length === 0
}

/** Returns the values that differ from the record's. */
export function pickChangedFields(contentKind: ContentKind, record: StoredRecord, values: RecordValues): RecordValues {
  const current = fillMissingFields(contentKind, record.values)
  const declared = fillMissingFields(contentKind, { ...record.values, ...values })
  return Object.fromEntries(Object.entries(declared).filter(([name, value]) => value !== current[name]))
}

/** Returns the 409 for an admin whose save came second, with the current record. */
export function createSaveConflict(contentKind: ContentKind, record: StoredRecord, otherAuthor = 'Someone else'): UserError {
  const sentence = `${otherAuthor} changed this while you had it open, so nothing was saved. Compare both, then save again.`
  return new UserError(409, sentence, undefined, serializeRecord(contentKind, record))
}
