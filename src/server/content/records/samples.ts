import { isUnnamedProfile } from '../../../contract/content/profiles.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'

type Values = Readonly<Record<string, string>>

/** The fields with values that were invented for the owner. Empty: the record as a whole awaits a look. Null: no sample. */
export type SampleFields = readonly string[] | null

/** Returns the marks after a save: of the fields marked in `before`, those that the save didn't change. */
export function samplesAfterSave(
  contentKind: ContentKind,
  values: Values,
  before?: { values: Values; sampleFields: SampleFields },
) {
  const kept = before?.sampleFields?.filter((name) => values[name] === before.values[name]) ?? []
  return samplesWithProfiles(contentKind, values, kept.length > 0 ? kept : null)
}

/** Adds the fields that hold the bare address of a social network, which is nobody's profile. */
export function samplesWithProfiles({ fields }: ContentKind, values: Values, marked: SampleFields): SampleFields {
  const unnamed = Object.keys(fields).filter((name) => fields[name]?.isProfile && isUnnamedProfile(values[name] ?? ''))
  return unnamed.length > 0 ? [...new Set([...(marked ?? []), ...unnamed])] : marked
}
