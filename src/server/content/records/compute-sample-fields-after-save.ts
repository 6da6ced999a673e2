import { isBareSocialNetworkUrl } from '../../../contract/content/social-profile-url.ts'
import type { ContentKind } from '../../../contract/core/content-kind.ts'

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
  return addBareProfilesToSampleFields(contentKind, values, unchangedFields.length > 0 ? unchangedFields : null)
}

/** Adds the fields that hold the start page of a social network, such as `https://facebook.com`, instead of a profile. */
export function addBareProfilesToSampleFields(
  { fields }: ContentKind,
  values: Values,
  sampleFields: SampleFieldNames,
): SampleFieldNames {
  const bareProfileFields = Object.keys(fields).filter(
    (name) => fields[name]?.isSocialProfile && isBareSocialNetworkUrl(values[name] ?? ''),
  )
  return bareProfileFields.length > 0 ? [...new Set([...(sampleFields ?? []), ...bareProfileFields])] : sampleFields
}
