import { contentKinds } from '../content-kinds.ts'
import type { Endpoint } from '../core/endpoint.ts'
import { getContentKindEndpoints } from './content-kind-endpoints.ts'

/** The kind whose records a list call returns. */
export const kindsByListEndpoint: ReadonlyMap<Endpoint, string> = new Map(
  contentKinds.map((contentKind) => [getContentKindEndpoints(contentKind).list, contentKind.kind]),
)
