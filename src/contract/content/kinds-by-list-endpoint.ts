import { contentKinds } from '../content-kinds.ts'
import type { Endpoint } from '../core/endpoint.ts'
import { getReadAddAndUpdateEndpoints } from './content-kind-endpoints.ts'

/** The kind whose records a list call returns. */
export const kindsByListEndpoint: ReadonlyMap<Endpoint, string> = new Map(
  contentKinds.map((contentKind) => [getReadAddAndUpdateEndpoints(contentKind).list, contentKind.kind]),
)
