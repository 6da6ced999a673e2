import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'

/**
 * What of demo records is invented and must be replaced: the fields of which that is so while they say what they say
 * here; or the whole record until it is saved, where the owner may well keep it, but should look at it.
 */
type Samples<Name extends string = string> = readonly Name[] | 'untilSaved'

/** What earlier versions said in some of the fields: on their sites it is a sample still, whatever is said there now. */
type Formerly<Name extends string = string> = Partial<Readonly<Record<Name, readonly string[]>>>

/** The demo records of one section. */
export type DemoEntry = {
  contentKind: ContentKind
  records: readonly Record<string, string>[]
  samples?: Samples
  formerly?: Formerly
}

/** Ties records to their content kind: a field left out or misspelled does not compile. */
export function demoOf<S extends ContentKind>(
  contentKind: S,
  records: readonly { [Name in keyof S['fields'] & string]: string }[],
  options: { samples?: Samples<keyof S['fields'] & string>; formerly?: Formerly<keyof S['fields'] & string> } = {},
): DemoEntry {
  return { contentKind, records, ...options }
}
