import type { Section } from '../../contract/section.ts'
import { withVariant } from '../../contract/section-schema.ts'
import type { StoredRecord, Values } from './store.ts'

/** A record as it travels. */
export function toWire(section: Section, { id, version, isSample, isHidden, values, draft }: StoredRecord & { draft?: number }) {
  return {
    _id: id,
    _version: version,
    ...(isSample && { _sample: true as const }),
    ...(isHidden && { _hidden: true as const }),
    ...(draft !== undefined && { _draft: draft }),
    ...withVariant(section, complete(section, values)),
  }
}

/** Every field, in the declared order; one that was never given is empty. */
export function complete({ fields }: Section, values: Values): Values {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] ?? '']))
}
