import type { ContentKind } from '#contract/core/content-kind.ts'
import { computeSampleFieldsAfterSave, type StoredRecord } from '../records/records.ts'
import type { StoredStagedChange } from './store.ts'

/** A record after its staged change. `draft` counts the saves of that change. */
export type RecordAfterRelease = StoredRecord & { draft?: number }

/** Applies staged changes to the records of a kind, hidden ones too. */
export function overlayStagedChanges(
  contentKind: ContentKind,
  records: readonly StoredRecord[],
  changes: readonly StoredStagedChange[],
): RecordAfterRelease[] {
  const byRecord = new Map(changes.map((change) => [change.recordId, change]))
  const remainingRecords = records.flatMap((record) => {
    const change = byRecord.get(record.id)
    if (!change) return [record]
    return change.action === 'delete' ? [] : [applyStagedChange(contentKind, record, change)]
  })
  const added = changes
    .filter(({ action }) => action === 'add')
    .map((change) =>
      applyStagedChange(
        contentKind,
        { id: change.recordId, version: 0, sampleFields: null, isHidden: false, values: {} },
        change,
      ),
    )
  return contentKind.shape === 'single' ? [...added, ...remainingRecords] : [...remainingRecords, ...added]
}

/** Fields that the change doesn't touch keep their live value. */
function applyStagedChange(contentKind: ContentKind, record: StoredRecord, change: StoredStagedChange): RecordAfterRelease {
  const { isHidden, saves } = change
  const changedValues = getStagedFieldChanges(change)
  const values = { ...record.values, ...changedValues }
  const isSaved = Object.keys(changedValues).length > 0
  return {
    ...record,
    isHidden: isHidden ?? record.isHidden,
    values,
    sampleFields: isSaved ? computeSampleFieldsAfterSave(contentKind, values, record) : record.sampleFields,
    draft: saves,
  }
}

/** Returns the fields that a change alters, with their new values. */
export function getStagedFieldChanges({ values, base }: Pick<StoredStagedChange, 'values' | 'base'>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== (base[name] ?? '')))
}

/** Returns null if the live record already has this visibility. A record that isn't live yet is visible. */
export function getVisibilityChange(
  liveRecord: Pick<StoredRecord, 'isHidden'> | undefined,
  isHidden: boolean | null,
): boolean | null {
  return isHidden === (liveRecord?.isHidden ?? false) ? null : isHidden
}
