import type { DraftChange } from '../../../contract/content/site-draft.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { type StoredRecord, samplesAfterSave } from '../records/records.ts'
import type { StoredChange } from './store.ts'

/** A record as it will be; `draft` where the draft says something of it: how often that was saved. */
export type DraftedRecord = StoredRecord & { draft?: number }

/** The records of a kind, hidden ones too, as they will be once the draft is published. */
export function layOver(
  contentKind: ContentKind,
  records: readonly StoredRecord[],
  changes: readonly StoredChange[],
): DraftedRecord[] {
  const byRecord = new Map(changes.map((change) => [change.recordId, change]))
  const kept = records.flatMap((record) => {
    const change = byRecord.get(record.id)
    if (!change) return [record]
    return change.action === 'delete' ? [] : [laidOver(contentKind, record, change)]
  })
  const added = changes
    .filter(({ action }) => action === 'add')
    .map((change) =>
      laidOver(contentKind, { id: change.recordId, version: 0, sampleFields: null, isHidden: false, values: {} }, change),
    )
  return contentKind.shape === 'single' ? [...added, ...kept] : [...kept, ...added]
}

/** What was saved live beside the draft stays: only the fields that the draft changes are other ones. */
function laidOver(contentKind: ContentKind, record: StoredRecord, change: StoredChange): DraftedRecord {
  const { isHidden, saves } = change
  const changed = changedIn(change)
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

/** The fields that a change gives another value, with that value. */
export function changedIn({ values, base }: Pick<StoredChange, 'values' | 'base'>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== (base[name] ?? '')))
}

/** Why a change cannot be published as it is; null where it can. */
export function conflictOf({ title }: ContentKind, { action, baseVersion }: StoredChange, live: StoredRecord | undefined) {
  if (action === 'add') return null
  if (!live) return `${title} was deleted from the live site after this was drafted: discard it, or put the record back.`
  if (live.version === baseVersion) return null
  return `${title} was changed on the live site after this was drafted: look at both, and save the draft again or discard it.`
}

/** A change as people read it: each field with what it was and what it will be. */
export function readable(contentKind: ContentKind, change: StoredChange, live: StoredRecord | undefined): DraftChange {
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
