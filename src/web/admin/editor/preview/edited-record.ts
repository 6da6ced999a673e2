import { endpointsOf } from '../../../../contract/content/content-kind-endpoints.ts'
import { listContent } from '../../../../contract/content/content-records.ts'
import { contentKinds } from '../../../../contract/content-kinds.ts'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import type { Call, Endpoint } from '../../../../contract/grammar/endpoint.ts'
import { emptyOf, type Field } from '../../../../contract/grammar/field.ts'
import type { Values } from '../../../forms/form-action.ts'
import { markRecord } from './mark-record.ts'

/** A record as it is typed; one without an `id` is being added, and a hidden one is on no page yet either. */
export type Edited = { contentKind: ContentKind; id?: string; isHidden?: boolean; values: Values }

type Listed = { _id: string; [name: string]: unknown }

/** What a record is called in the preview that has no id yet. */
const NEW = 'new'

/**
 * Returns the list as it will be: with the record in its own place, or as a new one at the end; the one record of a single
 * kind is the first.
 */
export function withEdited(records: readonly Listed[], { contentKind, id = NEW, values }: Edited): Listed[] {
  const isHere = (record: Listed) => record._id === id
  const edited = { ...records.find(isHere), ...values, ...shownValues(contentKind, values, records), _id: id }
  if (contentKind.shape === 'single') return [edited, ...records.filter((record) => !isHere(record))]
  return records.some(isHere) ? records.map((record) => (isHere(record) ? edited : record)) : [...records, edited]
}

/** Empty fields show their label: a new record is visible before it says anything, and no heading is empty. */
export function shownValues({ fields, unique, editor }: ContentKind, values: Values, others: readonly Listed[] = []): Values {
  const isFree = (name: string, choice: string) => name !== unique || !others.some((record) => record[name] === choice)
  const ghostOf = (name: string, field: Field): string => {
    if (editor.only?.field === name) return editor.only.oneOf.find((choice) => !others.some((one) => one[name] === choice)) ?? ''
    if (field.optional || emptyOf(field) !== '') return emptyOf(field)
    if (field.input === 'choice') return field.choices?.find((choice) => isFree(name, choice)) ?? ''
    if (field.input === 'price') return '0'
    return field.input === 'text' || field.input === 'longText' ? field.label : ''
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, values[name]?.trim() ? values[name] : ghostOf(name, field)]),
  )
}

type Options = {
  edited: () => Edited
  /** Everything as it will be once the draft is published. */
  withDraft?: boolean
}

/**
 * A data door that reads everything once, all lists of content together, and lays over it what is typed at the moment
 * of the call, with marks. `forget` has everything read anew.
 */
export function callWithRecord(call: Call, { edited, withDraft }: Options): { call: Call; forget: () => void } {
  const kept = new Map<Endpoint, Promise<unknown>>()
  const readList = listReader(call, withDraft)
  function read(endpoint: Endpoint, input: never): Promise<unknown> {
    const kind = kinds.get(endpoint)
    const known = kept.get(endpoint) ?? (kind ? readList(kind) : (call(endpoint as never, input) as Promise<unknown>))
    kept.set(endpoint, known)
    // What was not answered is asked for again.
    known.catch(() => kept.delete(endpoint))
    return known
  }
  return {
    call: (async (endpoint: Endpoint, input: never) => {
      const answer = await read(endpoint, input)
      const now = edited()
      if (endpoint !== endpointsOf(now.contentKind).list) return answer
      const isEdited = ({ _id }: Listed) => _id === (now.id ?? NEW)
      return withEdited(answer as Listed[], now).map((one) => (isEdited(one) ? markRecord(now.contentKind, one) : one))
    }) as Call,
    forget: () => kept.clear(),
  }
}

const kinds = new Map<Endpoint, string>(contentKinds.map((contentKind) => [endpointsOf(contentKind).list, contentKind.kind]))

/** Reads in one call all lists that are asked for at the same time. */
function listReader(call: Call, draft?: boolean): (kind: string) => Promise<readonly unknown[]> {
  let next: { kinds: string[]; answer: Promise<Record<string, readonly unknown[]>> } | undefined
  return async (kind) => {
    const asked = next?.kinds ?? []
    asked.push(kind)
    const send = async () => {
      await undefined
      next = undefined
      return call(listContent, { query: { kinds: asked.join(), draft } })
    }
    next ??= { kinds: asked, answer: send() }
    return (await next.answer)[kind] ?? []
  }
}
