import { contentKinds } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { loadDemoRecords } from '#server/content/records/records.ts'

/** Returns the values of a kind's demo records, without their marks. */
export function listDemoValues(contentKind: ContentKind): Record<string, string>[] {
  return loadDemoRecords(contentKind).map(({ _sample, ...values }) => values)
}

/** Every demo record. `sampleFields` is `all` if the whole record is marked. */
export const demoRecords = contentKinds.flatMap((contentKind) =>
  loadDemoRecords(contentKind).map(({ _sample = '', ...values }) => ({
    contentKind,
    values,
    sampleFields: _sample === 'true' ? ('all' as const) : _sample.split(' '),
  })),
)
