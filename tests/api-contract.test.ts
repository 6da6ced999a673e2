import { describe, expect, it } from 'vitest'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import type { Access, Endpoint } from '#contract/core/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { getJwksEndpoint } from '#contract/people/better-auth-endpoints.ts'
import { pickOnePerKind, sampleCasesOnPostgres } from './support/proof-size.ts'
import { type Role, roles, startAppForSuite } from './support/test-app.ts'
import { buildRecordValues } from './support/test-content-module.ts'
import { describeOnEachDatabase } from './support/test-databases.ts'

const rolesByAccess: Record<Access, readonly Role[]> = { anyone: roles, signedIn: ['customer', 'admin'], admin: ['admin'] }

/** Endpoints of one kind refuse and read a body in the same way. */
const getEndpointKind = ({ method, access, body }: Endpoint) => [method, access, body !== undefined]

describeOnEachDatabase('the API contract', (database) => {
  const site = startAppForSuite(database)

  const send = (endpoint: Endpoint, as: Role, body?: unknown, id = 'no-such-id') =>
    site.request(endpoint.method, `/api${endpoint.path.replace(':id', id)}`, { as, body })

  // tests/access-control.test.ts expects each refusal and each 404 for an unknown id.
  for (const endpoint of pickOnePerKind(endpoints, getEndpointKind)) {
    const refusedRoles = roles.filter((role) => !rolesByAccess[endpoint.access].includes(role))
    it.each(refusedRoles)(`${endpoint.method} ${endpoint.path} refuses any body of %s`, async (role) => {
      for (const body of endpoint.body ? [{}, { nonsense: 1 }, [], 'text'] : [undefined]) {
        const reply = await send(endpoint, role, body)
        expect(reply.status).toBe(role === 'anonymous' ? 401 : 403)
        expect(reply.json()).toEqual({ error: expect.stringMatching(/\.$/) })
      }
    })
  }

  const endpointsWithBodyTests = sampleCasesOnPostgres(database, endpoints, (endpoint) => [
    ...getEndpointKind(endpoint),
    listRequiredFields(endpoint).length > 0,
    endpoint.raw !== undefined,
  ])
  for (const endpoint of endpoints) {
    const name = `${endpoint.method} ${endpoint.path}`
    for (const role of rolesByAccess[endpoint.access]) {
      if (endpoint.method === 'GET' && !endpoint.params) {
        it(`${name} answers ${role} in the declared shape`, async () => {
          const reply = await send(endpoint, role)
          // The site publishes keys only with a token sync.
          if (endpoint === getJwksEndpoint) return expect(reply.status).toBe(404)
          // A search call requires its query.
          if (endpoint.query?.safeParse({}).success === false) return expect(reply.status).toBe(400)
          expect(reply.status).toBe(endpoint.status)
          expect(endpoint.reply.safeParse(endpoint.file ? reply.text : reply.json()).success).toBe(true)
        })
      }
      if (!endpointsWithBodyTests.includes(endpoint)) continue
      if (endpoint.raw) {
        const { types, maxBytes } = endpoint.raw
        it(`${name} answers 413 and 415 to ${role} for long bodies and other types`, async () => {
          const sendBody = (type: string, payload: string) =>
            site.request(endpoint.method, `/api${endpoint.path}`, { as: role, payload, headers: { 'content-type': type } })
          expect((await sendBody('image/png', 'x')).status).toBe(415)
          expect((await sendBody(types[0] ?? '', 'x'.repeat(maxBytes + 1))).status).toBe(413)
        })
      }
      const fields = listRequiredFields(endpoint)
      if (endpoint.body && fields.length === 0) {
        it(`${name} requires no field, and answers ${role} with success or 404`, async () => {
          const reply = await send(endpoint, role, {})
          expect([endpoint.status, 404]).toContain(reply.status)
          // The call may have ended the session.
          await site.signIn(role)
          // The call added a copy record, and its kind allows only one.
          const copyKind = contentKinds.find((contentKind) => getReadAddAndUpdateEndpoints(contentKind).add === endpoint)
          if (!copyKind) return
          const { record } = reply.json() as { record: { _id: string } }
          expect((await site.request('DELETE', `/api/content/${copyKind.kind}/${record._id}`, { as: role })).status).toBe(200)
        })
      }
      if (endpoint.body && fields.length > 0) {
        it(`${name} answers ${role} with 400 and a sentence per field for an empty or wrong body`, async () => {
          const empty = await send(endpoint, role, {})
          expect(empty.status).toBe(400)
          expect(Object.keys((empty.json() as { fields: object }).fields).length).toBeGreaterThan(0)
          const wrong = await send(endpoint, role, { ...Object.fromEntries(fields.map((name) => [name, -7])), extra: 'x' })
          expect(wrong.status).toBe(400)
          const fieldErrors = (wrong.json() as { fields: Record<string, string> }).fields
          expect(Object.keys(fieldErrors)).toEqual(expect.arrayContaining([...fields, 'extra']))
          for (const sentence of Object.values(fieldErrors)) expect(sentence).toMatch(/\w/)
        })
        it(`${name} answers 400 to ${role} for a body that is a list, a text or null`, async () => {
          for (const body of [[], 'text', null]) expect((await send(endpoint, role, body)).status).toBe(400)
        })
      }
    }
  }

  const testedKinds = sampleCasesOnPostgres(database, contentKinds, ({ shape, api, fieldAliases }) => [
    shape,
    Object.keys(api),
    fieldAliases !== undefined,
  ])
  describe.each(testedKinds.map((contentKind) => ({ kind: contentKind.kind, contentKind })))(
    'the records of $kind',
    ({ contentKind }) => {
      const { list, one, add, update } = getReadAddAndUpdateEndpoints(contentKind)

      it('adds, reads and updates records with the exact alert texts', async () => {
        const recordValues = buildRecordValues(contentKind, 1)
        const addReply = await send(add, 'admin', recordValues)
        expect(addReply.status).toBe(201)
        const { message, record } = addReply.json() as { message: string; record: Record<string, string> }
        expect(message).toBe(contentKind.messages.added)
        expect(record).toMatchObject(recordValues)
        expect((await send(list, 'admin')).json()).toContainEqual(record)
        if (one) expect((await send(one, 'admin', undefined, record._id)).json()).toEqual(record)
        if (!update) return
        const updateReply = await send(update, 'admin', { ...record, ...buildRecordValues(contentKind, 2) }, record._id)
        const lastUpdateReply = contentKind.fieldAliases
          ? await send(update, 'admin', buildRecordValues(contentKind, 2), record._id)
          : updateReply
        expect(lastUpdateReply.status).toBe(200)
        expect(lastUpdateReply.json()).toMatchObject({
          message: contentKind.messages.updated,
          record: buildRecordValues(contentKind, 2),
        })
        expect(((await send(list, 'admin')).json() as object[]).length).toBe(1)
      })

      it(
        contentKind.shape === 'single'
          ? 'answers 409 to a second record'
          : 'lists the records in the order in which they were added',
        async () => {
          const second = await send(add, 'admin', buildRecordValues(contentKind, 3))
          const all = (await send(list, 'admin')).json() as Record<string, string>[]
          if (contentKind.shape === 'single') {
            expect(second.status).toBe(409)
            expect(all.length).toBe(1)
          } else {
            expect(second.status).toBe(201)
            expect(all.at(-1)).toEqual((second.json() as { record: unknown }).record)
          }
        },
      )

      it.runIf(update)('answers 404 to an update of an unknown id and stores nothing', async () => {
        if (!update) return
        const before = (await send(list, 'admin')).text
        expect((await send(update, 'admin', buildRecordValues(contentKind, 3))).status).toBe(404)
        expect((await send(list, 'admin')).text).toBe(before)
      })
    },
  )
})

/** Returns the fields that the schema reports for an empty body. */
function listRequiredFields({ body }: Endpoint): string[] {
  const result = body?.safeParse({})
  return [...new Set(result?.error?.issues.map(({ path }) => String(path[0])))]
}
