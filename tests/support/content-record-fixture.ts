import type { ContentKind, ContentRecord } from '#contract/core/content-kind.ts'

/** Builds a record in which each field holds its own name, unless the test overrides it. */
export function buildContentRecordFixture<S extends ContentKind>(
  contentKind: S,
  values: Partial<ContentRecord<S>> = {},
): ContentRecord<S> {
  const fieldNames = Object.keys(contentKind.fields).map((name) => [name, name])
  return { _id: `${contentKind.kind}-1`, ...Object.fromEntries(fieldNames), ...values } as ContentRecord<S>
}
