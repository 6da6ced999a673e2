import type { ContentKind } from '#contract/core/content-kind.ts'
import { getInitialValue } from '#contract/core/field.ts'
import { serializePlainTextAndMarkdown } from '#contract/core/formatted-text.ts'
import { copyValuesToAliases } from '#contract/core/record-schemas.ts'
import { getRecordPagePath } from './record-page-paths.ts'
import type { RecordValues, StoredRecord } from './record-row.ts'

export function serializeRecord(
  contentKind: ContentKind,
  { id, version, sampleFields, isHidden, values, draft }: StoredRecord & { draft?: number },
) {
  const path = getRecordPagePath(contentKind, { values })
  return {
    _id: id,
    _version: version,
    ...(sampleFields && { _sample: true as const }),
    ...(sampleFields?.length && { _sampleFields: [...sampleFields] }),
    ...(isHidden && { _hidden: true as const }),
    ...(draft !== undefined && { _draft: draft }),
    ...(path && { _path: path }),
    ...copyValuesToAliases(contentKind, serializePlainTextAndMarkdown(contentKind, fillMissingFields(contentKind, values))),
  }
}

/** Returns every field in the declared order. A missing field gets its initial value. */
export function fillMissingFields({ fields }: ContentKind, values: RecordValues): RecordValues {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, values[name] ?? getInitialValue(field)]))
}
