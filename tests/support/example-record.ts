import type { ContentKind, RecordOf } from '../../src/contract/grammar/content-kind.ts'

/** A record of any content kind for tests: every field holds its own name unless a test says otherwise. */
export function exampleRecord<S extends ContentKind>(contentKind: S, values: Partial<RecordOf<S>> = {}): RecordOf<S> {
  const named = Object.keys(contentKind.fields).map((name) => [name, name])
  return { _id: `${contentKind.kind}-1`, ...Object.fromEntries(named), ...values } as RecordOf<S>
}
