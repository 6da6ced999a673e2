import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorReply } from '#contract/core/common-schemas.ts'
import type { ConnectionPeer, FindConnectionPeer } from './direct-connection-peer.ts'
import { toUnambiguousRequestTarget } from './request-targets.ts'
import { isForwardedByProxy } from './web-headers.ts'

type Dependencies = {
  /** The site's only origin. Undefined if ORIGIN is unset and the site serves every host. */
  origin: string | undefined
  hasTrustedProxies: boolean
  getPeer: FindConnectionPeer
  /** The headers of every reply. */
  headers: Readonly<Record<string, string>>
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: ':80', https: ':443' }

/** The paths that monitors request from one process, by its IP address. */
const MONITOR_PATHS = new Set(['/healthz', '/readyz', '/metrics'])

/** A host and an optional port (RFC 9110, section 7.2). Empty if the client knows none. */
const HOST_PATTERN = /^[\w.~!$&'()*+,;=%:[\]-]*$/

/**
 * Keeps a site at one host (docs/decisions/0086). Answers 400 to a request with an ambiguous host. Answers 301 to a GET or
 * HEAD for another host or scheme than ORIGIN's. Returns false for every other request. It runs before the page cache, so
 * the usual case only compares strings.
 */
export function createHostCheck({ origin, hasTrustedProxies, getPeer, headers }: Dependencies) {
  const { host: ownHost, hostname, protocol } = new URL(origin ?? 'http://localhost')
  const ownScheme = protocol.slice(0, -1)
  // Proxies drop a default port, or any port (nginx's `$host`).
  const ownHosts = new Set([ownHost, hostname, hostname + DEFAULT_PORTS[ownScheme]])

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (countHosts(request.rawHeaders) > 1 || !HOST_PATTERN.test(request.headers.host ?? '')) {
      rejectHost(response)
      return true
    }
    if (origin === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    const peer = getPeer(request.socket)
    if (listRequestedHosts(request, peer).some(isOwnHost) && isOwnScheme(request, peer)) return false
    const target = toUnambiguousRequestTarget(request.url)
    // The router rejects targets that aren't a path.
    if (!target.startsWith('/') || target === '/%' || isMonitorRequest(target, request, peer)) return false
    // `headers` forbid caching: a cache may ignore the header that decided this reply.
    response.writeHead(301, { ...headers, location: origin + target, 'content-length': 0 }).end()
    return true
  }

  function rejectHost(response: ServerResponse): void {
    const body = JSON.stringify({ error: 'The request must name one host.' } satisfies ErrorReply)
    response
      .writeHead(400, {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      })
      .end(body)
  }

  function isOwnHost(host: string): boolean {
    return host === ownHost || ownHosts.has(host.toLowerCase())
  }

  /**
   * Compares the visitor's scheme, which only a proxy knows. Behind a proxy that TRUST_PROXY doesn't name, a redirect to
   * https would loop forever.
   */
  function isOwnScheme({ headers: requestHeaders }: IncomingMessage, { isTrustedProxy }: ConnectionPeer): boolean {
    if (!hasTrustedProxies) return true
    const schemes = listEntries(requestHeaders['x-forwarded-proto']).map((scheme) => scheme.toLowerCase())
    if (isTrustedProxy) return schemes.length === 0 || schemes.includes(ownScheme)
    return ownScheme === 'http' || isForwardedByProxy(requestHeaders)
  }
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

/** Returns the hosts that a trusted proxy forwards, else the absolute target's (RFC 9112, section 3.2.2), else Host. */
function listRequestedHosts({ headers, url = '' }: IncomingMessage, { isTrustedProxy }: ConnectionPeer): string[] {
  const forwardedHosts = isTrustedProxy ? listEntries(headers['x-forwarded-host']) : []
  const hostInTarget = url.startsWith('/') ? undefined : /^https?:\/\/([^/?]+)/i.exec(url)?.[1]
  return forwardedHosts.length > 0 ? forwardedHosts : [hostInTarget ?? headers.host ?? '']
}

/**
 * Returns what each proxy of a chain saw. If one entry is already ours, a redirect would change nothing and repeat forever,
 * as behind `https,http`.
 */
function listEntries(header: string | string[] | undefined): string[] {
  return String(header ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** Returns whether this is a health check by this machine or a trusted proxy, or a metrics request with a token. */
function isMonitorRequest(
  target: string,
  { headers }: IncomingMessage,
  { isLoopback: isThisMachine, isTrustedProxy }: ConnectionPeer,
): boolean {
  const [path = ''] = target.split('?', 1)
  if (!MONITOR_PATHS.has(path) || isForwardedByProxy(headers)) return false
  return isThisMachine || isTrustedProxy || (path === '/metrics' && headers.authorization !== undefined)
}
