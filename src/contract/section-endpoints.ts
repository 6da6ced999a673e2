import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { idParams, writeReply } from './reply.ts'
import type { Section } from './section.ts'
import { addBody, recordReply, updateBody } from './section-schema.ts'

const derived = new WeakMap<Section, SectionEndpoints>()

/**
 * The calls of one section: list, one, add and update, as far as the spec gives it a path for each.
 * The same values at every call: handlers are looked up by them.
 */
export function endpointsOf(section: Section): SectionEndpoints {
  const known = derived.get(section) ?? derive(section)
  derived.set(section, known)
  return known
}

export type SectionEndpoints = ReturnType<typeof derive>

function derive(section: Section) {
  const { api, title, kind } = section
  const record = recordReply(section)
  const read = { method: 'GET', access: section.read ?? 'anyone', tag: kind, status: 200 } as const
  const written = writeReply(record)
  const guarded = { ...(section.recent && { recent: section.recent }), ...(section.limit && { limit: section.limit }) }
  return {
    list: defineEndpoint({ ...read, path: api.list, summary: `${title}: all records`, reply: z.array(record) }),
    one: api.one
      ? defineEndpoint({ ...read, path: api.one, summary: `${title}: one record`, params: idParams, reply: record })
      : undefined,
    add: defineEndpoint({
      method: 'POST',
      path: api.add,
      access: 'admin',
      ...guarded,
      once: true,
      tag: kind,
      status: 201,
      summary: `${title}: add a record`,
      body: addBody(section),
      reply: written,
    }),
    update: api.update
      ? defineEndpoint({
          method: 'PUT',
          path: api.update,
          access: 'admin',
          ...guarded,
          tag: kind,
          status: 200,
          summary: `${title}: change a record`,
          params: idParams,
          body: updateBody(section),
          reply: written,
        })
      : undefined,
  }
}
