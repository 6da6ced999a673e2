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

/** Schemas weigh 10 to 100 KB for each kind, and most calls are never made: each schema is built when it is first read. */
function derive(contentKind: ContentKind) {
  const { api, title, kind } = contentKind
  const record = whenFirstRead(() => recordReply(contentKind))
  const records = whenFirstRead(() => z.array(record()))
  const written = whenFirstRead(() => writeReply(record()))
  const added = whenFirstRead(() => addBody(contentKind))
  const updated = whenFirstRead(() => updateBody(contentKind))
  const read = { method: 'GET', access: contentKind.read ?? 'anyone', tag: kind, status: 200 } as const
  const write = {
    access: 'admin',
    ...(contentKind.recent && { recent: contentKind.recent }),
    tag: kind,
    query: contentKind.recent ? savedAtOnceQuery : draftQuery,
  } as const
  return {
    list: defineEndpoint({
      ...read,
      path: api.list,
      summary: `${title}: all records`,
      get reply() {
        return records()
      },
    }),
    one: api.one
      ? defineEndpoint({
          ...read,
          path: api.one,
          summary: `${title}: one record`,
          params: idParams,
          get reply() {
            return record()
          },
        })
      : undefined,
    add: defineEndpoint({
      ...write,
      method: 'POST',
      path: api.add,
      once: true,
      status: 201,
      summary: `${title}: add a record`,
      get body() {
        return added()
      },
      get reply() {
        return written()
      },
    }),
    update: api.update
      ? defineEndpoint({
          ...write,
          method: 'PUT',
          path: api.update,
          versioned: true,
          status: 200,
          summary: `${title}: change a record`,
          params: idParams,
          get body() {
            return updated()
          },
          get reply() {
            return written()
          },
        })
      : undefined,
  }
}

function whenFirstRead<T>(build: () => T): () => T {
  let built: T | undefined
  return () => {
    built ??= build()
    return built
  }
}
