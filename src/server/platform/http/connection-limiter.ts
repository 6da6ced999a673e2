import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FindConnectionPeer } from './direct-connection-peer.ts'

type Connection = {
  socket: Socket
  /** The address that the cap per address counts. Undefined for a trusted proxy. */
  network: string | undefined
  /** The response to the latest request. Undefined before the first request, and some time after the response was sent. */
  latestResponse: ServerResponse | undefined
  /** How many bytes the client had taken at a time in ms of `performance.now()`. Undefined while no bytes wait for it. */
  reading: { since: number; bytes: number } | undefined
  /** How many requests the server had received at the connection's latest request, or when it opened. */
  lastRequest: number
}

type ConnectionLimits = {
  maxPerAddress: number
  maxTotal: number
  /** How long a connection with a running request may move no bytes, in ms. */
  silence: number
  /** How many bytes of a reply a client must take per second, over each time of `silence`. */
  downloadRate: number
}

/** How many connections a search for an idle one visits at most, so that a flood of new connections stays cheap. */
const MAX_VISITED = 200

/**
 * Keeps the open connections, and caps those of one address (an IPv4 address or an IPv6 /64), so that other addresses can
 * connect. At `maxPerAddress`, a new connection closes an idle one of its address. If the search finds none, it closes the
 * new one. `maxTotal` caps all connections in the same way. Trusted proxies carry many visitors and are in neither count.
 */
export function createConnectionLimiter(getPeer: FindConnectionPeer, limits: ConnectionLimits) {
  const { maxPerAddress, maxTotal, silence } = limits
  const connections = new Map<Socket, Connection>()
  const countedConnections = new Set<Connection>()
  const connectionsByNetwork = new Map<string, Set<Connection>>()
  let requests = 0

  function remove(connection: Connection): void {
    const { socket, network } = connection
    connections.delete(socket)
    countedConnections.delete(connection)
    if (network === undefined) return
    const sameNetwork = connectionsByNetwork.get(network)
    sameNetwork?.delete(connection)
    if (sameNetwork?.size === 0) connectionsByNetwork.delete(network)
  }

  /** Returns the set that is full for one more connection of an address, if any. */
  function findFullSet(network: string): Set<Connection> | undefined {
    const sameNetwork = connectionsByNetwork.get(network)
    if (sameNetwork && sameNetwork.size >= maxPerAddress) return sameNetwork
    return countedConnections.size >= maxTotal ? countedConnections : undefined
  }

  /** Closes an idle connection if no more fit. Returns false if it finds none. */
  function closeIdleIfFull(network: string): boolean {
    const fullSet = findFullSet(network)
    if (!fullSet) return true
    const idleConnection = findIdleConnection(fullSet)
    if (!idleConnection) return false
    // Don't wait for the close event: more connections can arrive before it.
    remove(idleConnection)
    idleConnection.socket.destroy()
    return true
  }

  return {
    /** Takes a connection, or closes it if its address or the server has too many. */
    add(socket: Socket): void {
      const peer = getPeer(socket)
      const network = peer.isTrustedProxy ? undefined : peer.network
      if (network !== undefined && !closeIdleIfFull(network)) {
        socket.destroy()
        return
      }
      const connection: Connection = { socket, network, latestResponse: undefined, reading: undefined, lastRequest: requests }
      connections.set(socket, connection)
      socket.once('close', () => remove(connection))
      if (network === undefined) return
      countedConnections.add(connection)
      const sameNetwork = connectionsByNetwork.get(network) ?? new Set()
      connectionsByNetwork.set(network, sameNetwork.add(connection))
    },

    /** Makes a connection busy until the response is sent. Adds no listener, which would slow cached pages (decision 86). */
    recordRequest(socket: Socket, response: ServerResponse): void {
      const connection = connections.get(socket)
      if (!connection) return
      connection.latestResponse = response
      connection.lastRequest = ++requests
    },

    /** Closes connections that take a reply too slowly. Node closes a busy connection that moves no bytes, by a timer. */
    closeSlowReadersAndAddSilenceTimers(): void {
      for (const connection of connections.values()) {
        // An idle connection may stay open for long. Its last response needn't stay in memory.
        if (!isBusy(connection)) connection.latestResponse = undefined
        else if (!connection.socket.timeout) connection.socket.setTimeout(silence)
        if (isSlowReader(connection, limits)) connection.socket.destroy()
      }
    },

    listSockets: (): Iterable<Socket> => connections.keys(),
    count: (): number => connections.size,
  }
}

/** Returns whether a client took too little of its waiting replies since the last check, `silence` ago. */
function isSlowReader(connection: Connection, { silence, downloadRate }: ConnectionLimits): boolean {
  const { socket, reading } = connection
  const now = performance.now()
  if (socket.writableLength === 0) connection.reading = undefined
  else if (!reading || now - reading.since >= silence) {
    const bytes = socket.bytesWritten - socket.writableLength
    connection.reading = { since: now, bytes }
    return reading !== undefined && bytes - reading.bytes < (downloadRate * silence) / 1000
  }
  return false
}

/** Node answers the requests of a connection in order, so it is busy until its latest response is sent. */
function isBusy({ latestResponse }: Connection): boolean {
  return latestResponse !== undefined && !latestResponse.writableFinished
}

/** Returns the longest idle of the first connections. Moves each visited one to the end, so that the next search visits others. */
function findIdleConnection(fullSet: Set<Connection>): Connection | undefined {
  let idleConnection: Connection | undefined
  let unvisited = Math.min(fullSet.size, MAX_VISITED)
  for (const connection of fullSet) {
    if (unvisited-- === 0) break
    fullSet.delete(connection)
    fullSet.add(connection)
    if (isBusy(connection)) continue
    if (!idleConnection || connection.lastRequest < idleConnection.lastRequest) idleConnection = connection
  }
  return idleConnection
}
