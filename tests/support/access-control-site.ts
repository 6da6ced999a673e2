import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import {
  type Actor,
  actors,
  type ExpectedStatuses,
  findExpectedStatuses,
  getExpectedPageStatuses,
  getExpectedStatus,
  sessionEndingCalls,
} from './access-matrix.ts'
import { type DeclaredPage, declaredPages, fillParameters } from './declared-pages.ts'
import { requestExactUrl } from './raw-request.ts'
import { makeAdmin, registerAccount } from './test-accounts.ts'
import { adminEmail, getSessionCookie, startApp } from './test-app.ts'
import type { TestDatabase } from './test-databases.ts'

export type Route = { method: string; url: string; expected: ExpectedStatuses | undefined }

const FORM = 'application/x-www-form-urlencoded'
const SITE_ORIGIN = 'http://127.0.0.1:3000'

const emailsByActor: Record<Exclude<Actor, 'anonymous'>, string> = {
  customerA: 'canary-a@example.com',
  customerB: 'canary-b@example.com',
  admin: adminEmail,
  former: 'canary-former@example.com',
}
/** The email of an admin who makes no request. Only admins may see it. */
const silentAdminEmail = 'canary-hidden@example.com'

/** Starts a site on which each role tries calls and pages. */
export async function startAccessControlSite(database: TestDatabase) {
  const site = await startApp({ ...(await database.environment()), SEED: 'demo' })
  const cookies: Partial<Record<Actor, string>> = {}
  /** Every reply that each person received. */
  const repliesByActor: Record<Actor, string[]> = { anonymous: [], customerA: [], customerB: [], admin: [], former: [] }

  for (const person of ['customerA', 'customerB', 'former'] as const)
    cookies[person] = await registerAccount(site, emailsByActor[person])
  await makeAdmin(site, silentAdminEmail)
  const { _id } = await makeAdmin(site, emailsByActor.former)
  expect((await send('former', 'GET', '/setting')).status).toBe(200)
  const customerRole = { userEmail: emailsByActor.former, userRole: 'Customer' }
  expect((await site.request('PUT', `/api/upadete-users/${_id}`, { as: 'admin', body: customerRole })).status).toBe(200)
  cookies.admin = await getSessionCookie(site, emailsByActor.admin)
  await site.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = site.app.server.server.address() as AddressInfo

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
    cookies[person] = await getSessionCookie(site, emailsByActor[person])
  }

  /** Lists all routes except pages. */
  function listRoutes(): Route[] {
    const routes = site.app.routes.filter(({ url }) => url !== '/*' && !declaredPages.some(({ path }) => path === url))
    expect(routes.length).toBeGreaterThan(200)
    return routes.map(({ method, url }) => ({ method, url, expected: findExpectedStatuses(method, url) }))
  }

  async function expectRouteAccess({ method, url, expected }: Route): Promise<void> {
    if (!expected) throw new Error(`${method} ${url} has no row in the access table`)
    for (const person of actors) {
      const { status } = await send(person, method, fillParameters(url))
      expect([method, url, person, status]).toEqual([method, url, person, getExpectedStatus(expected, person)])
      if (sessionEndingCalls.includes(`${method} ${url}`)) await logInAgainIfNeeded(person)
    }
  }

  /** Expects that a page opens for the roles that may see it, and gives other roles the reason. */
  async function expectPageAccess(page: DeclaredPage): Promise<void> {
    const path = fillParameters(page.path)
    for (const method of ['GET', 'HEAD'])
      await expectRouteAccess({ method, url: page.path, expected: getExpectedStatusesForUnknownId(page) })
    if (page.access === 'anyone') return
    expect((await send('anonymous', 'GET', path)).headers.location).toBe(`/login?from=${encodeURIComponent(path)}`)
    if (page.access !== 'admin') return
    const { text } = await send('customerA', 'GET', path)
    expect(text).toContain('You don&#x27;t have any permission')
    expect(text).toMatch(/<a [^>]*href="\/dashboard"[^>]*>Go to your dashboard</)
  }

  /** Expects that a page rejects a form from the roles that may not see it. */
  async function expectFormsRejected(page: DeclaredPage): Promise<void> {
    for (const person of actors) {
      const { status, headers } = await send(person, 'POST', fillParameters(page.path))
      const expectedStatus = getExpectedStatus(getExpectedStatusesForUnknownId(page), person)
      const isGuarded = page.access !== 'anyone'
      // The page takes no form, or none from this person.
      if (status === 405) continue
      // The page where payment providers send people back takes no form of theirs. They load it, and its guard decides.
      if (status === 303 && headers.location === fillParameters(page.path)) continue
      if (isGuarded && expectedStatus === 302)
        expect([person, status, String(headers.location).split('?')[0]]).toEqual([person, 302, '/login'])
      // The page may refuse an unknown form before it looks for the record.
      else if (isGuarded && expectedStatus === 404) expect([person, [400, 404].includes(status)]).toEqual([person, true])
      else if (isGuarded && expectedStatus >= 400) expect([person, status]).toEqual([person, expectedStatus])
      else expect([person, status < 500]).toEqual([person, true])
      await logInAgainIfNeeded(person)
    }
  }

  /** Expects no email of another person in any reply so far. */
  async function expectNoEmailsOfOthers(): Promise<void> {
    const users = (await send('admin', 'GET', '/api/users')).json() as { _id: string; userEmail: string }[]
    expect(users.map(({ userEmail }) => userEmail)).toEqual(expect.arrayContaining([silentAdminEmail, emailsByActor.former]))
    for (const { _id, userEmail } of users) {
      for (const person of ['customerA', 'customerB', 'former'] as const) {
        const { status } = await send(person, 'GET', `/api/users/${_id}`)
        expect([person, userEmail, status]).toEqual([person, userEmail, userEmail === emailsByActor[person] ? 200 : 404])
      }
    }
    for (const person of actors) {
      const strangers = [...Object.values(emailsByActor), silentAdminEmail].filter(
        (email) => person !== 'admin' && (person === 'anonymous' || email !== emailsByActor[person]),
      )
      const all = repliesByActor[person].join('\n')
      expect(all.length).toBeGreaterThan(100_000)
      for (const email of strangers) expect([person, email, all.includes(email)]).toEqual([person, email, false])
    }
  }

  /** Expects that one customer can't end the session of another. */
  async function expectSessionsOfOthersStay(): Promise<void> {
    const [mine] = (await send('customerB', 'GET', '/api/sessions')).json() as { _id: string }[]
    const headers = { cookie: cookies.customerA ?? '', origin: SITE_ORIGIN }
    expect(mine).toBeDefined()
    const { status } = await site.request('POST', '/api/end-session', { headers, body: { id: mine?._id } })
    expect(status).toBe(404)
    expect((await send('customerB', 'GET', '/api/account')).status).toBe(200)
  }

  return {
    close: site.close,
    request: site.request,
    buildRequestOptions,
    send,
    sendExactUrl,
    listRoutes,
    expectRouteAccess,
    expectPageAccess,
    expectFormsRejected,
    expectNoEmailsOfOthers,
    expectSessionsOfOthersStay,
  }
}

function getExpectedStatusesForUnknownId(page: DeclaredPage): ExpectedStatuses {
  return getExpectedPageStatuses(page, page.path.includes(':') ? 404 : 200)
}

/** Routes of one kind share method, depth, the presence of parameters, and expected statuses. */
export function getRouteKind({ method, url, expected }: Route): unknown[] {
  return [method, url.split('/').length, url.includes(':'), expected]
}
