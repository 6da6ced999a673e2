import { listContentTallies } from '../../contract/content-tallies.ts'
import { Refusal } from '../../contract/refusal.ts'
import type { Section } from '../../contract/section.ts'
import { endpointsOf } from '../../contract/section-endpoints.ts'
import { withVariant } from '../../contract/section-schema.ts'
import { sections } from '../../contract/sections.ts'
import { type Handled, handled } from '../http/http.ts'
import type { ContentStore, StoredRecord, Values } from './store.ts'

/** The calls of every section. */
export function contentHandlers(store: ContentStore): Handled[] {
  return [...sections.flatMap((section) => sectionHandlers(section, store)), handled(listContentTallies, () => store.tallies())]
}

function sectionHandlers(section: Section, store: ContentStore): Handled[] {
  const { list, one, add, update } = endpointsOf(section)
  const { added, updated } = section.messages
  const wire = (record: StoredRecord) => toWire(section, record)
  return [
    handled(list, async () => (await store.list(section)).map(wire)),
    one &&
      handled(one, async ({ params }) => {
        const record = await store.find(section, params.id)
        if (!record) throw new Refusal(404, 'There is no such record.')
        return wire(record)
      }),
    handled(add, async ({ body }, { person }) => ({
      message: added,
      record: wire(await store.add(section, complete(section, body), { author: person.email })),
    })),
    update &&
      handled(update, async ({ params, body }, { person }) => ({
        message: updated ?? added,
        record: wire(await store.update(section, params.id, body, { author: person.email })),
      })),
  ].filter((one) => one !== undefined)
}

/** A record as it travels. */
export function toWire(section: Section, { id, isSample, values }: StoredRecord) {
  return { _id: id, ...(isSample && { _sample: true as const }), ...withVariant(section, complete(section, values)) }
}

/** Every field, in the declared order; one that was never given is empty. */
function complete({ fields }: Section, values: Values): Values {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] ?? '']))
}
