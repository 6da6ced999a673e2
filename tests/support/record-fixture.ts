import type { ContentKind, ContentRecord } from '../../src/contract/core/content-kind.ts'

/** A record of any content kind for tests: every field holds its own name unless a test says otherwise. */
export function buildRecordFixture<S extends ContentKind>(
  contentKind: S,
  values: Partial<ContentRecord<S>> = {},
): ContentRecord<S> {
  const fieldNames = Object.keys(contentKind.fields).map((name) => [name, name])
  return { _id: `${contentKind.kind}-1`, ...Object.fromEntries(fieldNames), ...values } as ContentRecord<S>
}
