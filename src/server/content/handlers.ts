import { listContentTallies } from '../../contract/content-tallies.ts'
import { Refusal } from '../../contract/refusal.ts'
import type { Section } from '../../contract/section.ts'
import { endpointsOf } from '../../contract/section-endpoints.ts'
import { sections } from '../../contract/sections.ts'
import { type Handled, handled } from '../http/http.ts'
import type { Content, StoredRecord } from './content.ts'
import { complete, toWire } from './wire.ts'

/** The calls of every section. */
export function contentHandlers(content: Content): Handled[] {
  const ofSections = sections.flatMap((section) => sectionHandlers(section, content))
  return [...ofSections, handled(listContentTallies, () => content.tallies())]
}

function sectionHandlers(section: Section, content: Content): Handled[] {
  const { list, one, add, update } = endpointsOf(section)
  const { added, updated } = section.messages
  const wire = (record: StoredRecord) => toWire(section, record)
  return [
    handled(list, async () => (await content.list(section)).map(wire)),
    one &&
      handled(one, async ({ params }) => {
        const record = await content.find(section, params.id)
        if (!record) throw new Refusal(404, 'There is no such record.')
        return wire(record)
      }),
    handled(add, async ({ body }, { person, once }) => ({
      message: added,
      record: wire(await content.add(section, complete(section, body), { author: person.email }, once)),
    })),
    update &&
      handled(update, async ({ params, body }, { person }) => ({
        message: updated ?? added,
        record: wire(await content.update(section, params.id, body, { author: person.email })),
      })),
  ].filter((one) => one !== undefined)
}
