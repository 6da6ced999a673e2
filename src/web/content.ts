import { endpointsOf } from '../contract/content/content-kind-endpoints.ts'
import type { ContentKind, RecordOf } from '../contract/grammar/content-kind.ts'
import type { Call } from '../contract/grammar/endpoint.ts'

/** All records of a content kind in their order, typed by its fields. */
export async function readAll<S extends ContentKind>(call: Call, contentKind: S): Promise<RecordOf<S>[]> {
  return (await call(endpointsOf(contentKind).list, {})) as unknown as RecordOf<S>[]
}

/** The record of a single content kind; undefined while there is none. */
export async function readFirst<S extends ContentKind>(call: Call, contentKind: S): Promise<RecordOf<S> | undefined> {
  return (await readAll(call, contentKind))[0]
}
