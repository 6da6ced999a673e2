import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorReply } from '../../contract/reply.ts'
import type { Peer, PeerOf } from './peers.ts'
import { isForwarded } from './request-headers.ts'
import { readRequestTarget } from './request-target.ts'

type Parts = {
  /** Where everything is read; undefined where ORIGIN is unset and the site serves at each of its addresses. */
  origin: string | undefined
  hasTrustedProxies: boolean
  peerOf: PeerOf
  /** Of every reply. */
  headers: Readonly<Record<string, string>>
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: ':80', https: ':443' }

/** What monitors of one process ask, at that process's own address. */
const CHECKS = new Set(['/healthz', '/readyz', '/metrics'])

/** A host and at most a port (RFC 9110, section 7.2); empty where a client knows none. */
const HOST = /^[\w.~!$&'()*+,;=%:[\]-]*$/

/**
 * Keeps a site at one host (docs/decisions/0086). Answers 400 to a request whose host is ambiguous, and 301 to a GET or HEAD for
 * another host or scheme than ORIGIN's; answers false for every other request. Runs before the page cache, so it
 * only compares strings in the usual case.
 */
export function createHostCheck({ origin, hasTrustedProxies, peerOf, headers }: Parts) {
  const { host: ownHost, hostname, protocol } = new URL(origin ?? 'http://localhost')
  const ownScheme = protocol.slice(0, -1)
  // Proxies drop a default port, or any port (nginx's `$host`).
  const ownHosts = new Set([ownHost, hostname, hostname + DEFAULT_PORTS[ownScheme]])

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (countHosts(request.rawHeaders) > 1 || !HOST.test(request.headers.host ?? '')) {
      refuse(response)
      return true
    }
    if (origin === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    const peer = peerOf(request.socket)
    if (isOwnHost(hostOf(request, peer)) && isOwnScheme(request, peer)) return false
    const target = readRequestTarget(request.url)
    // What is no path by anybody's reading is the router's to refuse.
    if (!target.startsWith('/') || target === '/%' || isCheck(target, request, peer)) return false
    // Kept by no cache: a header that the cache passes over decided it.
    response.writeHead(301, { ...headers, location: origin + target, 'content-length': 0 }).end()
    return true
  }

  function refuse(response: ServerResponse): void {
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
   * Only a proxy knows how a visitor came. Without TRUST_PROXY nobody can tell: a redirect to https would lead back here
   * forever behind a proxy that is not named there.
   */
  function isOwnScheme({ headers: asked }: IncomingMessage, { isTrustedProxy }: Peer): boolean {
    if (!hasTrustedProxies) return true
    if (isTrustedProxy) return (lastOf(asked['x-forwarded-proto']) ?? ownScheme).toLowerCase() === ownScheme
    return ownScheme === 'http' || isForwarded(asked)
  }
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

/** The host that was asked for: what a trusted proxy says, then the target in full (RFC 9112, section 3.2.2), then Host. */
function hostOf({ headers, url = '' }: IncomingMessage, { isTrustedProxy }: Peer): string {
  const forwarded = isTrustedProxy ? lastOf(headers['x-forwarded-host']) : undefined
  const named = url.startsWith('/') ? undefined : /^https?:\/\/([^/?]+)/i.exec(url)?.[1]
  return forwarded ?? named ?? headers.host ?? ''
}

/** The entry that the nearest proxy added. */
function lastOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).split(',').at(-1)?.trim()
}

/** Whether this machine or a trusted proxy asks how the process is, for itself; or whoever may read metrics from elsewhere. */
function isCheck(target: string, { headers }: IncomingMessage, { isThisMachine, isTrustedProxy }: Peer): boolean {
  const [path = ''] = target.split('?', 1)
  if (!CHECKS.has(path) || isForwarded(headers)) return false
  return isThisMachine || isTrustedProxy || (path === '/metrics' && headers.authorization !== undefined)
}
