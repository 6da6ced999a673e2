import * as z from 'zod/mini'
import { defineEndpoint } from '../grammar/endpoint.ts'
import { idParams, writeReply } from '../grammar/reply.ts'
import type { Section } from '../grammar/section.ts'
import { addBody, recordReply, updateBody } from '../grammar/section-schema.ts'
import { draftQuery, flag } from './content-records.ts'

/** What needs the password each time is saved at once: nobody is asked for it when the draft is published. */
const noDraftQuery = z.object({
  draft: flag('draft').check(z.refine((isDraft) => !isDraft, 'This kind of content is saved at once, never as a draft.')),
})

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
  const query = section.recent ? noDraftQuery : draftQuery
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
      query,
      body: addBody(section),
      reply: written,
    }),
    update: api.update
      ? defineEndpoint({
          method: 'PUT',
          path: api.update,
          access: 'admin',
          ...guarded,
          versioned: true,
          tag: kind,
          status: 200,
          summary: `${title}: change a record`,
          params: idParams,
          query,
          body: updateBody(section),
          reply: written,
        })
      : undefined,
  }
}
