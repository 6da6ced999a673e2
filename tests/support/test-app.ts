import { checkLockOrder } from '#platform/db/lock-order.ts'
import { type App, type AppOverrides, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { RenderSalesDocument } from '#server/sales/invoices/invoices.ts'
import { cachedHashing } from './cached-hashing.ts'
import { toCookieHeader } from './cookie-jar.ts'
import { watchFullTableScans } from './full-table-scans.ts'
import { captureLog } from './log-capture.ts'
import { startForSuite } from './start-for-suite.ts'
import type { TestDatabase } from './test-databases.ts'

/** The role that makes a request. */
export type Role = 'anonymous' | 'customer' | 'admin'
export const roles: readonly Role[] = ['anonymous', 'customer', 'admin']

export const adminEmail = 'owner@example.com'
export const customerEmail = 'customer@example.com'
export const password = 'correct horse'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** `body` is sent as JSON or as a multipart form, and `form` URL-encoded, as browsers send forms without script. */
type RequestOptions = {
  as?: Role
  body?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
  payload?: string
}
type TestReply = { status: number; headers: Record<string, unknown>; text: string; bytes: Uint8Array; json: () => never }

export type TestApp = {
  app: App
  /** The variables of the site, for a second process on the same database. */
  environment: Record<string, string>
  request: (method: string, path: string, options?: RequestOptions) => Promise<TestReply>
  /** Starts a new session for a role. */
  signIn: (role: Role) => Promise<void>
  close: () => Promise<void>
}

// A write that takes locks out of order fails.
checkLockOrder()

/** Loads the fonts and the PDF library with the first invoice. */
const renderInTestProcess: RenderSalesDocument = async (document) =>
  (await import('#server/sales/invoices/rendering/render-invoice.ts')).renderInvoicePdf(document)

/**
 * Builds the application on the given database and signs in an admin and a customer.
 * `close` throws if the server answered a request twice, which Fastify only logs, or read a growing table without an index.
 */
export async function startApp(environment: Record<string, string>, options?: AppOverrides): Promise<TestApp> {
  const log = captureLog()
  const scans = watchFullTableScans()
  const config = readConfig({
    SEED: 'none',
    RATE_LIMITS: 'off',
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'warn',
    ...environment,
  })
  const overrides = { hashing: cachedHashing, renderSalesDocument: renderInTestProcess, output: log.output, ...options }
  const app = await scans.watch(() => buildApp(config, overrides))
  await scans.watch(() => app.server.ready())
  const cookies: Partial<Record<Role, string>> = {}

  async function request(
    method: string,
    path: string,
    { as = 'anonymous', body, form, headers, payload }: RequestOptions = {},
  ): Promise<TestReply> {
    const cookie = cookies[as]
    const multipart = body instanceof FormData ? new Response(body) : undefined
    const type = multipart?.headers.get('content-type') ?? (form ? FORM_TYPE : 'application/json')
    const multipartBytes = multipart && Buffer.from(await multipart.arrayBuffer())
    const encodedForm = form && new URLSearchParams(form).toString()
    const content = payload ?? encodedForm ?? multipartBytes ?? JSON.stringify(body)
    const injected = {
      method: method as 'GET',
      url: path,
      headers: { ...((body !== undefined || form) && { 'content-type': type }), ...(cookie && { cookie }), ...headers },
      ...(content !== undefined && { payload: content }),
    }
    const response = await scans.watch(() => app.server.inject(injected))
    const { statusCode: status, headers: replyHeaders, body: text, rawPayload: bytes } = response
    return { status, headers: replyHeaders, text, bytes, json: () => response.json() as never }
  }

  async function signIn(role: Role): Promise<void> {
    if (role !== 'anonymous') cookies[role] = await getSessionCookie({ request }, role === 'admin' ? adminEmail : customerEmail)
  }

  // Another test process on this database may have created the customer.
  await request('POST', '/api/auth/sign-up/email', { body: { email: customerEmail, password, name: 'Customer' } })
  await signIn('customer')
  if (app.setUpCode === undefined) await signIn('admin')
  return {
    app,
    environment,
    request,
    signIn,
    close: async () => {
      await app.close()
      const doubleReplies = log.lines.filter((line) => line.includes('FST_ERR_REP_ALREADY_SENT'))
      if (doubleReplies.length > 0)
        throw new Error(`The server answered ${doubleReplies.length} requests twice, first: ${doubleReplies[0]}`)
      scans.assertNoScans()
    },
  }
}

/** Starts a site before the tests of a suite and closes it after them. */
export function startAppForSuite(
  { environment }: Pick<TestDatabase, 'environment'>,
  settings: Record<string, string> = {},
  options?: AppOverrides,
): TestApp {
  return startForSuite(async () => startApp({ ...(await environment()), ...settings }, options))
}

/** Logs in with the password of all test accounts. Returns the session cookies. */
export async function getSessionCookie(site: Pick<TestApp, 'request'>, email: string): Promise<string> {
  const reply = await site.request('POST', '/api/sign-in', { body: { email, password } })
  if (reply.status !== 200) throw new Error(`${email} cannot log in: ${reply.text}`)
  return toCookieHeader(reply)
}

/** Lets search engines list a public site with samples. */
export async function allowSearchEngines(site: Pick<TestApp, 'request'>): Promise<void> {
  const { status, text } = await site.request('PUT', '/api/search-engines', { as: 'admin', body: { isAllowed: true } })
  if (status !== 200) throw new Error(`The site does not allow search engines: ${text}`)
}

/** Starts a site with the demo content as it runs under https, open to search engines. */
export async function startPublicHttpsSite(environment: Record<string, string>): Promise<TestApp> {
  const publicSettings = publicSiteSettings('https://shop.example')
  const site = await startApp({ ...environment, SEED: 'demo', ...publicSettings, RATE_LIMITS: 'on' })
  await allowSearchEngines(site)
  return site
}

/** Settings of a public site, where payments are not a rehearsal. */
export function publicSiteSettings(origin: string) {
  return { ORIGIN: origin, PAYMENTS: 'paypal-standard', PAYPAL_MODE: 'sandbox' }
}
