import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { withVariant } from '../../../contract/grammar/content-kind-schema.ts'
import { emptyOf } from '../../../contract/grammar/field.ts'
import { pathOf } from './item-addresses.ts'
import type { StoredRecord, Values } from './store.ts'

/** A record as it travels. */
export function toWire(
  contentKind: ContentKind,
  { id, version, sampleFields, isHidden, values, draft }: StoredRecord & { draft?: number },
) {
  const path = pathOf(contentKind, { values })
  return {
    _id: id,
    _version: version,
    ...(sampleFields && { _sample: true as const }),
    ...(sampleFields?.length && { _sampleFields: [...sampleFields] }),
    ...(isHidden && { _hidden: true as const }),
    ...(draft !== undefined && { _draft: draft }),
    ...(path && { _path: path }),
    ...withVariant(contentKind, complete(contentKind, values)),
  }
}

/** Every field, in the declared order; one that was never given says what it begins with. */
export function complete({ fields }: ContentKind, values: Values): Values {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, values[name] ?? emptyOf(field)]))
}
