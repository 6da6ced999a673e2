import type { StagedChange } from '../../../contract/content/staged-changes-and-release.ts'
import type { ContentKind } from '../../../contract/core/content-kind.ts'
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

/** Returns why a change can't be published, or null. */
export function explainStagedConflict(
  { title }: ContentKind,
  { action, baseVersion }: StoredStagedChange,
  live: StoredRecord | undefined,
) {
  if (action === 'add') return null
  if (!live) return `${title} was deleted from the live site after you drafted this. Discard the draft, or restore the record.`
  if (live.version === baseVersion) return null
  return `${title} was changed on the live site after you drafted this. Compare both, then save the draft again or discard it.`
}

/** Lists each changed field with its value before and after, and the live value if it differs. */
export function serializeStagedChange(
  contentKind: ContentKind,
  change: StoredStagedChange,
  live: StoredRecord | undefined,
): StagedChange {
  const { id: _id, kind, recordId, action, author: by, savedAt: at, isHidden, base } = change
  const after = action === 'delete' ? {} : change.values
  const fields = Object.entries(contentKind.fields).flatMap(([name, { label }]) => {
    const [baseValue, newValue] = [base[name] ?? '', after[name] ?? '']
    const liveValue = live?.values[name] ?? ''
    if (baseValue === newValue) return []
    return [{ name, label, before: baseValue, after: newValue, ...(live && liveValue !== baseValue && { live: liveValue }) }]
  })
  return {
    _id,
    kind,
    title: contentKind.title,
    record: recordId,
    action,
    ...(isHidden !== null && { hidden: isHidden }),
    by,
    at,
    fields,
    conflict: explainStagedConflict(contentKind, change, live),
  }
}
