import * as z from 'zod/mini'
import { type Access, type Endpoint, FILE_PART, isText, type UploadBody } from '../../../contract/grammar/endpoint.ts'
import { TOTAL_HEADER } from '../../../contract/grammar/paging.ts'
import { errorReply } from '../../../contract/grammar/reply.ts'
import { sizeOf } from './request-body.ts'

/** The OpenAPI document of the calls below `/api` (specification 3.1.1), read off their declarations. */
export function openApiDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Rankstead', description: 'Every call of the product.', version: '1' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      parameters: { IdempotencyKey: KEY },
      responses: {
        Refused: { description: 'One sentence, and one for each field at fault.', content: json(schemaOf(errorReply, 'output')) },
      },
    },
  }
}

const WHO: Record<Access, string> = {
  anyone: 'For anyone.',
  signedIn: 'For whoever is logged in.',
  admin: 'For admins.',
}
const RECENTLY = 'Asks for the password again where the log-in is not recent.'

function operationOf(endpoint: Endpoint): object {
  const { summary, tag, access, recent, once, params, query, status } = endpoint
  const parameters = [...parametersIn('path', params), ...parametersIn('query', query), ...(once ? [KEY_REF] : [])]
  return {
    summary,
    description: recent ? `${WHO[access]} ${RECENTLY}` : WHO[access],
    tags: [tag],
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(endpoint),
    responses: { [status]: replyOf(endpoint), '4XX': REFUSED, 503: REFUSED },
  }
}

const KEY_REF = { $ref: '#/components/parameters/IdempotencyKey' }
const KEY = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description:
    'Another one for each thing to be made, in quotes: "8e03978e-40d5-43dd-bc93-6894a57f9324". Sent again within 24 hours, the ' +
    'same request is answered as it was the first time and makes nothing twice; another request with this key is refused (422).',
  schema: { type: 'string' },
}
const REFUSED = { $ref: '#/components/responses/Refused' }

const TEXT = { type: 'string' }
const BYTES = { type: 'string', format: 'binary' }

function bodyOf({ body, raw, upload, versioned }: Endpoint): object {
  if (upload) return { requestBody: { required: true, description: `At most ${sizeOf(upload)}.`, content: formOf(upload) } }
  if (body)
    return {
      requestBody: { required: true, content: json(versioned ? withSeen(schemaOf(body, 'input')) : schemaOf(body, 'input')) },
    }
  if (!raw) return {}
  const content = Object.fromEntries(raw.types.map((type) => [type, { schema: BYTES }]))
  return { requestBody: { required: true, description: `At most ${sizeOf(raw)}.`, content } }
}

function formOf({ fields }: UploadBody) {
  const { properties, required = [] } = schemaOf(fields, 'input')
  const schema = { type: 'object', properties: { ...properties, [FILE_PART]: BYTES }, required: [...required, FILE_PART] }
  return { 'multipart/form-data': { schema } }
}

const SEEN = {
  _version: {
    type: 'integer',
    description: 'As the record came. Where it has another by now the call is refused (409), and the reply holds the record.',
  },
  _draft: { type: 'integer', description: 'The same of a drafted record, with draft=1.' },
}

function withSeen(schema: { properties?: object }): object {
  return schema.properties ? { ...schema, properties: { ...schema.properties, ...SEEN } } : schema
}

function replyOf({ status, file, paged, reply }: Endpoint): object {
  if (status === 302) return { description: 'The browser is sent on.', headers: header('location', { type: 'string' }) }
  if (file) return { description: 'A file.', content: { [file.type]: { schema: isText(file) ? TEXT : BYTES } } }
  const total = paged && { headers: header(TOTAL_HEADER, { type: 'integer' }) }
  return { description: 'Success.', ...total, content: json(schemaOf(reply, 'output')) }
}

function parametersIn(place: 'path' | 'query', schema: z.ZodMiniType | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, one]) => ({ in: place, name, required: required.includes(name), schema: one }))
}

function header(name: string, schema: object) {
  return { [name]: { schema } }
}

function json(schema: object) {
  return { 'application/json': { schema } }
}

/** OpenAPI 3.1 takes JSON Schema as it is. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
