import { isBareSocialNetworkUrl } from '#contract/content/social-profile-url.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { loadDemoRecords } from './seed/demo-records.ts'
import { findSampleNames } from './seed/sample-names.ts'

type Values = Readonly<Record<string, string>>

/** The fields with invented values. An empty list marks the whole record as a sample. Null means no sample. */
export type SampleFieldNames = readonly string[] | null

/** Keeps the marks of fields that the save didn't change. */
export function computeSampleFieldsAfterSave(
  contentKind: ContentKind,
  values: Values,
  before?: { values: Values; sampleFields: SampleFieldNames },
) {
  const unchangedFields = before?.sampleFields?.filter((name) => values[name] === before.values[name]) ?? []
  return addSampleFieldsOfSave(contentKind, values, unchangedFields.length > 0 ? unchangedFields : null)
}

/** Adds the recognized samples, and each text of the demo content in a field that only the owner can write. */
export function addSampleFieldsOfSave(contentKind: ContentKind, values: Values, sampleFields: SampleFieldNames) {
  const demoFields = contentKind.ownerOnlyFields?.filter((name) =>
    loadDemoRecords(contentKind).some((demo) => collapseSpaces(demo[name]) === collapseSpaces(values[name])),
  )
  return addRecognizedSampleFields(contentKind, values, mergeFields(sampleFields, demoFields))
}

/**
 * Adds the fields that hold a name of the demo content, or the start page of a social network, such as
 * `https://facebook.com`, instead of a profile.
 */
export function addRecognizedSampleFields(contentKind: ContentKind, values: Values, sampleFields: SampleFieldNames) {
  const { fields } = contentKind
  const bareProfileFields = Object.keys(fields).filter(
    (name) => fields[name]?.isSocialProfile && isBareSocialNetworkUrl(values[name] ?? ''),
  )
  return mergeFields(sampleFields, [...bareProfileFields, ...findSampleNames(contentKind, values).keys()])
}

function mergeFields(sampleFields: SampleFieldNames, added: readonly string[] = []): SampleFieldNames {
  return added.length > 0 ? [...new Set([...(sampleFields ?? []), ...added])] : sampleFields
}

function collapseSpaces(text = ''): string {
  return text.replace(/\s+/g, ' ').trim()
}
