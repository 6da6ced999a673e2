import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { type AddressCap, createAddressCap } from './address-cap.ts'
import type { Peer, PeerOf } from './peers.ts'
import { createTurns, type Turns } from './turns.ts'

/** How long, and how much of it, one client may hold the server up. All times in ms. */
export const CONNECTION_LIMITS = {
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

export type ConnectionLimits = typeof CONNECTION_LIMITS

/** Answers a request for a kept document without routing it; hands every other one to `route`. */
type ServeCached = (request: IncomingMessage, response: ServerResponse, route: () => void) => void

/** Answers a request before any later step; returns false if it doesn't. */
export type AnswerFirst = (request: IncomingMessage, response: ServerResponse) => boolean

/** The code of Node's own error. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT'

type Parts = {
  /** Answers requests for another host than the site's. */
  answerOtherHost: AnswerFirst
  /** Whether a request skips the queue. */
  isUrgent: (request: IncomingMessage) => boolean
  /** Answers 503 while the site is overloaded. */
  turnAway: AnswerFirst
  serveCached: ServeCached
  /** Whether it may be as large as a file, which takes the time that its sender's line needs. */
  isUpload: (path: string) => boolean
  limits: ConnectionLimits
  peerOf: PeerOf
  /** For each request with `X-Forwarded-For`. */
  noteForwarded: (peer: Peer) => void
}

/** How many connections of trusted proxies are allowed on top of these. */
const PROXY_CONNECTIONS = 10_000

/** How often a stop looks whether the last replies are out, in ms. */
const LOOK = 20

type Connections = Parts & {
  sockets: Set<Socket>
  underWay: Set<ServerResponse>
  /** How many requests of a connection wait for their turn. */
  queued: WeakMap<Socket, number>
  turns: Turns
  cap: AddressCap
  accepted: number
  isStopping: boolean
  isClosing: boolean
  server: Server | undefined
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** The HTTP server: bounds for clients that are slow, or greedy, or never read; and a stop that fails nobody (decision 23). */
export function createConnections(parts: Parts) {
  const { peerOf, limits } = parts
  const connections: Connections = {
    ...parts,
    sockets: new Set(),
    underWay: new Set(),
    queued: new WeakMap(),
    turns: createTurns(),
    cap: createAddressCap(peerOf, limits.connectionsPerAddress, limits.connections),
    accepted: 0,
    isStopping: false,
    isClosing: false,
    server: undefined,
  }
  return {
    createServer: (handle: Handle): Server => startServer(connections, handle),
    /** Whether the process is about to end. */
    isClosing: () => connections.isClosing,
    /** Takes no more connections, answers what was asked on those there are, and closes them. */
    close: (): Promise<void> => stopServer(connections),
  }
}

function startServer(connections: Connections, handle: Handle): Server {
  const { limits, sockets, turns, cap } = connections
  const timing = {
    headersTimeout: limits.headers,
    requestTimeout: 0,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: limits.check,
  }
  const server = createServer(timing, (request, response) => serve(connections, request, response, handle))
  connections.server = server
  server.timeout = limits.silence
  server.maxConnections = limits.connections + PROXY_CONNECTIONS
  server.on('connection', (socket) => {
    connections.accepted++
    turns.noteConnection()
    cap.add(socket)
    if (socket.destroyed) return
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return server
}

function serve(connections: Connections, request: IncomingMessage, response: ServerResponse, handle: Handle): void {
  const { peerOf, noteForwarded, turns, answerOtherHost, serveCached, isUrgent, turnAway } = connections
  if (response.socket === null) {
    const { socket } = request
    if (!socket.destroyed && isPipelineFull(connections, socket, response)) socket.destroy()
    // What else came in the same packet is of no interest any more.
    if (socket.destroyed) return
  }
  markBusy(connections, request.socket, response)
  if (request.headers['x-forwarded-for'] !== undefined) noteForwarded(peerOf(request.socket))
  watchBody(connections, request)
  turns.quick(() => {
    if (connections.isStopping) response.shouldKeepAlive = false
    if (answerOtherHost(request, response)) return
    serveCached(request, response, () => {
      const goesFirst = isUrgent(request)
      if (!goesFirst && turnAway(request, response)) return
      if (response.socket !== null) track(connections, response)
      if (goesFirst) handle(request, response)
      else turns.long(() => handle(request, response))
    })
  })
}

/** Keeps a connection open from its request until its reply is out. */
function markBusy({ cap }: Connections, socket: Socket, response: ServerResponse): void {
  cap.setBusy(socket, true)
  response.once('close', () => cap.setBusy(socket, false))
}

function isPipelineFull({ queued, limits }: Connections, socket: Socket, response: ServerResponse): boolean {
  const count = (queued.get(socket) ?? 0) + 1
  queued.set(socket, count)
  response.once('close', () => queued.set(socket, (queued.get(socket) ?? 1) - 1))
  return count > limits.pipelined
}

/** Limits how long the body of one request may take: Node's own limit is the same for all requests. */
function watchBody({ isUpload, limits, server }: Connections, request: IncomingMessage): void {
  const { headers, method, socket, url = '' } = request
  if (!headers['transfer-encoding'] && !Number(headers['content-length'])) return
  const enough =
    method === 'POST' && isUpload(url.split('?', 1)[0] ?? '') ? (limits.uploadRate * limits.request) / 1000 : Infinity
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const bytes = socket.bytesRead - before
    before = socket.bytesRead
    if (request.complete) clearInterval(timer)
    if (request.complete || bytes >= enough) return
    clearInterval(timer)
    server?.emit('clientError', Object.assign(new Error(LATE), { code: LATE }), socket)
  }, limits.request)
  timer.unref()
  request.once('close', () => clearInterval(timer))
}

function track({ underWay }: Connections, response: ServerResponse): void {
  underWay.add(response)
  response.once('close', () => underWay.delete(response))
}

async function stopServer(connections: Connections): Promise<void> {
  connections.isClosing = true
  const { server, limits, sockets, underWay } = connections
  if (!server?.listening) return
  const started = performance.now()
  const age = () => performance.now() - started
  await acceptWaiting(connections, () => age() < limits.lastConnections)
  connections.isStopping = true
  for (const response of underWay) if (!response.headersSent) response.shouldKeepAlive = false
  // Not HTTP's own close: it ends every connection whose request has not been read yet.
  TcpServer.prototype.close.call(server)
  const closeFrom = age() + limits.lastRequests
  while (sockets.size > 0 && age() < limits.stop) {
    await pause(LOOK)
    if (age() < closeFrom) continue
    // What has arrived is read first; and what has been answered goes out, which Node's own view of idle leaves out.
    await nextTurn()
    if ([...sockets].every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections()
    // Opened in advance, as browsers do: to Node these wait for their first request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  server.closeAllConnections()
}

/** Node takes in one connection a turn, and the system resets those that still wait when listening ends. */
async function acceptWaiting(connections: Connections, isInTime: () => boolean): Promise<void> {
  let before: number
  do {
    before = connections.accepted
    // A signal comes in the middle of a turn: only the second is a whole one.
    await nextTurn()
    await nextTurn()
  } while (connections.accepted !== before && isInTime())
}
