import { contentKinds } from '../../src/contract/content-kinds.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import type { Access, Endpoint } from '../../src/contract/grammar/endpoint.ts'
import { isWords } from '../../src/contract/grammar/words.ts'

/** Who is tried at every address; `former` was an admin until a moment ago. */
export const people = ['anonymous', 'customerA', 'customerB', 'admin', 'former'] as const
export type Person = (typeof people)[number]

/** What an address answers to nobody's session, to a customer's and to an admin's. */
export type Row = { anonymous: number; customer: number; admin: number }

export function statusFor(row: Row, person: Person): number {
  return person === 'anonymous' ? row.anonymous : person === 'admin' ? row.admin : row.customer
}

const same = (status: number): Row => ({ anonymous: status, customer: status, admin: status })
const own = (status: number): Row => ({ anonymous: 401, customer: status, admin: status })

/** Asked without a body, or with `{}` where it may have one, and for an id that nobody has. */
function rowOf(endpoint: Endpoint): Row {
  // Another type than it takes, which is refused before anybody is asked for.
  if (endpoint.upload) return same(415)
  const inside = insideOf(endpoint)
  const rows: Record<Access, Row> = {
    anyone: same(inside),
    signedIn: own(inside),
    admin: { anonymous: 401, customer: 403, admin: inside },
  }
  return rows[endpoint.access]
}

function insideOf({ method, path, params, query, body, raw, status }: Endpoint): number {
  // Another type than it takes; no gateway is set up here that sends JSON.
  if (raw) return raw.types.includes('application/json') ? 404 : 415
  if ([body, query].some((input) => input && !input.safeParse({}).success)) return 400
  // The words of the pages need no field, and a new site has them.
  if (method === 'POST' && contentKinds.some((contentKind) => isWords(contentKind) && contentKind.api.add === path)) return 409
  // No identity provider is set up here.
  if (path === '/provider-sign-in' || path === '/auth/jwks') return 404
  return params || method === 'DELETE' ? 404 : status
}

/** The calls that end the session they are made with, or others of the account. */
export const endsSessions = ['POST /api/sign-out', 'POST /api/end-other-sessions', 'POST /api/auth/sign-out']

/** What is not one of our endpoints. */
const others: Record<string, Row> = {
  'GET /healthz': same(200),
  'GET /readyz': same(200),
  // From this machine; what others hear is in tests/operations/metrics.test.ts.
  'GET /metrics': same(200),
  'GET /share/:file': same(404),
  'GET /media/:file': same(404),
  'GET /manifest.webmanifest': same(200),
  'GET /sitemap.xml': same(200),
  'GET /llms.txt': same(200),
  'GET /robots.txt': same(200),
  'GET /speculation-rules.json': same(200),
  'GET /api/docs': same(200),
  'GET /api/docs/': same(200),
  'GET /api/docs/start.js': same(200),
  'GET /api/docs/static/*': same(404),
  'GET /api/openapi.json': same(200),
}

const declared = new Map([
  ...endpoints.map((one) => [`${one.method} /api${one.path}`, rowOf(one)] as const),
  ...Object.entries(others),
])

/** The row of a route; undefined where nobody has thought about it. A HEAD is a GET without its body. */
export function rowFor(method: string, url: string): Row | undefined {
  const asked = method === 'HEAD' ? 'GET' : method
  // Asked by browsers before a page of another site may read a public list.
  if (method === 'OPTIONS' && url !== '/api/*') return declared.get(`GET ${url}`) && same(204)
  const known = declared.get(`${asked} ${url}`)
  if (known) return known
  // Below /api and nowhere else: a 404 for every method. Files of the build: for everybody.
  if (url === '/api/*') return same(404)
  return asked === 'GET' && isFile(url) ? same(200) : undefined
}

function isFile(url: string): boolean {
  return /^\/((assets|art|guide)\/[\w-]+|favicon|apple-touch-icon|icon)[\w.-]*\.(ico|js|css|svg|png|webp|woff2?)$/.test(url)
}

/** How the page table's rule shows: to the login page, a refusal, or the page. */
export function pageRow({ path, access }: { path: string; access: Access }, inside: number): Row {
  // Without anything to acknowledge: back to the form.
  if (path === '/reset/done') return same(302)
  if (['/login', '/register', '/second-factor'].includes(path)) return { anonymous: 200, customer: 302, admin: 302 }
  const rows: Record<Access, Row> = {
    anyone: same(inside),
    signedIn: { anonymous: 302, customer: inside, admin: inside },
    admin: { anonymous: 302, customer: 403, admin: inside },
  }
  return rows[access]
}

/** Other spellings of an address, each of which must lead nowhere or exactly where the address itself does. */
export function spellingsOf(path: string): string[] {
  const last = path.lastIndexOf('/')
  return [
    `/${path}`,
    `${path}/`,
    `${path}//`,
    path.toUpperCase(),
    `${path.slice(0, last)}/%2e${path.slice(last)}`,
    `${path.slice(0, last)}/.${path.slice(last)}`,
    `${path.slice(0, last)}/x/..${path.slice(last)}`,
    `${path.slice(0, last)}/x/%2e%2e${path.slice(last)}`,
    `${path.slice(0, last)}\\${path.slice(last + 1)}`,
    `${path.slice(0, last)}/x\\..\\${path.slice(last + 1)}`,
    `/x/..\\..${path}`,
    `\\${path}`,
    `${path.slice(0, last)}/%09${path.slice(last + 1)}`,
    `${path}%09`,
    `${path}#`,
    `${path}#?from=/setting`,
    `/login#/..${path}`,
    `${path.slice(0, last)}%2f${path.slice(last + 1)}`,
    `${path};admin=1`,
    `${path}%3badmin=1`,
    `${path}%00`,
    `${path}%20`,
    `${path}.json`,
    `${path}?from=/setting&__proto__=1`,
    `http://evil.example${path}`,
    `http://evil.example\\${path}`,
    `ftp://evil.example${path}`,
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ]
}
