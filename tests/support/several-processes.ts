import { adminEmail, customerEmail, password, type Role, sessionOf, type TestApp } from './app.ts'
import { freePort } from './free-port.ts'
import { type Main, startMain } from './main-process.ts'
import { startReverseProxy } from './reverse-proxy.ts'
import { openStored } from './stored.ts'

/** A site by HTTP at one address, with an admin and a customer signed in. */
export type SiteAt = Pick<TestApp, 'request'>

export type SeveralProcesses = Awaited<ReturnType<typeof startProcesses>>

/**
 * The built server in several processes on one PostgreSQL, started at once, behind a reverse proxy that is on this machine
 * too: of a visitor's address they believe `x-forwarded-for`.
 */
export async function startProcesses(environment: Record<string, string>, count = 2) {
  const port = await freePort()
  const ports: number[] = []
  while (ports.length < count) ports.push(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const settings = { ORIGIN: origin, TRUST_PROXY: '127.0.0.1', ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: password, ...environment }
  const start = (at: number) => startMain(settings, { port: at })
  const started = await Promise.allSettled(ports.map(start))
  const mains = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = started.find(({ status }) => status === 'rejected')
  if (failed) await Promise.all(mains.map((main) => main.stop()))
  if (failed?.status === 'rejected') throw failed.reason
  const proxy = await startReverseProxy(port, ports)
  const stored = await openStored(settings)

  const cookies: Partial<Record<Role, string>> = {}
  const site = siteAt(origin, cookies)
  await site.request('POST', '/api/register', { body: { email: customerEmail, password } })
  await stored.confirmEmail(customerEmail)
  cookies.customer = await sessionOf(site, customerEmail)
  cookies.admin = await sessionOf(site, adminEmail)
  return {
    origin,
    settings,
    proxy: proxy.name,
    ports,
    stored,
    /** Behind the proxy. */
    site,
    /** Each process, past the proxy. */
    each: ports.map((at) => siteAt(`http://127.0.0.1:${at}`, cookies, { 'x-forwarded-host': new URL(origin).host })),
    hasEnded: () => mains.some(({ child }) => child.exitCode !== null || child.signalCode !== null),
    /** Ends a process as a deployment does and starts it again; answers its exit code. */
    async replace(nth: number): Promise<number | null> {
      const { code } = await (mains[nth] as Main).stop()
      mains[nth] = await start(ports[nth] as number)
      return code
    },
    async close(): Promise<void> {
      await stored.close()
      await proxy.close()
      await Promise.all(mains.map((main) => main.stop()))
    },
  }
}

/** Returns a client. `own` headers go with every request. */
function siteAt(origin: string, cookies: Readonly<Partial<Record<Role, string>>>, own: Record<string, string> = {}): SiteAt {
  return {
    async request(method, path, { as = 'anonymous', body, headers, payload } = {}) {
      const cookie = cookies[as]
      const isForm = body instanceof FormData
      const type = body !== undefined && !isForm && { 'content-type': 'application/json' }
      const sent = payload ?? (isForm || body === undefined ? (body as FormData | undefined) : JSON.stringify(body))
      const reply = await fetch(origin + path, {
        method,
        redirect: 'manual',
        headers: { ...type, ...(cookie && { cookie }), ...own, ...headers },
        ...(sent !== undefined && { body: sent }),
      })
      const bytes = Buffer.from(await reply.arrayBuffer())
      const text = bytes.toString()
      const said = { ...Object.fromEntries(reply.headers), 'set-cookie': reply.headers.getSetCookie() }
      return { status: reply.status, headers: said, text, bytes, json: () => JSON.parse(text) as never }
    },
  }
}
