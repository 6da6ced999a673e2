import * as z from 'zod/mini'
import type { ContentKind } from '../grammar/content-kind.ts'
import { addBody, recordReply, updateBody } from '../grammar/content-kind-schema.ts'
import { defineEndpoint } from '../grammar/endpoint.ts'
import { idParams, writeReply } from '../grammar/reply.ts'
import { draftQuery, savedAtOnceQuery } from './content-records.ts'

const derived = new WeakMap<ContentKind, ContentKindEndpoints>()

/**
 * The calls of one content kind: list, one, add and update, as far as the spec gives it a path for each.
 * The same values at every call: handlers are looked up by them.
 */
export function endpointsOf(contentKind: ContentKind): ContentKindEndpoints {
  const known = derived.get(contentKind) ?? derive(contentKind)
  derived.set(contentKind, known)
  return known
}

export type ContentKindEndpoints = ReturnType<typeof derive>

function derive(contentKind: ContentKind) {
  const { api, title, kind } = contentKind
  const record = recordReply(contentKind)
  const read = { method: 'GET', access: contentKind.read ?? 'anyone', tag: kind, status: 200 } as const
  const written = writeReply(record)
  const guarded = {
    ...(contentKind.recent && { recent: contentKind.recent }),
  }
  const query = contentKind.recent ? savedAtOnceQuery : draftQuery
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
      body: addBody(contentKind),
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
          body: updateBody(contentKind),
          reply: written,
        })
      : undefined,
  }
}
