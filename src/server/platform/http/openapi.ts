import * as z from 'zod/mini'
import { errorReplySchema } from '#contract/core/common-schemas.ts'
import { type Access, type Endpoint, hasTextMediaType, UPLOAD_FILE_PART, type UploadOptions } from '#contract/core/endpoint.ts'
import { TOTAL_COUNT_HEADER } from '#contract/core/paging.ts'
import { formatMaxSize } from './raw-request-body.ts'

/** The group of each call in the document. */
export type GroupsByEndpoint = ReadonlyMap<Endpoint, string>

/** Builds the OpenAPI document (3.1.1) of all calls below `/api` from their declarations. */
export function buildOpenApiDocument(endpoints: readonly Endpoint[], groups: GroupsByEndpoint, version: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: buildOperation(endpoint, groups.get(endpoint)) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Rankstead', description: 'Every call of the API.', version },
    servers: [{ url: '/api' }],
    paths,
    components: {
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY_PARAMETER },
      responses: {
        Refused: {
          description: 'One sentence, and one for each invalid field.',
          content: buildJsonContent(toJsonSchema(errorReplySchema, 'output')),
        },
      },
    },
  }
}

const ACCESS_DESCRIPTIONS: Record<Access, string> = {
  anyone: 'For anyone.',
  signedIn: 'For people who are logged in.',
  admin: 'For admins.',
}
const RECENT_LOGIN_DESCRIPTION = 'Asks for the password again if the log-in isn’t recent.'

function buildOperation(endpoint: Endpoint, group: string | undefined): object {
  const { summary, access, recent, idempotent: once, params, query, status } = endpoint
  const parameters = [
    ...buildParameters('path', params),
    ...buildParameters('query', query),
    ...(once ? [IDEMPOTENCY_KEY_REF] : []),
  ]
  return {
    summary,
    description: recent ? `${ACCESS_DESCRIPTIONS[access]} ${RECENT_LOGIN_DESCRIPTION}` : ACCESS_DESCRIPTIONS[access],
    tags: [group],
    ...(parameters.length > 0 && { parameters }),
    ...buildRequestBody(endpoint),
    responses: { [status]: buildReply(endpoint), '4XX': ERROR_REF, 503: ERROR_REF },
  }
}

const IDEMPOTENCY_KEY_REF = { $ref: '#/components/parameters/IdempotencyKey' }
const IDEMPOTENCY_KEY_PARAMETER = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description:
    'A new one for each record, in quotes: "8e03978e-40d5-43dd-bc93-6894a57f9324". Within 24 hours, a repeat of the ' +
    'same request gets the same answer and creates nothing twice. Another request with this key gets a 422.',
  schema: { type: 'string' },
}
const ERROR_REF = { $ref: '#/components/responses/Refused' }

const TEXT = { type: 'string' }
const BYTES = { type: 'string', format: 'binary' }

function buildRequestBody({ body, raw, upload, versioned }: Endpoint): object {
  if (upload)
    return {
      requestBody: { required: true, description: `At most ${formatMaxSize(upload)}.`, content: buildUploadContent(upload) },
    }
  if (body)
    return {
      requestBody: {
        required: true,
        content: buildJsonContent(versioned ? addVersionProperties(toJsonSchema(body, 'input')) : toJsonSchema(body, 'input')),
      },
    }
  if (!raw) return {}
  const content = Object.fromEntries(raw.types.map((type) => [type, { schema: BYTES }]))
  return { requestBody: { required: true, description: `At most ${formatMaxSize(raw)}.`, content } }
}

function buildUploadContent({ fields }: UploadOptions) {
  const { properties, required = [] } = toJsonSchema(fields, 'input')
  const schema = {
    type: 'object',
    properties: { ...properties, [UPLOAD_FILE_PART]: BYTES },
    required: [...required, UPLOAD_FILE_PART],
  }
  return { 'multipart/form-data': { schema } }
}

const VERSION_PROPERTIES = {
  _version: {
    type: 'integer',
    description: 'The version that you read. If the record has changed since, the call answers 409 with the current record.',
  },
  _draft: { type: 'integer', description: 'The same for a drafted record, with draft=1.' },
  _opened: {
    enum: ['live', 'draft'],
    description:
      'What you read, if the record is content. The call then answers 409 only if a text has changed since: not if the record ' +
      'was hidden or shown, or already has your texts. With draft=1, what you changed of a live record is merged into its draft.',
  },
}

function addVersionProperties(schema: { properties?: object }): object {
  return schema.properties ? { ...schema, properties: { ...schema.properties, ...VERSION_PROPERTIES } } : schema
}

function buildReply({ status, file, paged, reply }: Endpoint): object {
  if (status === 302) return { description: 'Redirects the browser.', headers: buildHeader('location', { type: 'string' }) }
  if (file) return { description: 'A file.', content: { [file.type]: { schema: hasTextMediaType(file) ? TEXT : BYTES } } }
  const total = paged && { headers: buildHeader(TOTAL_COUNT_HEADER, { type: 'integer' }) }
  return { description: 'Success.', ...total, content: buildJsonContent(toJsonSchema(reply, 'output')) }
}

function buildParameters(place: 'path' | 'query', schema: z.ZodMiniType | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, one]) => ({ in: place, name, required: required.includes(name), schema: one }))
}

function buildHeader(name: string, schema: object) {
  return { [name]: { schema } }
}

function buildJsonContent(schema: object) {
  return { 'application/json': { schema } }
}

/** Converts a schema. OpenAPI 3.1 uses plain JSON Schema. */
function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
