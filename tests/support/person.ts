import { password, type TestApp } from './app.ts'
import { cookieJar } from './cookie-jar.ts'

type Reply = { status: number; headers: Record<string, unknown>; text: string; json: <T = Record<string, never>>() => T }

/** A browser of its own: it keeps its cookies, through calls and pages. */
export type Person = {
  call: (method: string, path: string, body?: unknown) => Promise<Reply>
  /** Opens a page. */
  open: (path: string) => Promise<Reply>
  /** Sends a page's form. */
  send: (path: string, fields: Record<string, string>) => Promise<Reply>
  /** Logs in with the password that all test accounts have; answers the reply. */
  logIn: (email: string) => Promise<Reply>
}

export function personAt(
  site: TestApp,
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
): Person {
  const jar = cookieJar()

  async function ask(method: string, path: string, type: string | undefined, payload: string | undefined): Promise<Reply> {
    const cookie = jar.header()
    const headers = { 'user-agent': userAgent, ...(cookie && { cookie }), ...(type && { 'content-type': type }) }
    const reply = await site.request(method, path, { headers, payload })
    jar.keep(reply.headers['set-cookie'])
    return { ...reply, json: () => reply.json() }
  }

  const self: Person = {
    call: (method, path, body) =>
      ask(
        method,
        path,
        body === undefined ? undefined : 'application/json',
        body === undefined ? undefined : JSON.stringify(body),
      ),
    open: (path) => ask('GET', path, undefined, undefined),
    send: (path, fields) => ask('POST', path, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString()),
    logIn: (email) => self.call('POST', '/api/sign-in', { email, password }),
  }
  return self
}
