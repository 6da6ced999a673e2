import { findContentKind } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { ExpectedVersion } from '#platform/http/register-api.ts'
import {
  addRecognizedSampleFields,
  addSampleFieldsOfSave,
  computeSampleFieldsAfterSave,
  type SampleFieldNames,
} from './compute-sample-fields-after-save.ts'
import type { ContentRecordTable } from './tables.ts'
import { getRecordUniqueKey } from './unique-key.ts'

export type RecordValues = Record<string, string>
export type StoredRecord = {
  id: string
  version: number
  sampleFields: SampleFieldNames
  isHidden: boolean
  values: RecordValues
}

/**
 * `userId` names whose autosave the save deletes. `sampleFields` replaces the record's marks. `slugs` are the slugs that
 * the record has on another site.
 */
export type RecordSaveOptions = { author: string; userId?: string; sampleFields?: SampleFieldNames; slugs?: readonly string[] }

/** The save throws a 409 if the record has another version. */
export type VersionedSaveOptions = RecordSaveOptions & { expectedVersion?: ExpectedVersion }

export function parseRecordRow({ id, kind, version, sample, hidden, data }: ContentRecordTable): StoredRecord {
  const values = JSON.parse(data) as RecordValues
  const contentKind = findContentKind(kind)
  const markedFields = parseSampleFieldNames(sample)
  const sampleFields = contentKind ? addRecognizedSampleFields(contentKind, values, markedFields) : markedFields
  return { id, version, sampleFields, isHidden: hidden === 1, values }
}

/** Returns the columns that a save computes from the values. */
export function toRecordColumns(
  contentKind: ContentKind,
  values: RecordValues,
  save: RecordSaveOptions,
): Pick<ContentRecordTable, 'unique_key' | 'data' | 'sample'> {
  return {
    unique_key: getRecordUniqueKey(contentKind, values),
    data: JSON.stringify(values),
    sample: serializeSampleFields(contentKind, values, save),
  }
}

/** Returns the `sample` column. `before` is the record before the change. */
export function serializeSampleFields(
  contentKind: ContentKind,
  values: RecordValues,
  save: RecordSaveOptions,
  before?: StoredRecord,
): string | null {
  const markedFields =
    save.sampleFields === undefined
      ? computeSampleFieldsAfterSave(contentKind, values, before)
      : addSampleFieldsOfSave(contentKind, values, save.sampleFields)
  return markedFields && JSON.stringify(markedFields)
}

/** Reads the `sample` column of a record or a revision. */
export function parseSampleFieldNames(column: string | null): SampleFieldNames {
  return column === null ? null : (JSON.parse(column) as string[])
}
