import type { ContentKind } from '../../../../contract/core/content-kind.ts'

/**
 * The fields with invented values, each marked until the owner changes it, or the whole record until it is saved: the
 * owner may keep it, but should look at it.
 */
type SampleMarks<Name extends string = string> = readonly Name[] | 'untilSaved'

/** The demo records of one section. */
export type DemoRecords = {
  contentKind: ContentKind
  records: readonly Record<string, string>[]
  samples?: SampleMarks
}

/** Ties records to their content kind: a field left out or misspelled does not compile. */
export function defineDemoRecords<S extends ContentKind>(
  contentKind: S,
  records: readonly { [Name in keyof S['fields'] & string]: string }[],
  options: { samples?: SampleMarks<keyof S['fields'] & string> } = {},
): DemoRecords {
  return { contentKind, records, ...options }
}
