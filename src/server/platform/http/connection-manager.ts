import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { type ConnectionCap, createConnectionCap } from './connection-cap.ts'
import type { GetPeer, Peer } from './connection-peers.ts'
import { createRequestScheduler, type RequestScheduler } from './request-scheduler.ts'

/** How long, and how much of it, one client may hold the server up. All times in ms. */
export const HTTP_CONNECTION_LIMITS = {
  /** Until the header of a request is there, and how often that is looked at. */
  headers: 15_000,
  check: 1_000,
  /** From then on until all of the request is there; an upload may take as long as in each such time so many bytes a second come. */
  request: 30_000,
  uploadRate: 8 * 1024,
  /** How long nothing may move in either direction, as with a client that does not read. */
  silence: 60_000,
  /**
   * How long a connection may lie between two requests: longer than proxies keep theirs (nginx and the balancers of clouds:
   * 60 s). Whoever closes first may do so while the other sends, and a POST that is lost so is not repeated.
   */
  idle: 75_000,
  /** How many requests of one connection may wait behind the one that is being answered. */
  pipelined: 16,
  /** The caps for all addresses together and for one address. Trusted proxies carry many visitors and are in neither. */
  connections: 10_000,
  connectionsPerAddress: 2_000,
  /** At a stop: how long connections are still taken in, how long then a request is waited for, and how long all of it may take. */
  lastConnections: 3_000,
  lastRequests: 1_000,
  stop: 6_000,
}

export type HttpConnectionLimits = typeof HTTP_CONNECTION_LIMITS

/** Answers a request for a kept document without routing it; hands every other one to `route`. */
type ServeCached = (request: IncomingMessage, response: ServerResponse, route: () => void) => void

/** Answers a request before any later step; returns false if it doesn't. */
export type RequestInterceptor = (request: IncomingMessage, response: ServerResponse) => boolean

/** The code of Node's own error. */
const REQUEST_TIMEOUT_CODE = 'ERR_HTTP_REQUEST_TIMEOUT'

type ConnectionManagerOptions = {
  /** Answers requests for another host than the site's. */
  interceptOtherHost: RequestInterceptor
  /** Whether a request skips the queue. */
  isUrgent: (request: IncomingMessage) => boolean
  /** Answers 503 while the site is overloaded. */
  shedRequest: RequestInterceptor
  serveCached: ServeCached
  /** Whether it may be as large as a file, which takes the time that its sender's line needs. */
  isUpload: (path: string) => boolean
  limits: HttpConnectionLimits
  getPeer: GetPeer
  /** For each request with `X-Forwarded-For`. */
  recordForwarded: (peer: Peer) => void
}

/** How many connections of trusted proxies are allowed on top of these. */
const PROXY_CONNECTIONS = 10_000

/** How often a stop looks whether the last replies are out, in ms. */
const SHUTDOWN_CHECK_INTERVAL = 20

type ConnectionState = ConnectionManagerOptions & {
  sockets: Set<Socket>
  pendingResponses: Set<ServerResponse>
  /** How many requests of a connection wait for their turn. */
  queued: WeakMap<Socket, number>
  scheduler: RequestScheduler
  cap: ConnectionCap
  accepted: number
  isRefusingConnections: boolean
  isClosing: boolean
  server: Server | undefined
}

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void

/** The HTTP server: bounds for clients that are slow, or greedy, or never read; and a stop that fails nobody (decision 23). */
export function createConnectionManager(options: ConnectionManagerOptions) {
  const { getPeer, limits } = options
  const connections: ConnectionState = {
    ...options,
    sockets: new Set(),
    pendingResponses: new Set(),
    queued: new WeakMap(),
    scheduler: createRequestScheduler(),
    cap: createConnectionCap(getPeer, limits.connectionsPerAddress, limits.connections),
    accepted: 0,
    isRefusingConnections: false,
    isClosing: false,
    server: undefined,
  }
  return {
    createServer: (handle: RequestListener): Server => startServer(connections, handle),
    /** Whether the process is about to end. */
    isClosing: () => connections.isClosing,
    /** Takes no more connections, answers what was asked on those there are, and closes them. */
    close: (): Promise<void> => stopServer(connections),
  }
}

function startServer(connections: ConnectionState, handle: RequestListener): Server {
  const { limits, sockets, scheduler, cap } = connections
  const timing = {
    headersTimeout: limits.headers,
    requestTimeout: 0,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: limits.check,
  }
  const server = createServer(timing, (request, response) => handleRequest(connections, request, response, handle))
  connections.server = server
  server.timeout = limits.silence
  server.maxConnections = limits.connections + PROXY_CONNECTIONS
  server.on('connection', (socket) => {
    connections.accepted++
    scheduler.recordConnection()
    cap.add(socket)
    if (socket.destroyed) return
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return server
}

function handleRequest(
  connections: ConnectionState,
  request: IncomingMessage,
  response: ServerResponse,
  handle: RequestListener,
): void {
  const { getPeer, recordForwarded, scheduler, interceptOtherHost, serveCached, isUrgent, shedRequest } = connections
  if (response.socket === null) {
    const { socket } = request
    if (!socket.destroyed && isPipelineFull(connections, socket, response)) socket.destroy()
    // What else came in the same packet is of no interest any more.
    if (socket.destroyed) return
  }
  markConnectionBusy(connections, request.socket, response)
  if (request.headers['x-forwarded-for'] !== undefined) recordForwarded(getPeer(request.socket))
  limitBodyTime(connections, request)
  scheduler.runQuick(() => {
    if (connections.isRefusingConnections) response.shouldKeepAlive = false
    if (interceptOtherHost(request, response)) return
    serveCached(request, response, () => {
      const isFirst = isUrgent(request)
      if (!isFirst && shedRequest(request, response)) return
      if (response.socket !== null) trackResponse(connections, response)
      if (isFirst) handle(request, response)
      else scheduler.runRouted(() => handle(request, response))
    })
  })
}

/** Keeps a connection open from its request until its reply is out. */
function markConnectionBusy({ cap }: ConnectionState, socket: Socket, response: ServerResponse): void {
  cap.setBusy(socket, true)
  response.once('close', () => cap.setBusy(socket, false))
}

function isPipelineFull({ queued, limits }: ConnectionState, socket: Socket, response: ServerResponse): boolean {
  const count = (queued.get(socket) ?? 0) + 1
  queued.set(socket, count)
  response.once('close', () => queued.set(socket, (queued.get(socket) ?? 1) - 1))
  return count > limits.pipelined
}

/** Limits how long the body of one request may take: Node's own limit is the same for all requests. */
function limitBodyTime({ isUpload, limits, server }: ConnectionState, request: IncomingMessage): void {
  const { headers, method, socket, url = '' } = request
  if (!headers['transfer-encoding'] && !Number(headers['content-length'])) return
  const minBytes =
    method === 'POST' && isUpload(url.split('?', 1)[0] ?? '') ? (limits.uploadRate * limits.request) / 1000 : Infinity
  let previousBytes = socket.bytesRead
  const timer = setInterval(() => {
    const bytes = socket.bytesRead - previousBytes
    previousBytes = socket.bytesRead
    if (request.complete) clearInterval(timer)
    if (request.complete || bytes >= minBytes) return
    clearInterval(timer)
    server?.emit('clientError', Object.assign(new Error(REQUEST_TIMEOUT_CODE), { code: REQUEST_TIMEOUT_CODE }), socket)
  }, limits.request)
  timer.unref()
  request.once('close', () => clearInterval(timer))
}

function trackResponse({ pendingResponses }: ConnectionState, response: ServerResponse): void {
  pendingResponses.add(response)
  response.once('close', () => pendingResponses.delete(response))
}

async function stopServer(connections: ConnectionState): Promise<void> {
  connections.isClosing = true
  const { server, limits, sockets, pendingResponses } = connections
  if (!server?.listening) return
  const started = performance.now()
  const getElapsed = () => performance.now() - started
  await acceptPendingConnections(connections, () => getElapsed() < limits.lastConnections)
  connections.isRefusingConnections = true
  for (const response of pendingResponses) if (!response.headersSent) response.shouldKeepAlive = false
  // Not HTTP's own close: it ends every connection whose request has not been read yet.
  TcpServer.prototype.close.call(server)
  const closeIdleAfter = getElapsed() + limits.lastRequests
  while (sockets.size > 0 && getElapsed() < limits.stop) {
    await pause(SHUTDOWN_CHECK_INTERVAL)
    if (getElapsed() < closeIdleAfter) continue
    // What has arrived is read first; and what has been answered goes out, which Node's own view of idle leaves out.
    await nextTurn()
    if ([...sockets].every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections()
    // Opened in advance, as browsers do: to Node these wait for their first request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  server.closeAllConnections()
}

/** Node takes in one connection a turn, and the system resets those that still wait when listening ends. */
async function acceptPendingConnections(connections: ConnectionState, isInTime: () => boolean): Promise<void> {
  let previousAccepted: number
  do {
    previousAccepted = connections.accepted
    // A signal comes in the middle of a turn: only the second is a whole one.
    await nextTurn()
    await nextTurn()
  } while (connections.accepted !== previousAccepted && isInTime())
}
