import { findFreePort } from './free-port.ts'
import { startReverseProxy } from './load-balancer.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { openSiteDatabase } from './site-database.ts'
import { adminEmail, customerEmail, getSessionCookie, password, type Role, type TestApp } from './test-app.ts'

/** A site over HTTP with a signed-in admin and customer. */
export type SiteClient = Pick<TestApp, 'request'>

export type ServerCluster = Awaited<ReturnType<typeof startServerCluster>>

/**
 * Starts several server processes on one PostgreSQL behind a local reverse proxy.
 * They take the visitor's IP address from `x-forwarded-for`.
 */
export async function startServerCluster(environment: Record<string, string>, count = 2) {
  const port = await findFreePort()
  const ports: number[] = []
  while (ports.length < count) ports.push(await findFreePort())
  const origin = `http://127.0.0.1:${port}`
  const settings = { ORIGIN: origin, TRUST_PROXY: '127.0.0.1', ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: password, ...environment }
  const start = (at: number) => startServerProcess(settings, { port: at })
  const results = await Promise.allSettled(ports.map(start))
  const servers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed) await Promise.all(servers.map((server) => server.stop()))
  if (failed?.status === 'rejected') throw failed.reason
  const proxy = await startReverseProxy(port, ports)
  const stored = await openSiteDatabase(settings)

  const cookies: Partial<Record<Role, string>> = {}
  const site = createSiteClient(origin, cookies)
  await site.request('POST', '/api/register', { body: { email: customerEmail, password } })
  await stored.confirmEmail(customerEmail)
  cookies.customer = await getSessionCookie(site, customerEmail)
  cookies.admin = await getSessionCookie(site, adminEmail)
  return {
    origin,
    settings,
    proxy: proxy.name,
    ports,
    stored,
    /** The site through the proxy. */
    site,
    /** Each process without the proxy. */
    processClients: ports.map((at) =>
      createSiteClient(`http://127.0.0.1:${at}`, cookies, { 'x-forwarded-host': new URL(origin).host }),
    ),
    hasEnded: () => servers.some(({ child }) => child.exitCode !== null || child.signalCode !== null),
    /** Restarts a process as a deployment does. Returns its exit code. */
    async restartProcess(nth: number): Promise<number | null> {
      const { code } = await (servers[nth] as ServerProcess).stop()
      servers[nth] = await start(ports[nth] as number)
      return code
    },
    async close(): Promise<void> {
      await stored.close()
      await proxy.close()
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

/** Returns a client that adds `extraHeaders` to each request. */
function createSiteClient(
  origin: string,
  cookies: Readonly<Partial<Record<Role, string>>>,
  extraHeaders: Record<string, string> = {},
): SiteClient {
  return {
    async request(method, path, { as = 'anonymous', body, form, headers, payload } = {}) {
      const cookie = cookies[as]
      const isMultipart = body instanceof FormData
      const type = body !== undefined && !isMultipart && { 'content-type': 'application/json' }
      const requestBody = payload ?? (form ? new URLSearchParams(form) : isMultipart ? body : JSON.stringify(body))
      const reply = await fetch(origin + path, {
        method,
        redirect: 'manual',
        headers: { ...type, ...(cookie && { cookie }), ...extraHeaders, ...headers },
        ...(requestBody !== undefined && { body: requestBody }),
      })
      const bytes = Buffer.from(await reply.arrayBuffer())
      const text = bytes.toString()
      const replyHeaders = { ...Object.fromEntries(reply.headers), 'set-cookie': reply.headers.getSetCookie() }
      return { status: reply.status, headers: replyHeaders, text, bytes, json: () => JSON.parse(text) as never }
    },
  }
}
