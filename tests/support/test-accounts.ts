import { createCookieJar } from './cookie-jar.ts'
import { openSiteDatabase } from './site-database.ts'
import { getSessionCookie, password, type TestApp } from './test-app.ts'

type BrowserReply = { status: number; headers: Record<string, unknown>; text: string; json: <T = Record<string, never>>() => T }

type SentContent = { body?: unknown; form?: Record<string, string> }

/** A browser with its own cookies. */
export type TestBrowser = {
  call: (method: string, path: string, body?: unknown) => Promise<BrowserReply>
  open: (path: string) => Promise<BrowserReply>
  /** Submits a page's form, or one with a file. */
  send: (path: string, fields: Record<string, string> | FormData) => Promise<BrowserReply>
  /** Logs in with the password of all test accounts. */
  logIn: (email: string) => Promise<BrowserReply>
}

export function createTestBrowser(
  site: Pick<TestApp, 'request'>,
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
): TestBrowser {
  const jar = createCookieJar()

  async function sendRequest(method: string, path: string, content: SentContent = {}): Promise<BrowserReply> {
    const cookie = jar.header()
    const headers = { 'user-agent': userAgent, ...(cookie && { cookie }) }
    const reply = await site.request(method, path, { headers, ...content })
    jar.storeCookies(reply.headers['set-cookie'])
    return { ...reply, json: () => reply.json() }
  }

  const self: TestBrowser = {
    call: (method, path, body) => sendRequest(method, path, { body }),
    open: (path) => sendRequest('GET', path),
    send: (path, fields) => sendRequest('POST', path, fields instanceof FormData ? { body: fields } : { form: fields }),
    logIn: (email) => self.call('POST', '/api/sign-in', { email, password }),
  }
  return self
}

/** Creates an account with a confirmed email and the test password. Returns session cookies. */
export async function registerAccount(site: TestApp, email: string): Promise<string> {
  await registerConfirmedAccount(site, email)
  return getSessionCookie(site, email)
}

/** Creates an account with a confirmed email, and logs in with a new browser. */
export async function registerAndLogIn(site: TestApp, email: string): Promise<TestBrowser> {
  await registerConfirmedAccount(site, email)
  const browser = createTestBrowser(site)
  await browser.logIn(email)
  return browser
}

/** Makes a user an admin, as the first admin would. */
export async function makeAdmin(site: TestApp, userEmail: string): Promise<{ _id: string }> {
  const addReply = await site.request('POST', '/api/add-user', { as: 'admin', body: { userEmail, userRole: 'Admin' } })
  if (addReply.status !== 201) throw new Error(`${userEmail} cannot become an admin: ${addReply.text}`)
  return (addReply.json() as { record: { _id: string } }).record
}

async function registerConfirmedAccount(site: TestApp, email: string): Promise<void> {
  const registerReply = await site.request('POST', '/api/register', { body: { email, password } })
  if (registerReply.status !== 201) throw new Error(`${email} cannot register: ${registerReply.text}`)
  const stored = await openSiteDatabase(site.environment)
  await stored.confirmEmail(email)
  await stored.close()
}
