import type { RecordOf, Section } from '../../contract/grammar/section.ts'

/** A record of any section for tests: every field holds its own name unless a test says otherwise. */
export function exampleRecord<S extends Section>(section: S, values: Partial<RecordOf<S>> = {}): RecordOf<S> {
  const named = Object.keys(section.fields).map((name) => [name, name])
  return { _id: `${section.kind}-1`, ...Object.fromEntries(named), ...values } as RecordOf<S>
}
