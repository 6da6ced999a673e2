import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import type { ContentKind } from '../core/content-kind.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import {
  buildAddRecordSchema,
  buildRecordBodySchema,
  buildRecordReplySchema,
  buildUpdateRecordSchema,
} from '../core/record-schemas.ts'
import { draftNotAllowedQuerySchema, draftQuerySchema } from './content-record-endpoints.ts'

const endpointCache = new WeakMap<ContentKind, ContentKindEndpoints>()

/**
 * Returns the calls of one kind: list, one, add and update, where it declares their paths (P-2). Returns the same objects
 * each time, because handlers are looked up by them.
 */
export function getReadAddAndUpdateEndpoints(contentKind: ContentKind): ContentKindEndpoints {
  const cachedEndpoints = endpointCache.get(contentKind) ?? buildEndpoints(contentKind)
  endpointCache.set(contentKind, cachedEndpoints)
  return cachedEndpoints
}

export type ContentKindEndpoints = ReturnType<typeof buildEndpoints>

/** Builds each schema when it is first read. Schemas take 10 to 100 KB per kind, and most calls never happen. */
function buildEndpoints(contentKind: ContentKind) {
  const { api, title } = contentKind
  const record = lazy(() => buildRecordReplySchema(contentKind))
  const records = lazy(() => z.array(record()))
  const writeReplySchema = lazy(() => buildMessageAndRecordSchema(record()))
  const addBodySchema = lazy(() => buildRecordBodySchema(contentKind, buildAddRecordSchema))
  const updateBodySchema = lazy(() => buildRecordBodySchema(contentKind, buildUpdateRecordSchema))
  const access = contentKind.read ?? 'anyone'
  const write = {
    ...(contentKind.recent && { recent: contentKind.recent }),
    query: contentKind.recent ? draftNotAllowedQuerySchema : draftQuerySchema,
  } as const
  return {
    list: defineEndpoint(`GET ${api.list}`, access, {
      summary: `${title}: all records`,
      get reply() {
        return records()
      },
    }),
    one: api.one
      ? defineEndpoint(`GET ${api.one}`, access, {
          summary: `${title}: one record`,
          params: idParamsSchema,
          get reply() {
            return record()
          },
        })
      : undefined,
    add: defineEndpoint(`POST ${api.add}`, 'admin', {
      ...write,
      idempotent: true,
      status: 201,
      summary: `${title}: add a record`,
      get body() {
        return addBodySchema()
      },
      get reply() {
        return writeReplySchema()
      },
    }),
    update: api.update
      ? defineEndpoint(`PUT ${api.update}`, 'admin', {
          ...write,
          versioned: true,
          summary: `${title}: change a record`,
          params: idParamsSchema,
          get body() {
            return updateBodySchema()
          },
          get reply() {
            return writeReplySchema()
          },
        })
      : undefined,
  }
}

function lazy<T>(build: () => T): () => T {
  let built: T | undefined
  return () => {
    built ??= build()
    return built
  }
}
