import { contentKinds } from '#contract/content-kinds.ts'
import { isCopyKind } from '#contract/core/define-page-copy-kind.ts'
import type { Access, Endpoint } from '#contract/core/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'

/** The roles that try every path. `former` was an admin until a moment ago. */
export const actors = ['anonymous', 'customerA', 'customerB', 'admin', 'former'] as const
export type Actor = (typeof actors)[number]

/** The expected status for each kind of session. */
export type ExpectedStatuses = { anonymous: number; customer: number; admin: number }

export function getExpectedStatus(expected: ExpectedStatuses, actor: Actor): number {
  return actor === 'anonymous' ? expected.anonymous : actor === 'admin' ? expected.admin : expected.customer
}

const sameForAll = (status: number): ExpectedStatuses => ({ anonymous: status, customer: status, admin: status })
const signedInOnly = (status: number): ExpectedStatuses => ({ anonymous: 401, customer: status, admin: status })

/** Returns the expected statuses of a call with an empty body and an unknown id. */
function getEndpointStatuses(endpoint: Endpoint): ExpectedStatuses {
  const allowedStatus = getAllowedStatus(endpoint)
  const expectedByAccess: Record<Access, ExpectedStatuses> = {
    anyone: sameForAll(allowedStatus),
    signedIn: signedInOnly(allowedStatus),
    admin: { anonymous: 401, customer: 403, admin: allowedStatus },
  }
  return expectedByAccess[endpoint.access]
}

function getAllowedStatus({ method, path, params, query, body, raw, upload, status }: Endpoint): number {
  // The content type is wrong. No gateway that sends JSON is set up here.
  if (raw) return raw.types.includes('application/json') ? 404 : 415
  if (upload) return 415
  if ([body, query].some((input) => input && !input.safeParse({}).success)) return 400
  // Copy needs no field, and a new site has a record of it.
  if (method === 'POST' && contentKinds.some((contentKind) => isCopyKind(contentKind) && contentKind.api.add === path)) return 409
  // No identity provider is set up here.
  if (path === '/provider-sign-in' || path === '/auth/jwks') return 404
  return params || method === 'DELETE' ? 404 : status
}

/** The calls that end sessions of the account. */
export const sessionEndingCalls = ['POST /api/sign-out', 'POST /api/end-other-sessions', 'POST /api/auth/sign-out']

/** Routes that are not endpoints. */
const otherRoutes: Record<string, ExpectedStatuses> = {
  'GET /healthz': sameForAll(200),
  'GET /readyz': sameForAll(200),
  // The metrics open for this machine only. tests/operations/metrics.test.ts covers other clients.
  'GET /metrics': sameForAll(200),
  'GET /share/:file': sameForAll(404),
  'GET /media/:file': sameForAll(404),
  'GET /manifest.webmanifest': sameForAll(200),
  'GET /sitemap.xml': sameForAll(200),
  'GET /.well-known/security.txt': sameForAll(200),
  'GET /llms.txt': sameForAll(200),
  'GET /robots.txt': sameForAll(200),
  'GET /speculation-rules.json': sameForAll(200),
  'GET /api/docs': sameForAll(200),
  'GET /api/docs/': sameForAll(200),
  'GET /api/docs/start.js': sameForAll(200),
  'GET /api/docs/static/*': sameForAll(404),
  'GET /api/openapi.json': sameForAll(200),
}

const expectedByRoute = new Map([
  ...endpoints.map((one) => [`${one.method} /api${one.path}`, getEndpointStatuses(one)] as const),
  ...Object.entries(otherRoutes),
])

/** Returns undefined for an unknown route. A HEAD request is a GET without its body. */
export function findExpectedStatuses(method: string, url: string): ExpectedStatuses | undefined {
  const requestMethod = method === 'HEAD' ? 'GET' : method
  // Browsers send this preflight before a page of another site reads a public list.
  if (method === 'OPTIONS' && url !== '/api/*') return expectedByRoute.get(`GET ${url}`) && sameForAll(204)
  const expectedStatuses = expectedByRoute.get(`${requestMethod} ${url}`)
  if (expectedStatuses) return expectedStatuses
  // Unknown paths below /api answer 404 for every method. Files of the build are public.
  if (url === '/api/*') return sameForAll(404)
  return requestMethod === 'GET' && isStaticFile(url) ? sameForAll(200) : undefined
}

function isStaticFile(url: string): boolean {
  return /^\/((assets|art|guide)\/[\w-]+|favicon|apple-touch-icon|icon)[\w.-]*\.(ico|js|css|svg|png|webp|woff2?)$/.test(url)
}

/** Returns the statuses that the page's access rule leads to: the login page, a refusal or the page. */
export function getExpectedPageStatuses(
  { path, access }: { path: string; access: Access },
  allowedStatus: number,
): ExpectedStatuses {
  // Without a notice to show, the page redirects to the form.
  if (path === '/reset/done') return sameForAll(302)
  if (['/login', '/register', '/second-factor'].includes(path)) return { anonymous: 200, customer: 302, admin: 302 }
  const expectedByAccess: Record<Access, ExpectedStatuses> = {
    anyone: sameForAll(allowedStatus),
    signedIn: { anonymous: 302, customer: allowedStatus, admin: allowedStatus },
    admin: { anonymous: 302, customer: 403, admin: allowedStatus },
  }
  return expectedByAccess[access]
}

/** Spells a path in other ways. Each must lead nowhere, or to the same page as the path. */
export function buildUrlVariants(path: string): string[] {
  const lastSlash = path.lastIndexOf('/')
  return [
    `/${path}`,
    `${path}/`,
    `${path}//`,
    path.toUpperCase(),
    `${path.slice(0, lastSlash)}/%2e${path.slice(lastSlash)}`,
    `${path.slice(0, lastSlash)}/.${path.slice(lastSlash)}`,
    `${path.slice(0, lastSlash)}/x/..${path.slice(lastSlash)}`,
    `${path.slice(0, lastSlash)}/x/%2e%2e${path.slice(lastSlash)}`,
    `${path.slice(0, lastSlash)}\\${path.slice(lastSlash + 1)}`,
    `${path.slice(0, lastSlash)}/x\\..\\${path.slice(lastSlash + 1)}`,
    `/x/..\\..${path}`,
    `\\${path}`,
    `${path.slice(0, lastSlash)}/%09${path.slice(lastSlash + 1)}`,
    `${path}%09`,
    `${path}#`,
    `${path}#?from=/setting`,
    `/login#/..${path}`,
    `${path.slice(0, lastSlash)}%2f${path.slice(lastSlash + 1)}`,
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
