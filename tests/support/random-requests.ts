import fc, { type Arbitrary } from 'fast-check'
import { contentKinds } from '#contract/content-kinds.ts'
import { idempotentCalls } from './idempotent-calls.ts'
import { type Role, roles } from './test-app.ts'
import { buildRecordValues } from './test-content-module.ts'

/** The parts of an OpenAPI JSON Schema that generate values. */
type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}
type Parameter = { in: string; name: string; schema: Schema } | { $ref: string }
export type OpenApiOperation = {
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** A request for several sites. It names the nth record of a kind, because ids differ between sites. */
export type RandomRequest = {
  as: Role
  /** The kind of record in the path. */
  kind: string
  params: Record<string, { nth: number } | { text: string }>
  query: Record<string, string | undefined>
  body: unknown
  /** The content type of the body: JSON, or another type with bytes. */
  type: string
}

const UNUSUAL_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '499.50',
  '99999999999999999999',
  'Basic',
  'Admin',
  'person@example.com',
  'https://example.com/a',
  'javascript:alert(1)',
  '/path',
  '//evil.example',
  '..',
  '%00',
  '\u0000',
  '\ud800',
  "' or 1=1 --",
  '"}',
  '<script>',
  '=1+1',
  '__proto__',
  'null',
  '2026-02-30',
  '2026-11-22T10:00:00Z',
  '01.02.03.04',
  '\u202etxt',
  'é'.normalize('NFD'),
  'x'.repeat(10_001),
]

const text = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...UNUSUAL_TEXTS) }, fc.string({ unit: 'grapheme' }), fc.string())
const number = fc.oneof(fc.integer({ min: -2, max: 200 }), fc.integer(), fc.double(), fc.maxSafeInteger())
// fast-check's own generator also makes keys such as `__proto__`.
const anyJson = fc.jsonValue({ maxDepth: 2 })

/** Generates values that match the schema, and some that don't. */
function valuesForSchema(schema: Schema): Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: validValuesForSchema(schema) }, { weight: 1, arbitrary: anyJson })
}

function validValuesForSchema(schema: Schema): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(validValuesForSchema))
  switch (schema.type) {
    case 'string':
      return text
    case 'integer':
    case 'number':
      return number
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(valuesForSchema(schema.items ?? {}), { maxLength: 4 })
    case 'object':
      return objectsForSchema(schema)
    default:
      return anyJson
  }
}

function objectsForSchema({ properties = {}, required = [], additionalProperties }: Schema): Arbitrary<object> {
  const knownValues = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valuesForSchema(one)]))
  const record = fc.record(knownValues, { requiredKeys: required.filter((name) => name in knownValues) })
  if (typeof additionalProperties !== 'object') return record
  return fc
    .tuple(record, fc.dictionary(text, valuesForSchema(additionalProperties), { maxKeys: 3 }))
    .map(([a, b]) => ({ ...b, ...a }))
}

/** Valid bodies by path. Bodies made from the schema alone seldom pass the checks. */
const validBodies = new Map<string, object>([
  ...idempotentCalls
    .filter(({ body }) => !(body instanceof FormData))
    .map(({ path, body }) => [path.slice('/api'.length), body] as const),
  ...contentKinds.map(
    (contentKind) => [`${contentKind.api.update}`.replace(':id', '{id}'), buildRecordValues(contentKind)] as const,
  ),
])

/** Generates valid bodies, valid bodies with changed fields, bodies from the schema, and random JSON. */
function bodiesForSchema(schema: Schema, known: object | undefined): Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {}).map(([name, one]) => fc.record({ [name]: valuesForSchema(one) }))
  const fields = fc.oneof(fc.constant({}), ...properties)
  const changed = fc.tuple(fields, fields).map(([one, two]) => ({ ...known, ...one, ...two }))
  return fc.oneof(
    { weight: 2, arbitrary: known ? fc.constant(known) : validValuesForSchema(schema) },
    { weight: 4, arbitrary: changed },
    { weight: 2, arbitrary: valuesForSchema(schema) },
    { weight: 1, arbitrary: anyJson },
  )
}

/** Generates requests for one OpenAPI operation. `kinds` names the kinds that have records. */
export function buildRandomRequests(
  path: string,
  operation: OpenApiOperation,
  kinds: readonly string[],
): Arbitrary<RandomRequest> {
  const [type = 'application/json', { schema = {} } = {}] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const [tag = ''] = operation.tags
  const parameters = (operation.parameters ?? []).filter((one) => 'in' in one)
  const isJson = type === 'application/json'
  const param = fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: 2 }).map((nth) => ({ nth })) },
    { weight: 1, arbitrary: text.filter((one) => one !== '').map((one) => ({ text: one })) },
  )
  const pathParameters = parameters.filter((one) => one.in === 'path').map(({ name }) => [name, param] as const)
  const queryParameters = parameters
    .filter((one) => one.in === 'query')
    .map(
      ({ name, schema: one }) =>
        [name, valuesForSchema(one).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))] as const,
    )
  return fc.record({
    as: fc.oneof({ weight: 4, arbitrary: fc.constant<Role>('admin') }, { weight: 1, arbitrary: fc.constantFrom(...roles) }),
    kind: kinds.includes(tag) ? fc.constant(tag) : fc.constantFrom(...kinds),
    params: fc.record(Object.fromEntries(pathParameters)),
    query: fc.record(Object.fromEntries(queryParameters), { requiredKeys: [] }),
    body: !operation.requestBody ? fc.constant(undefined) : isJson ? bodiesForSchema(schema, validBodies.get(path)) : text,
    type: fc.constant(type),
  })
}
