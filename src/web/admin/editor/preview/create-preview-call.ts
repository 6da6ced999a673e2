import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { listRecordsOfKindsEndpoint } from '#contract/content/content-record-endpoints.ts'
import { kindsByListEndpoint } from '#contract/content/kinds-by-list-endpoint.ts'
import type { ApiCallFunction, Endpoint } from '#contract/core/endpoint.ts'
import { markRecordFields } from './mark-record-fields.ts'
import { type EditedRecord, type ListedRecord, overlayEditedRecord, PREVIEW_RECORD_ID } from './overlay-edited-record.ts'

type Options = {
  getEditedRecord: () => EditedRecord
  isDraftMode?: boolean
}

/**
 * Returns an `ApiCallFunction` that caches its answers and reads all content lists in one call. Each call overlays the
 * marked values of the edited record. `clearCache` makes the next calls read again.
 */
export function createPreviewCall(
  call: ApiCallFunction,
  { getEditedRecord, isDraftMode }: Options,
): { call: ApiCallFunction; clearCache: () => void } {
  const cache = new Map<Endpoint, Promise<unknown>>()
  const readList = createBatchedListReader(call, isDraftMode)
  function read(endpoint: Endpoint, input: never): Promise<unknown> {
    const kind = kindsByListEndpoint.get(endpoint)
    const cachedAnswer = cache.get(endpoint) ?? (kind ? readList(kind) : (call(endpoint as never, input) as Promise<unknown>))
    cache.set(endpoint, cachedAnswer)
    // The next call retries a failed one.
    cachedAnswer.catch(() => cache.delete(endpoint))
    return cachedAnswer
  }
  return {
    call: (async (endpoint: Endpoint, input: never) => {
      const answer = await read(endpoint, input)
      const editedRecord = getEditedRecord()
      if (endpoint !== getReadAddAndUpdateEndpoints(editedRecord.contentKind).list) return answer
      const isEdited = ({ _id }: ListedRecord) => _id === (editedRecord.id ?? PREVIEW_RECORD_ID)
      return overlayEditedRecord(answer as ListedRecord[], editedRecord).map((record) =>
        isEdited(record) ? markRecordFields(editedRecord.contentKind, record) : record,
      )
    }) as ApiCallFunction,
    clearCache: () => cache.clear(),
  }
}

/** Combines reads of the same tick into one call. */
function createBatchedListReader(call: ApiCallFunction, draft?: boolean): (kind: string) => Promise<readonly unknown[]> {
  let next: { kinds: string[]; answer: Promise<Record<string, readonly unknown[]>> } | undefined
  return async (kind) => {
    const requestedKinds = next?.kinds ?? []
    requestedKinds.push(kind)
    const send = async () => {
      await undefined
      next = undefined
      return call(listRecordsOfKindsEndpoint, { query: { kinds: requestedKinds.join(), draft } })
    }
    next ??= { kinds: requestedKinds, answer: send() }
    return (await next.answer)[kind] ?? []
  }
}
