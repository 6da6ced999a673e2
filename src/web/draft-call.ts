import { endpointsOf } from '../contract/content/content-kind-endpoints.ts'
import { listRecords } from '../contract/content/content-records.ts'
import { contentKinds } from '../contract/content-kinds.ts'
import type { Call, Endpoint } from '../contract/grammar/endpoint.ts'

const kinds = new Map<Endpoint, string>(contentKinds.map((contentKind) => [endpointsOf(contentKind).list, contentKind.kind]))

/** An admin's data door, in which the lists of content are as they will be once the draft is published. */
export function callWithDraft(call: Call): Call {
  return ((endpoint: Endpoint, input: never) => {
    const kind = kinds.get(endpoint)
    return kind === undefined ? call(endpoint as never, input) : call(listRecords, { params: { kind }, query: { draft: true } })
  }) as Call
}
