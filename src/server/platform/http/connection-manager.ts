import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { createConnectionLimiter } from './connection-limiter.ts'
import type { ConnectionPeer, FindConnectionPeer } from './direct-connection-peer.ts'
import { createRequestScheduler, type RequestScheduler } from './request-scheduler.ts'

/** Limits for how long and how heavily one client may occupy the server. All times are in ms. */
export const HTTP_CONNECTION_LIMITS = {
  /** How long a request's headers may take. */
  headers: 15_000,
  /** How often the server looks for late headers and silent connections. */
  check: 1_000,
  /** How long a body may take. An upload may continue while it sends `uploadRate` bytes per second in each such window. */
  request: 30_000,
  uploadRate: 8 * 1024,
  /** How long a connection with a running request may move no bytes. The server notices up to `check` later. */
  silence: 60_000,
  /** How many bytes of a reply a client must take per second, over each time of `silence`. */
  downloadRate: 1024,
  /**
   * How long a connection may stay open between two requests. Proxies (nginx, cloud load balancers) close theirs after
   * 60 s and must close first: otherwise they may lose a POST that they just sent.
   */
  idle: 75_000,
  /** How many pipelined requests of one connection may wait. */
  pipelined: 16,
  /** The caps for all addresses together and for one address. Trusted proxies carry many visitors and are in neither. */
  connections: 10_000,
  connectionsPerAddress: 2_000,
  /** During a shutdown: how long the server accepts connections, waits for requests, and takes in total. */
  lastConnections: 3_000,
  lastRequests: 1_000,
  stop: 6_000,
}

export type HttpConnectionLimits = typeof HTTP_CONNECTION_LIMITS

/** In ms. A connection that arrives during so short a last turn may be reset. */
const SHORT_TURN = 1
/** How long the server waits for a short turn before it stops listening, in ms. Under load there may be none. */
const SHORT_TURN_WAIT = 1_000

/** Answers a request from the page cache, or passes it to `route`. */
type ServeCached = (request: IncomingMessage, response: ServerResponse, route: RequestListener) => void

/** Answers a request before any later step. Returns false if it doesn't answer. */
type RequestInterceptor = (request: IncomingMessage, response: ServerResponse) => boolean

/** The code of Node's own error for a slow request. */
const REQUEST_TIMEOUT_CODE = 'ERR_HTTP_REQUEST_TIMEOUT'

type ConnectionManagerOptions = {
  /** Answers requests for a host that isn't the site's. */
  interceptOtherHost: RequestInterceptor
  /** Returns whether a request skips the queue. */
  isUrgent: (request: IncomingMessage) => boolean
  /** Answers 503 while the site is overloaded. */
  shedRequest: RequestInterceptor
  serveCached: ServeCached
  /** Returns whether a path accepts files, which may take longer to arrive. */
  isUpload: (path: string) => boolean
  limits: HttpConnectionLimits
  getPeer: FindConnectionPeer
  recordForwarded: (peer: ConnectionPeer) => void
}

/** How many connections of trusted proxies are allowed in addition. */
const PROXY_CONNECTIONS = 10_000

/** How often a shutdown checks whether the last replies are out, in ms. */
const SHUTDOWN_CHECK_INTERVAL = 20

type ManagerState = ConnectionManagerOptions & {
  connectionLimiter: ReturnType<typeof createConnectionLimiter>
  pendingResponses: Set<ServerResponse>
  /** How many requests of a connection wait in the pipeline. */
  queued: WeakMap<Socket, number>
  scheduler: RequestScheduler
  accepted: number
  isRefusingConnections: boolean
  isClosing: boolean
  server: Server | undefined
}

/** Creates and closes the HTTP server. Slow and greedy clients lose their connection, and a shutdown fails no request (decision 23). */
export function createConnectionManager(options: ConnectionManagerOptions) {
  const { getPeer, limits } = options
  const state: ManagerState = {
    ...options,
    connectionLimiter: createConnectionLimiter(getPeer, {
      maxPerAddress: limits.connectionsPerAddress,
      maxTotal: limits.connections,
      silence: limits.silence,
      downloadRate: limits.downloadRate,
    }),
    pendingResponses: new Set(),
    queued: new WeakMap(),
    scheduler: createRequestScheduler(),
    accepted: 0,
    isRefusingConnections: false,
    isClosing: false,
    server: undefined,
  }
  return {
    createServer: (handle: RequestListener): Server => startServer(state, handle),
    /** Returns whether the process is shutting down. */
    isClosing: () => state.isClosing,
    /** Stops accepting connections, answers open requests and closes all connections. */
    close: (): Promise<void> => stopServer(state),
  }
}

function startServer(state: ManagerState, handle: RequestListener): Server {
  const { limits, connectionLimiter, scheduler } = state
  const timing = {
    headersTimeout: limits.headers,
    requestTimeout: 0,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: limits.check,
  }
  const server = createServer(timing, createRequestListener(state, handle))
  state.server = server
  server.maxConnections = limits.connections + PROXY_CONNECTIONS
  server.on('connection', (socket) => {
    state.accepted++
    scheduler.recordConnection()
    connectionLimiter.add(socket)
  })
  server.once('listening', () => {
    const timer = setInterval(connectionLimiter.closeSlowReadersAndAddSilenceTimers, limits.check).unref()
    server.once('close', () => clearInterval(timer))
  })
  return server
}

function createRequestListener(state: ManagerState, handle: RequestListener): RequestListener {
  const { connectionLimiter, getPeer, recordForwarded, scheduler, interceptOtherHost, serveCached, isUrgent, shedRequest } = state

  function serve(request: IncomingMessage, response: ServerResponse): void {
    if (state.isRefusingConnections) response.shouldKeepAlive = false
    if (!interceptOtherHost(request, response)) serveCached(request, response, route)
  }

  function route(request: IncomingMessage, response: ServerResponse): void {
    const skipsQueue = isUrgent(request)
    if (!skipsQueue && shedRequest(request, response)) return
    if (response.socket !== null) trackResponse(state, response)
    if (skipsQueue) handle(request, response)
    else scheduler.runRouted(() => handle(request, response))
  }

  return (request, response) => {
    const { socket } = request
    if (response.socket === null) {
      if (!socket.destroyed && isPipelineFull(state, socket, response)) socket.destroy()
      // Ignores the remaining requests of the same packet.
      if (socket.destroyed) return
    }
    connectionLimiter.recordRequest(socket, response)
    if (request.headers['x-forwarded-for'] !== undefined) recordForwarded(getPeer(socket))
    limitBodyTime(state, request)
    scheduler.runQuick(() => serve(request, response))
  }
}

function isPipelineFull({ queued, limits }: ManagerState, socket: Socket, response: ServerResponse): boolean {
  const count = (queued.get(socket) ?? 0) + 1
  queued.set(socket, count)
  response.once('close', () => queued.set(socket, (queued.get(socket) ?? 1) - 1))
  return count > limits.pipelined
}

/** Limits how long a request's body may take. Node's own limit is the same for all requests. */
function limitBodyTime({ isUpload, limits, server }: ManagerState, request: IncomingMessage): void {
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

function trackResponse({ pendingResponses }: ManagerState, response: ServerResponse): void {
  pendingResponses.add(response)
  response.once('close', () => pendingResponses.delete(response))
}

async function stopServer(state: ManagerState): Promise<void> {
  state.isClosing = true
  const { server, limits, connectionLimiter, pendingResponses } = state
  if (!server?.listening) return
  const started = performance.now()
  const getElapsed = () => performance.now() - started
  await acceptPendingConnections(state, getElapsed)
  state.isRefusingConnections = true
  for (const response of pendingResponses) if (!response.headersSent) response.shouldKeepAlive = false
  // HTTP's own close would end connections whose request the server hasn't read yet.
  TcpServer.prototype.close.call(server)
  const closeIdleAfter = getElapsed() + limits.lastRequests
  while (connectionLimiter.count() > 0 && getElapsed() < limits.stop) {
    await pause(SHUTDOWN_CHECK_INTERVAL)
    if (getElapsed() < closeIdleAfter) continue
    // Read arrived requests first. Then wait for replies in the socket's buffer: Node would count those sockets as idle.
    await nextTurn()
    if ([...connectionLimiter.listSockets()].every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections()
    // Browsers open connections in advance. Node doesn't count these as idle.
    for (const socket of connectionLimiter.listSockets()) if (socket.bytesRead === 0) socket.destroy()
  }
  server.closeAllConnections()
}

/**
 * Accepts connections until none wait. The system resets those that still wait when listening ends. A turn accepts
 * connections before it answers requests, so more may wait after a long turn.
 */
async function acceptPendingConnections(state: ManagerState, getElapsed: () => number): Promise<void> {
  while (getElapsed() < state.limits.lastConnections) {
    const acceptedBefore = state.accepted
    // A signal arrives in the middle of a turn, so only the second turn is complete.
    await nextTurn()
    const turnStarted = performance.now()
    await nextTurn()
    const isShort = performance.now() - turnStarted <= SHORT_TURN || getElapsed() > SHORT_TURN_WAIT
    if (isShort && state.accepted === acceptedBefore) return
  }
}
