import { getContentKindEndpoints } from '../../../../contract/content/content-kind-endpoints.ts'
import { listRecordsOfKindsEndpoint } from '../../../../contract/content/content-records.ts'
import { contentKinds } from '../../../../contract/content-kinds.ts'
import type { ContentKind } from '../../../../contract/core/content-kind.ts'
import type { ApiCallFunction, Endpoint } from '../../../../contract/core/endpoint.ts'
import { type FieldDeclaration, getInitialValue } from '../../../../contract/core/field.ts'
import { serializeFormattedTexts } from '../../../../contract/core/formatted-text.ts'
import { getMarkdownFieldName, listFormattedFieldNames } from '../../../../contract/core/markdown-field-names.ts'
import type { Values } from '../../../forms/form-action.ts'
import { markRecordFields } from './mark-record-fields.ts'

/** A record with its typed values. A new record has no `id`. Pages show neither a new nor a hidden record yet. */
export type EditedRecord = { contentKind: ContentKind; id?: string; isHidden?: boolean; values: Values }

type ListedRecord = { _id: string; [name: string]: unknown }

/** The id of a new record in the preview. */
const NEW_RECORD_ID = 'new'

/** Replaces the edited record in the list, or appends it. Puts the record of a single kind first, so that pages show it. */
export function overlayEditedRecord(
  records: readonly ListedRecord[],
  { contentKind, id = NEW_RECORD_ID, values }: EditedRecord,
): ListedRecord[] {
  const hasSameId = (record: ListedRecord) => record._id === id
  const storedRecord = omitSources(contentKind, records.find(hasSameId))
  const texts = serializeFormattedTexts(contentKind, { ...values, ...fillEmptyFieldsForPreview(contentKind, values, records) })
  const overlay = { ...storedRecord, ...texts, _id: id }
  if (contentKind.shape === 'single') return [overlay, ...records.filter((record) => !hasSameId(record))]
  return records.some(hasSameId) ? records.map((record) => (hasSameId(record) ? overlay : record)) : [...records, overlay]
}

/** Drops the stored Markdown, because the typed text may have none. */
function omitSources(contentKind: ContentKind, record: ListedRecord | undefined): Partial<ListedRecord> {
  const names = listFormattedFieldNames(contentKind).map(getMarkdownFieldName)
  return Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => !names.includes(name)))
}

/** Fills empty fields with their initial value or label, so that a new record is visible. */
export function fillEmptyFieldsForPreview(
  { fields, unique, editor }: ContentKind,
  values: Values,
  others: readonly ListedRecord[] = [],
): Values {
  const isFree = (name: string, choice: string) => name !== unique || !others.some((record) => record[name] === choice)
  const getPlaceholder = (name: string, field: FieldDeclaration): string => {
    if (editor.only?.field === name)
      return editor.only.oneOf.find((choice) => !others.some((record) => record[name] === choice)) ?? ''
    if (field.optional || getInitialValue(field) !== '') return getInitialValue(field)
    if (field.input === 'choice') return field.choices?.find((choice) => isFree(name, choice)) ?? ''
    if (field.input === 'price') return '0'
    return ['text', 'longText', 'formattedText'].includes(field.input) ? field.label : ''
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, values[name]?.trim() ? values[name] : getPlaceholder(name, field)]),
  )
}

type Options = {
  getEditedRecord: () => EditedRecord
  isDraftMode?: boolean
}

/**
 * Returns an `ApiCallFunction` that caches its answers and reads all content lists in one call. Each call overlays the marked values
 * of the edited record. `clearCache` makes the next calls read again.
 */
export function createPreviewCall(
  call: ApiCallFunction,
  { getEditedRecord, isDraftMode }: Options,
): { call: ApiCallFunction; clearCache: () => void } {
  const cache = new Map<Endpoint, Promise<unknown>>()
  const readList = createBatchedListReader(call, isDraftMode)
  function read(endpoint: Endpoint, input: never): Promise<unknown> {
    const kind = kinds.get(endpoint)
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
      if (endpoint !== getContentKindEndpoints(editedRecord.contentKind).list) return answer
      const isEdited = ({ _id }: ListedRecord) => _id === (editedRecord.id ?? NEW_RECORD_ID)
      return overlayEditedRecord(answer as ListedRecord[], editedRecord).map((record) =>
        isEdited(record) ? markRecordFields(editedRecord.contentKind, record) : record,
      )
    }) as ApiCallFunction,
    clearCache: () => cache.clear(),
  }
}

const kinds = new Map<Endpoint, string>(
  contentKinds.map((contentKind) => [getContentKindEndpoints(contentKind).list, contentKind.kind]),
)

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
