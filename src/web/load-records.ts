import { getContentKindEndpoints } from '../contract/content/content-kind-endpoints.ts'
import type { ContentKind, ContentRecord } from '../contract/core/content-kind.ts'
import type { ApiCall } from '../contract/core/endpoint.ts'

/** All records of a content kind in their order, typed by its fields. */
export async function loadRecords<S extends ContentKind>(call: ApiCall, contentKind: S): Promise<ContentRecord<S>[]> {
  return (await call(getContentKindEndpoints(contentKind).list, {})) as unknown as ContentRecord<S>[]
}

/** The record of a single content kind; undefined while there is none. */
export async function loadFirstRecord<S extends ContentKind>(
  call: ApiCall,
  contentKind: S,
): Promise<ContentRecord<S> | undefined> {
  return (await loadRecords(call, contentKind))[0]
}
