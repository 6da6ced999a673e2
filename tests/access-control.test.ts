import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadRenderer } from '../src/server/site/pages/renderer.ts'
import {
  type Actor,
  actors,
  buildUrlVariants,
  type ExpectedStatuses,
  findExpectedStatuses,
  getExpectedPageStatuses,
  getExpectedStatus,
  sessionEndingCalls,
} from './support/access-matrix.ts'
import { pickOnePerKind, runsFullProofs, sampleCasesOnPostgres } from './support/proof-size.ts'
import { requestExactUrl } from './support/raw-request.ts'
import { makeAdmin, registerAccount } from './support/test-accounts.ts'
import { adminEmail, getSessionCookie, startApp, type TestApp } from './support/test-app.ts'
import { describeOnEachDatabase } from './support/test-databases.ts'

const { pages } = await loadRenderer()
const UNUSED_ID = '00000000-0000-4000-8000-000000000000'
const FORM = 'application/x-www-form-urlencoded'
const SITE_ORIGIN = 'http://127.0.0.1:3000'

const emails: Record<Exclude<Actor, 'anonymous'>, string> = {
  customerA: 'canary-a@example.com',
  customerB: 'canary-b@example.com',
  admin: adminEmail,
  former: 'canary-former@example.com',
}
/** The email of an admin who makes no request. Only admins may see it. */
const silentAdminEmail = 'canary-hidden@example.com'

describeOnEachDatabase('access control', (database) => {
  let site: TestApp
  let port: number
  const cookies: Partial<Record<Actor, string>> = {}
  /** Every reply that each person received. */
  const repliesByActor: Record<Actor, string[]> = { anonymous: [], customerA: [], customerB: [], admin: [], former: [] }

  beforeAll(async () => {
    site = await startApp({ ...(await database.environment()), SEED: 'demo' })
    for (const person of ['customerA', 'customerB', 'former'] as const)
      cookies[person] = await registerAccount(site, emails[person])
    await makeAdmin(site, silentAdminEmail)
    const { _id } = await makeAdmin(site, emails.former)
    expect((await send('former', 'GET', '/setting')).status).toBe(200)
    const customerRole = { userEmail: emails.former, userRole: 'Customer' }
    expect((await site.request('PUT', `/api/upadete-users/${_id}`, { as: 'admin', body: customerRole })).status).toBe(200)
    cookies.admin = await getSessionCookie(site, emails.admin)
    await site.app.server.listen({ port: 0, host: '127.0.0.1' })
    port = (site.app.server.server.address() as AddressInfo).port
  })
  afterAll(() => site.close())

  function buildRequestOptions(person: Actor, method: string, url: string) {
    const cookie = cookies[person]
    const isWrite = !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)
    const type = url.startsWith('/api') ? 'application/json' : FORM
    return {
      headers: { ...(isWrite && { 'content-type': type, origin: SITE_ORIGIN }), ...(cookie && { cookie }) },
      ...(isWrite && { payload: type === FORM ? '' : '{}' }),
    }
  }

  async function send(person: Actor, method: string, url: string) {
    const reply = await site.request(method, url, buildRequestOptions(person, method, url))
    repliesByActor[person].push(reply.text, JSON.stringify(reply.headers))
    return reply
  }

  async function sendExactUrl(person: Actor, method: string, target: string) {
    const reply = await requestExactUrl(port, method, target, buildRequestOptions(person, method, target))
    repliesByActor[person].push(reply.text, JSON.stringify(reply.headers))
    return reply
  }

  /** Logs a person in again if the last call ended their session. */
  async function logInAgainIfNeeded(person: Actor): Promise<void> {
    if (person === 'anonymous' || (await send(person, 'GET', '/api/account')).status === 200) return
    cookies[person] = await getSessionCookie(site, emails[person])
  }

  const fillParameters = (url: string) => url.replace(/:(id|orderId|token|slug)/, UNUSED_ID)

  async function expectCells(method: string, url: string, row: ExpectedStatuses | undefined, endsSession = false) {
    if (!row) throw new Error(`${method} ${url} has no row in the access table`)
    for (const person of actors) {
      const { status } = await send(person, method, fillParameters(url))
      expect([method, url, person, status]).toEqual([method, url, person, getExpectedStatus(row, person)])
      if (endsSession) await logInAgainIfNeeded(person)
    }
  }

  it('answers each role with the expected status on every route', async () => {
    expect(site.app.routes.length).toBeGreaterThan(200)
    for (const { method, url } of site.app.routes) {
      // The suites below cover pages.
      if (url === '/*' || pages.some(({ path }) => path === url)) continue
      await expectCells(method, url, findExpectedStatuses(method, url), sessionEndingCalls.includes(`${method} ${url}`))
    }
  })

  const kindOfPage = ({ path, access, kind }: (typeof pages)[number]) => [access, kind, path.includes(':')]
  const sample = pickOnePerKind(pages, kindOfPage)
  describe.each(sampleCasesOnPostgres(database, pages, kindOfPage))('the page $path', (page) => {
    const { path } = page
    const row = getExpectedPageStatuses(page, path.includes(':') ? 404 : 200)

    it('opens for the roles that may see it, and gives other roles the reason', async () => {
      await expectCells('GET', path, row)
      if (runsFullProofs || sample.includes(page)) await expectCells('HEAD', path, row)
      if (page.access === 'anyone') return
      const visitorReply = await send('anonymous', 'GET', fillParameters(path))
      expect(visitorReply.headers.location).toBe(`/login?from=${encodeURIComponent(fillParameters(path))}`)
      if (page.access === 'admin')
        expect((await send('customerA', 'GET', fillParameters(path))).text).toContain('You don&#x27;t have any permission')
    })

    it('rejects forms from viewers who may not see it', async () => {
      for (const person of actors) {
        const { status, headers } = await send(person, 'POST', fillParameters(path))
        const expectedStatus = getExpectedStatus(row, person)
        const isGuarded = page.access !== 'anyone'
        if (status === 405) continue
        if (isGuarded && expectedStatus === 302)
          expect([person, status, String(headers.location).split('?')[0]]).toEqual([person, 302, '/login'])
        // The page may refuse an unknown form before it looks for the record.
        else if (isGuarded && expectedStatus === 404) expect([person, [400, 404].includes(status)]).toEqual([person, true])
        else if (isGuarded && expectedStatus >= 400) expect([person, status]).toEqual([person, expectedStatus])
        else expect([person, status < 500]).toEqual([person, true])
        await logInAgainIfNeeded(person)
      }
    })
  })

  /** Lists pages, and calls that don't end a session. */
  function listRoutesUnderTest(): readonly RouteUnderTest[] {
    const calls = site.app.routes.filter(
      ({ method, url }) => /^(GET|POST|PUT|DELETE)$/.test(method) && url.startsWith('/api/') && !/\*$|docs/.test(url),
    )
    const all = [
      ...calls.map(({ method, url }) => ({ method, url, row: findExpectedStatuses(method, url) })),
      ...pages.map((page) => ({ method: 'GET', url: page.path, row: getExpectedPageStatuses(page, 200) })),
    ].filter(({ method, url }) => !sessionEndingCalls.includes(`${method} ${url}`))
    // The server normalizes a URL before it looks at session, record or database.
    return runsFullProofs ? all : pickOnePerKind(all, describeRouteKind)
  }

  it.each(sampleCasesOnPostgres(database, ['anonymous', 'customerA', 'former'] as const, () => 'a person without the right'))(
    'gives %s no other access for another spelling of a URL',
    { timeout: 120_000 },
    async (person) => {
      expect(listRoutesUnderTest().length).toBeGreaterThan(20)
      for (const { method, url } of listRoutesUnderTest()) {
        const usualStatus = (await send(person, method, fillParameters(url))).status
        // A variant may reach a route that reads a form instead of JSON.
        const asForm = buildRequestOptions(person, method, '/')
        const usualFormStatus = method === 'GET' ? usualStatus : (await site.request(method, fillParameters(url), asForm)).status
        const harmless = [400, 404, ...(method === 'GET' ? [] : [405, 415]), usualStatus, usualFormStatus]
        const outcomes = buildUrlVariants(fillParameters(url)).map(async (spelling) => {
          const { status, headers } = await sendExactUrl(person, method, spelling)
          const redirectsHere = status === 301 && headers.location?.toLowerCase() === fillParameters(url).toLowerCase()
          return [method, spelling, redirectsHere ? usualStatus : status]
        })
        // A variant finds nothing, answers as the URL itself does, or redirects to it.
        expect((await Promise.all(outcomes)).filter(([, , status]) => !harmless.includes(status as number))).toEqual([])
      }
    },
  )

  it('keeps private data of a person out of every reply to others', async () => {
    const users = (await send('admin', 'GET', '/api/users')).json() as { _id: string; userEmail: string }[]
    expect(users.map(({ userEmail }) => userEmail)).toEqual(expect.arrayContaining([silentAdminEmail, emails.former]))
    for (const { _id, userEmail } of users) {
      for (const person of ['customerA', 'customerB', 'former'] as const) {
        const isOwn = userEmail === emails[person]
        expect([person, userEmail, (await send(person, 'GET', `/api/users/${_id}`)).status]).toEqual([
          person,
          userEmail,
          isOwn ? 200 : 404,
        ])
      }
    }
    const [mine] = (await send('customerB', 'GET', '/api/sessions')).json() as { _id: string }[]
    await site.request('POST', '/api/end-session', {
      headers: { cookie: cookies.customerA ?? '', origin: SITE_ORIGIN },
      body: { id: mine?._id },
    })
    expect((await send('customerB', 'GET', '/api/account')).status).toBe(200)
    for (const person of actors) {
      const strangers = [...Object.values(emails), silentAdminEmail].filter(
        (email) => person !== 'admin' && (person === 'anonymous' || email !== emails[person]),
      )
      const all = repliesByActor[person].join('\n')
      expect(all.length).toBeGreaterThan(100_000)
      for (const email of strangers) expect([person, email, all.includes(email)]).toEqual([person, email, false])
    }
  })
})

type RouteUnderTest = { method: string; url: string; row: ExpectedStatuses | undefined }

/** Routes of one kind share method, depth, the presence of parameters, and expected statuses. */
function describeRouteKind({ method, url, row }: RouteUnderTest) {
  return [method, url.split('/').length, url.includes(':'), row]
}
