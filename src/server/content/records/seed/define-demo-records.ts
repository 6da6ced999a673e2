import type { ContentKind } from '#contract/core/content-kind.ts'

/**
 * The fields with invented values, each marked until the owner changes it. `untilSaved` marks the whole record until the
 * owner saves it.
 */
type SampleMarks<Name extends string = string> = readonly Name[] | 'untilSaved'

export type DemoRecordsOfKind = {
  contentKind: ContentKind
  records: readonly Record<string, string>[]
  samples?: SampleMarks
}

/** Ties records to their content kind: a missing or misspelled field doesn't compile. */
export function defineDemoRecords<S extends ContentKind>(
  contentKind: S,
  records: readonly { [Name in keyof S['fields'] & string]: string }[],
  options: { samples?: SampleMarks<keyof S['fields'] & string> } = {},
): DemoRecordsOfKind {
  return { contentKind, records, ...options }
}
