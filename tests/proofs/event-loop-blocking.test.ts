import { Agent, request as ask } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { Access } from '../../src/contract/core/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { loadRenderer } from '../../src/server/site/pages/renderer.ts'
import { listPageForms, type PageForm } from '../support/page-forms.ts'
import { sampleForDatabase } from '../support/proof-scope.ts'
import { buildRedosTexts } from '../support/redos-texts.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { adminEmail, customerEmail, getSessionCookie, type Role, roles, startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** How long one request may keep all others waiting, in ms of the thread that answers. */
const MAX_BLOCK_MS = 50
/** How often a request that took longer is sent once more; what holds everybody up takes longer each time. */
const MAX_RETRIES = 12
/** What counts is how long each of them held the thread, not how long all of them take beside others. */
const MANY_REQUESTS = { timeout: 120_000 }
const ID = '00000000-0000-4000-8000-000000000000'

/** A body may have 64 KB; of the rest Node takes 16 KB in all, and an address may be three times as long as its text. */
const [inBody, beside, stored, inHeader, inAddress] = [46_000, 600, 9_000, 12_000, 4_300].map(buildRedosTexts)
const kinds = Object.keys(buildRedosTexts(0))

const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'forwarded',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'user-agent',
  'x-client-address',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]
const VISITS = [
  'GET /',
  'GET /contact',
  'GET /api/banner',
  'GET /api/account',
  'GET /api/sessions',
  'GET /api/auth/get-session',
  'GET /favicon.svg',
  'GET /share/home.png',
  'GET /sitemap.xml',
  'GET /nothing',
  'POST /contact',
  'POST /api/sign-in',
  'POST /api/auth/sign-in/email',
]
/** What pages read from an address. */
const QUERY = ['from', 'token', 'error', 'page', 'search']

const { pages } = await loadRenderer()
const withBody = endpoints.filter(({ body }) => body)
const minimumRole: Record<Access, Role> = { anyone: 'anonymous', signedIn: 'customer', admin: 'admin' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

describeOnEachDatabase('the event loop is not held by hostile text', (database) => {
  const agent = new Agent({ keepAlive: true })
  let site: TestApp
  let port: number
  let cookies: Record<Role, string>
  let forms: PageForm[]
  beforeAll(async () => {
    site = await startApp({ ...(await database.environment()), SEED: 'demo', TRUST_PROXY: 'loopback' })
    await site.app.server.listen({ port: 0, host: '127.0.0.1' })
    port = (site.app.server.server.address() as { port: number }).port
    cookies = {
      anonymous: '',
      customer: await getSessionCookie(site, customerEmail),
      admin: await getSessionCookie(site, adminEmail),
    }
    // Each page is loaded and compiled when it is first asked for, which no text does.
    forms = await listPageForms(site)
  })
  afterAll(async () => {
    agent.destroy()
    await site.close()
  })

  /**
   * The longest turn of the event loop while a request is made and answered, ours for sending it included: how long all
   * others wait. In the thread's own time, so that a busy machine changes little.
   */
  async function cost(name: string, work: () => Promise<number>): Promise<number> {
    let longest = 0
    let before = process.threadCpuUsage()
    let isOver = false
    function measureTurn() {
      const { user, system } = process.threadCpuUsage(before)
      longest = Math.max(longest, user + system)
      before = process.threadCpuUsage()
      if (!isOver) setImmediate(measureTurn)
    }
    setImmediate(measureTurn)
    const status = await work()
    isOver = true
    measureTurn()
    // Neither a fault of ours, nor refused by Node before we saw it.
    expect(status < 500 && status !== 431, `${name} is answered with ${status}`).toBe(true)
    return longest / 1000
  }

  async function expectQuick(name: string, work: () => Promise<number>): Promise<void> {
    let ms = await cost(name, work)
    // Garbage is collected in some request or other, and a core may be slow for a moment; what a text does it does again.
    for (let again = 0; ms > MAX_BLOCK_MS && again < MAX_RETRIES; again++) ms = Math.min(ms, await cost(name, work))
    if (ms > MAX_BLOCK_MS) expect.fail(`${name} took ${Math.round(ms)} ms`)
  }

  const post = (path: string, body: unknown) => async () => (await site.request('POST', path, { body })).status

  /** Over a real connection, so that Node's own limits hold and kept documents come by their short way. */
  const send = (visit: string, headers: Record<string, string>) => () =>
    new Promise<number>((resolve, reject) => {
      const [method, path] = visit.split(' ')
      const requestHeaders = { ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers }
      ask({ host: '127.0.0.1', port, agent, method, path, headers: requestHeaders, maxHeaderSize: 64 * 1024 }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
        .on('error', reject)
        .end(method === 'POST' ? Buffer.from('{}') : undefined)
    })

  it('in any field of a call', MANY_REQUESTS, async () => {
    const calls = sampleForDatabase(database, withBody, ({ method, access, body }) => [method, access, listFields(body).length])
    for (const [nth, { method, path, access, body }] of calls.entries()) {
      const url = `/api${path.replace(':id', ID)}`
      const call = (as: Role, requestHeaders: object) => async () =>
        (await site.request(method, url, { as, body: requestHeaders })).status
      const names = [...listFields(body), 'another']
      for (const [index, kind] of kinds.entries()) {
        const most = names[(nth + index) % names.length] ?? ''
        const name = `${method} ${url} with ${kind}, most of it as ${most}`
        await expectQuick(name, call(minimumRole[access], buildFilledBody(names, most, kind)))
      }
      for (const [index, as] of roles.entries()) {
        const kind = kinds[(nth * roles.length + index) % kinds.length] ?? ''
        await expectQuick(`${method} ${url} with ${kind} as a name by ${as}`, call(as, { [inBody?.[kind] ?? '']: 1 }))
      }
    }
  })

  it('in any field of a form', MANY_REQUESTS, async () => {
    expect(forms.length).toBeGreaterThan(30)
    let next = 0
    for (const { role, path, hidden, fieldNames: names } of sampleForDatabase(database, forms, (form) => [
      form.role,
      form.fieldNames.length,
    ])) {
      for (const most of names) {
        const kind = kinds[next++ % kinds.length] ?? ''
        const shown = names.filter((name) => name === most || !(name in hidden))
        const payload = new URLSearchParams({ ...hidden, ...buildFilledBody(shown, most, kind) }).toString().slice(0, 64_000)
        const post = async () => (await site.request('POST', path, { as: role, payload, headers: FORM })).status
        await expectQuick(`${path} with ${kind}, most of it as ${most} by ${role}`, post)
      }
    }
  })

  it('as a body', MANY_REQUESTS, async () => {
    const part = 'content-disposition: form-data; name="'
    const bodies = Object.entries({
      ...inBody,
      'open brackets': '['.repeat(60_000),
      'nested brackets': '['.repeat(30_000) + ']'.repeat(30_000),
      'many members': JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`a${nth}`, '']))),
      'many fields': 'a=1&'.repeat(15_000),
      'many parts': `--a\r\n${part}a"\r\n\r\n\r\n`.repeat(1_000),
      'many boundaries': '--a\r\n'.repeat(10_000),
      ...Object.fromEntries(kinds.map((kind) => [`a part with ${kind}`, `--a\r\n${part}${inBody?.[kind]}"\r\n\r\n\r\n--a--`])),
    })
    const places = [
      ['/api/add-message', 'application/json'],
      ['/api/auth/sign-in/email', 'application/json'],
      ['/contact', FORM['content-type']],
      ['/contact', 'multipart/form-data; boundary=a'],
    ] as const
    for (const [kind, payload] of bodies) {
      for (const [path, type] of places) {
        const post = async () => (await site.request('POST', path, { payload, headers: { 'content-type': type } })).status
        await expectQuick(`${path} with ${kind} as ${type}`, post)
      }
    }
  })

  it('in an address', MANY_REQUESTS, async () => {
    const calls = endpoints.filter(({ query }) => query).map(({ path, query }) => [`/api${path}`, listFields(query)] as const)
    let next = 0
    const some = pages.map(({ path }, nth) => [path, QUERY.filter((_, index) => (index + nth) % 2 === 0)] as const)
    for (const [path, names] of [...calls, ...some]) {
      for (const name of names) {
        const kind = kinds[next++ % kinds.length] ?? ''
        const address = `${path.replace(':id', ID)}?${name}=${toUrlValue(kind)}`
        await expectQuick(`${path} with ${kind} as ${name}`, send(`GET ${address}`, { cookie: cookies.admin }))
      }
    }
    for (const kind of kinds) {
      for (const path of ['/', '/service/', '/api/', '/api/banner/', '/share/', '/assets/', '/order-now/', '/view/']) {
        const text = next++ % 2 === 0 ? toUrlValue(kind) : toHeaderValue(kind).replaceAll(/[^\x21-\x7e]/g, '')
        await expectQuick(`${path} with ${kind}`, send(`GET ${path}${text}`, { cookie: cookies.customer }))
      }
    }
  })

  it('in a header', MANY_REQUESTS, async () => {
    let next = 0
    for (const header of HEADERS) {
      for (const kind of kinds) {
        const role = roles[next % roles.length] ?? 'anonymous'
        const visit = VISITS[next++ % VISITS.length] ?? ''
        const cookie = cookies[role]
        const text = toHeaderValue(kind)
        const headers = header === 'cookie' ? { cookie: `${text}; ${cookie}; ${text.slice(0, 500)}` } : { cookie, [header]: text }
        await expectQuick(`${visit} with ${kind} as ${header} by ${role}`, send(visit, headers))
      }
    }
  })

  it('that visitors have left behind', MANY_REQUESTS, async () => {
    const [customer, admin] = [await getSessionCookie(site, customerEmail), await getSessionCookie(site, adminEmail)]
    const database = await openSiteDatabase(site.environment)
    await database.addSessions(customerEmail, 45, toHeaderValue('one digit'))
    await database.close()
    for (const [index, kind] of kinds.entries()) {
      const text = stored?.[kind]
      const message = { name: text, number: text, subject: text, message: text, email: index % 2 === 0 ? 'a@example.com' : '' }
      await expectQuick(`a message with ${kind}`, post('/api/add-message', message))
    }
    const visits = [
      ...['/api/sessions', '/account'].map((path) => ({ path, cookie: customer })),
      ...['/api/messages', '/all-messages', '/all-messages?search=a'].map((path) => ({ path, cookie: admin })),
    ]
    for (const { path, cookie } of visits) {
      const visit = send(`GET ${path}`, { cookie })
      expect([path, await visit()]).toEqual([path, 200])
      await expectQuick(path, visit)
    }
  })
})

/** Every field of a body filled, the one that is named `most` with nearly all that a body may hold. */
function buildFilledBody(names: readonly string[], most: string, kind: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, (name === most ? inBody : beside)?.[kind] ?? '']))
}

function listFields(schema: z.ZodMiniType | undefined): string[] {
  return schema && 'shape' in schema ? Object.keys(schema.shape as object) : []
}

/** As a header can carry it. */
function toHeaderValue(kind: string): string {
  return Buffer.from(inHeader?.[kind] ?? '')
    .toString('latin1')
    .replaceAll(/[\r\n]/g, ' ')
}

/** As an address can carry it. */
function toUrlValue(kind: string): string {
  return encodeURIComponent((inAddress?.[kind] ?? '').toWellFormed())
}
