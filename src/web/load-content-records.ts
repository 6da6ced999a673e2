import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import type { ContentKind, ContentRecord } from '#contract/core/content-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'

export async function loadContentRecords<S extends ContentKind>(
  call: ApiCallFunction,
  contentKind: S,
): Promise<ContentRecord<S>[]> {
  return (await call(getReadAddAndUpdateEndpoints(contentKind).list, {})) as unknown as ContentRecord<S>[]
}

/** Loads the live record of a single content kind; undefined if there is none. */
export async function loadFirstContentRecord<S extends ContentKind>(
  call: ApiCallFunction,
  contentKind: S,
): Promise<ContentRecord<S> | undefined> {
  return (await loadContentRecords(call, contentKind))[0]
}
