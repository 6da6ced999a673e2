import type { DraftChange } from '../../../contract/content/site-draft.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { type StoredRecord, samplesAfterSave } from '../records/records.ts'
import type { StoredChange } from './store.ts'

/** A record after its staged change. `draft` counts the saves of that change. */
export type StagedRecord = StoredRecord & { draft?: number }

/** Applies staged changes to the records of a kind, hidden ones too. */
export function applyChanges(
  contentKind: ContentKind,
  records: readonly StoredRecord[],
  changes: readonly StoredChange[],
): StagedRecord[] {
  const byRecord = new Map(changes.map((change) => [change.recordId, change]))
  const kept = records.flatMap((record) => {
    const change = byRecord.get(record.id)
    if (!change) return [record]
    return change.action === 'delete' ? [] : [applyChange(contentKind, record, change)]
  })
  const added = changes
    .filter(({ action }) => action === 'add')
    .map((change) =>
      applyChange(contentKind, { id: change.recordId, version: 0, sampleFields: null, isHidden: false, values: {} }, change),
    )
  return contentKind.shape === 'single' ? [...added, ...kept] : [...kept, ...added]
}

/** Fields that the change doesn't touch keep their live value. */
function applyChange(contentKind: ContentKind, record: StoredRecord, change: StoredChange): StagedRecord {
  const { isHidden, saves } = change
  const changed = changedFields(change)
  const values = { ...record.values, ...changed }
  const isSaved = Object.keys(changed).length > 0
  return {
    ...record,
    isHidden: isHidden ?? record.isHidden,
    values,
    sampleFields: isSaved ? samplesAfterSave(contentKind, values, record) : record.sampleFields,
    draft: saves,
  }
}

/** Returns the fields that a change gives another value, with that value. */
export function changedFields({ values, base }: Pick<StoredChange, 'values' | 'base'>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== (base[name] ?? '')))
}

/** Returns why a change can't be published, or null. */
export function conflictOf({ title }: ContentKind, { action, baseVersion }: StoredChange, live: StoredRecord | undefined) {
  if (action === 'add') return null
  if (!live) return `${title} was deleted from the live site after this was drafted: discard it, or put the record back.`
  if (live.version === baseVersion) return null
  return `${title} was changed on the live site after this was drafted: look at both, and save the draft again or discard it.`
}

/** Lists each changed field with its value before and after, and the live one if that differs. */
export function serializeChange(contentKind: ContentKind, change: StoredChange, live: StoredRecord | undefined): DraftChange {
  const { id: _id, kind, recordId, action, author: by, savedAt: at, isHidden, base } = change
  const after = action === 'delete' ? {} : change.values
  const fields = Object.entries(contentKind.fields).flatMap(([name, { label }]) => {
    const [was, will] = [base[name] ?? '', after[name] ?? '']
    const now = live?.values[name] ?? ''
    if (was === will) return []
    return [{ name, label, before: was, after: will, ...(live && now !== was && { live: now }) }]
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
    conflict: conflictOf(contentKind, change, live),
  }
}
