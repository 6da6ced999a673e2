import { password, sessionOf, type TestApp } from './app.ts'
import { cookieJar } from './cookie-jar.ts'
import { openStored } from './stored.ts'

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
  site: Pick<TestApp, 'request'>,
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

/** Makes an account with the usual password, its address confirmed as if by mail; answers the cookies of a session. */
export async function newAccount(site: TestApp, email: string): Promise<string> {
  await register(site, email)
  return sessionOf(site, email)
}

/** Somebody with such an account, logged in with a browser of their own. */
export async function newPerson(site: TestApp, email: string): Promise<Person> {
  await register(site, email)
  const person = personAt(site)
  await person.logIn(email)
  return person
}

/** Makes somebody an admin, as the first admin would. */
export async function makeAdmin(site: TestApp, userEmail: string): Promise<{ _id: string }> {
  const added = await site.request('POST', '/api/add-user', { as: 'admin', body: { userEmail, userRole: 'Admin' } })
  if (added.status !== 201) throw new Error(`${userEmail} was not made an admin: ${added.text}`)
  return (added.json() as { record: { _id: string } }).record
}

async function register(site: TestApp, email: string): Promise<void> {
  const made = await site.request('POST', '/api/register', { body: { email, password } })
  if (made.status !== 201) throw new Error(`${email} cannot register: ${made.text}`)
  const stored = await openStored(site.environment)
  await stored.confirmEmail(email)
  await stored.close()
}
