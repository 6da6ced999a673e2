import { Agent, request as sendHttpRequest } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { Access } from '#contract/core/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { loadPageRenderer } from '#server/site/pages/load-page-renderer.ts'
import { listPageForms, type PageForm } from '../support/collect-page-forms.ts'
import { measureLongestTurn } from '../support/measure-time.ts'
import { sampleCasesOnPostgres } from '../support/proof-size.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { adminEmail, customerEmail, getSessionCookie, type Role, roles, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** How long one request may block the event loop, in ms of the thread's CPU time. A slow machine may need more: see `MAX_LARGE_PAGES`. */
const MAX_BLOCK_MS = 50
/** A page with many forms. Rendering it takes about 20 ms. */
const LARGE_PAGE = '/edit-deliverable-templates'
/** A hostile text may cost this many times as much as rendering the large page. */
const MAX_LARGE_PAGES = 2.5
/** How often a slow request is repeated. A request that really blocks is slow every time. */
const MAX_RETRIES = 12
const ID = '00000000-0000-4000-8000-000000000000'

/** A body may have 64 KB, and all headers 16 KB. Encoding makes a URL up to three times as long as its text. */
const [bodyTexts, shortTexts, storedTexts, headerTexts, urlTexts] = [46_000, 600, 9_000, 12_000, 4_300].map(buildRedosTexts)
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
/** Query parameters that pages read. */
const QUERY = ['from', 'token', 'error', 'page', 'search']

const { pages } = await loadPageRenderer()
const endpointsWithBody = endpoints.filter(({ body }) => body)
const minimumRole: Record<Access, Role> = { anyone: 'anonymous', signedIn: 'customer', admin: 'admin' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

describeOnEachDatabase('hostile text does not block the event loop', (database) => {
  const agent = new Agent({ keepAlive: true })
  let port: number
  let cookies: Record<Role, string>
  let forms: PageForm[]
  const site = startAppForSuite(database, { SEED: 'demo', TRUST_PROXY: 'loopback' })
  beforeAll(async () => {
    await site.app.server.listen({ port: 0, host: '127.0.0.1' })
    port = (site.app.server.server.address() as { port: number }).port
    cookies = {
      anonymous: '',
      customer: await getSessionCookie(site, customerEmail),
      admin: await getSessionCookie(site, adminEmail),
    }
    // Loads every page once, because the first request of a page compiles it.
    forms = await listPageForms(site)
  })
  afterAll(() => agent.destroy())

  /** Returns the longest turn during a request, in ms. Sending the request counts too. */
  async function measureRequest(name: string, work: () => Promise<number>): Promise<number> {
    const [status, longest] = await measureLongestTurn(work)
    // Neither an internal error nor a request that Node itself refused.
    expect(status < 500 && status !== 431, `${name} is answered with ${status}`).toBe(true)
    return longest
  }

  /**
   * Expects short turns. Garbage collection or a slow core may delay one request, so a slow request is repeated, each time
   * beside the large page. A hostile text delays every repeat.
   */
  async function expectQuick(name: string, work: () => Promise<number>): Promise<void> {
    let ms = await measureRequest(name, work)
    let limit = MAX_BLOCK_MS
    for (let again = 0; ms > limit && again < MAX_RETRIES; again++) {
      limit = Math.max(MAX_BLOCK_MS, MAX_LARGE_PAGES * (await measureRequest(LARGE_PAGE, renderLargePage)))
      ms = await measureRequest(name, work)
    }
    if (ms > limit) expect.fail(`${name} took ${Math.round(ms)} ms, more than ${Math.round(limit)}`)
  }

  const renderLargePage = async () => (await site.request('GET', LARGE_PAGE, { as: 'admin' })).status

  const post = (path: string, body: unknown) => async () => (await site.request('POST', path, { body })).status

  /** Sends a request over a real connection, so that Node's limits and the page cache apply. */
  const send = (visit: string, headers: Record<string, string>) => () =>
    new Promise<number>((resolve, reject) => {
      const [method, path] = visit.split(' ')
      const requestHeaders = { ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers }
      sendHttpRequest(
        { host: '127.0.0.1', port, agent, method, path, headers: requestHeaders, maxHeaderSize: 64 * 1024 },
        (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0))
        },
      )
        .on('error', reject)
        .end(method === 'POST' ? Buffer.from('{}') : undefined)
    })

  it('in any field of a call', async () => {
    const calls = sampleCasesOnPostgres(database, endpointsWithBody, ({ method, access, body }) => [
      method,
      access,
      listFields(body).length,
    ])
    for (const [nth, { method, path, access, body }] of calls.entries()) {
      const url = `/api${path.replace(':id', ID)}`
      const call = (as: Role, requestHeaders: object) => async () =>
        (await site.request(method, url, { as, body: requestHeaders })).status
      const names = [...listFields(body), 'another']
      for (const [index, kind] of kinds.entries()) {
        const longestField = names[(nth + index) % names.length] ?? ''
        const name = `${method} ${url} with ${kind}, most of it as ${longestField}`
        await expectQuick(name, call(minimumRole[access], buildFilledBody(names, longestField, kind)))
      }
      for (const [index, as] of roles.entries()) {
        const kind = kinds[(nth * roles.length + index) % kinds.length] ?? ''
        await expectQuick(`${method} ${url} with ${kind} as a name by ${as}`, call(as, { [bodyTexts?.[kind] ?? '']: 1 }))
      }
    }
  })

  it('in any field of a form', async () => {
    expect(forms.length).toBeGreaterThan(20)
    let next = 0
    for (const { role, path, hidden, fieldNames: names } of sampleCasesOnPostgres(database, forms, (form) => [
      form.role,
      form.fieldNames.length,
    ])) {
      for (const longestField of names) {
        const kind = kinds[next++ % kinds.length] ?? ''
        const shown = names.filter((name) => name === longestField || !(name in hidden))
        const payload = new URLSearchParams({ ...hidden, ...buildFilledBody(shown, longestField, kind) })
          .toString()
          .slice(0, 64_000)
        const post = async () => (await site.request('POST', path, { as: role, payload, headers: FORM })).status
        await expectQuick(`${path} with ${kind}, most of it as ${longestField} by ${role}`, post)
      }
    }
  })

  it('as a body', async () => {
    const part = 'content-disposition: form-data; name="'
    const bodies = Object.entries({
      ...bodyTexts,
      'open brackets': '['.repeat(60_000),
      'nested brackets': '['.repeat(30_000) + ']'.repeat(30_000),
      'many members': JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`a${nth}`, '']))),
      'many fields': 'a=1&'.repeat(15_000),
      'many parts': `--a\r\n${part}a"\r\n\r\n\r\n`.repeat(1_000),
      'many boundaries': '--a\r\n'.repeat(10_000),
      ...Object.fromEntries(kinds.map((kind) => [`a part with ${kind}`, `--a\r\n${part}${bodyTexts?.[kind]}"\r\n\r\n\r\n--a--`])),
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

  it('in a URL', async () => {
    const calls = endpoints.filter(({ query }) => query).map(({ path, query }) => [`/api${path}`, listFields(query)] as const)
    let next = 0
    const pageQueries = pages.map(({ path }, nth) => [path, QUERY.filter((_, index) => (index + nth) % 2 === 0)] as const)
    for (const [path, names] of [...calls, ...pageQueries]) {
      for (const name of names) {
        const kind = kinds[next++ % kinds.length] ?? ''
        const url = `${path.replace(':id', ID)}?${name}=${toUrlValue(kind)}`
        await expectQuick(`${path} with ${kind} as ${name}`, send(`GET ${url}`, { cookie: cookies.admin }))
      }
    }
    for (const kind of kinds) {
      for (const path of ['/', '/service/', '/api/', '/api/banner/', '/share/', '/assets/', '/order-now/', '/view/']) {
        const text = next++ % 2 === 0 ? toUrlValue(kind) : toHeaderValue(kind).replaceAll(/[^\x21-\x7e]/g, '')
        await expectQuick(`${path} with ${kind}`, send(`GET ${path}${text}`, { cookie: cookies.customer }))
      }
    }
  })

  it('in a header', async () => {
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

  it('that visitors stored', async () => {
    const [customer, admin] = [await getSessionCookie(site, customerEmail), await getSessionCookie(site, adminEmail)]
    const database = await openSiteDatabase(site.environment)
    await database.addSessions(customerEmail, 45, toHeaderValue('one digit'))
    await database.close()
    for (const [index, kind] of kinds.entries()) {
      const text = storedTexts?.[kind]
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

/** Fills every field of a body. The longest field gets nearly as much as a body may hold. */
function buildFilledBody(names: readonly string[], longestField: string, kind: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, (name === longestField ? bodyTexts : shortTexts)?.[kind] ?? '']))
}

function listFields(schema: z.ZodMiniType | undefined): string[] {
  return schema && 'shape' in schema ? Object.keys(schema.shape as object) : []
}

/** Returns the text of a kind in characters that a header allows. */
function toHeaderValue(kind: string): string {
  return Buffer.from(headerTexts?.[kind] ?? '')
    .toString('latin1')
    .replaceAll(/[\r\n]/g, ' ')
}

function toUrlValue(kind: string): string {
  return encodeURIComponent((urlTexts?.[kind] ?? '').toWellFormed())
}

/** Builds texts that slow down bad regular expressions and parsers. Each has about `length` bytes of UTF-8. */
function buildRedosTexts(length: number): Record<string, string> {
  const repeatToLength = (unit: string, before = '', after = '') => before + unit.repeat(length / Buffer.byteLength(unit)) + after
  return {
    'one letter': repeatToLength('a'),
    'one digit': repeatToLength('1', 'Version/'),
    spaces: repeatToLength(' ', 'a', 'a'),
    'tabs and spaces': repeatToLength('\t ', 'a', 'a'),
    'line breaks': repeatToLength('\r\n', 'a', 'a'),
    'at signs': repeatToLength('a@', '', '.'),
    dots: repeatToLength('.', 'abc@', '@'),
    'labels of a domain': repeatToLength('a.', 'abc@', '@'),
    slashes: repeatToLength('/', '', 'a'),
    'steps up': repeatToLength('../', '/'),
    'percent signs': repeatToLength('%'),
    'percent-encoded': repeatToLength('%2e'),
    brackets: repeatToLength('[', '', ']'),
    tags: repeatToLength('<a b="', '', '>'),
    'list with quotes': repeatToLength(',"'),
    'list with weights': repeatToLength('br;q=0.0 ,'),
    pairs: repeatToLength('a=b;'),
    dashes: repeatToLength('- ', 'Mon-Sat 9am', '-'),
    'combining marks': repeatToLength('\u0301', 'a'),
    'composed letters': repeatToLength('\u1e69'),
    'ligature of eighteen letters': repeatToLength('\ufdfa'),
    'lone surrogates': '\ud800'.repeat(length / 6),
  }
}
