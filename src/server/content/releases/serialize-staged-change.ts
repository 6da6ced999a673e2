import type { StagedChange } from '#contract/content/release.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { StoredRecord } from '../records/records.ts'
import type { StoredStagedChange } from './store.ts'

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
