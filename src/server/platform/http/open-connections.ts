import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FindConnectionPeer } from './find-connection-peer.ts'

type OpenConnection = {
  socket: Socket
  /** The address whose cap counts the connection. Undefined for a trusted proxy. */
  network: string | undefined
  /** The response to its latest request. Undefined if all its replies are known to be out. */
  latestResponse: ServerResponse | undefined
  /** Whether a request arrived since the last search for an idle connection. */
  wasUsed: boolean
}

type ConnectionCaps = {
  maxPerAddress: number
  maxTotal: number
  /** How long a connection with a running request may move no bytes, in ms. */
  silence: number
}

/** How many connections a search for an idle one visits at most, so that a flood of new connections stays cheap. */
const MAX_SEARCH = 100

/**
 * Caps the connections of one address (an IPv4 address or an IPv6 /64), so that other addresses can connect. At
 * `maxPerAddress` a new connection closes one of its address that has been idle for long. If none is idle, the new one is
 * closed. `maxTotal` caps all connections in the same way. Trusted proxies carry many visitors and are in neither count.
 */
export function createOpenConnections(getPeer: FindConnectionPeer, { maxPerAddress, maxTotal, silence }: ConnectionCaps) {
  const connections = new Map<Socket, OpenConnection>()
  const capped = new Set<OpenConnection>()
  const cappedByAddress = new Map<string, Set<OpenConnection>>()

  function remove(connection: OpenConnection): void {
    const { socket, network } = connection
    connections.delete(socket)
    capped.delete(connection)
    if (network === undefined) return
    const neighbors = cappedByAddress.get(network)
    neighbors?.delete(connection)
    if (neighbors?.size === 0) cappedByAddress.delete(network)
  }

  /** Makes room for a connection of an address. Returns false if there is none. */
  function makeRoom(network: string): boolean {
    const neighbors = cappedByAddress.get(network)
    const crowd = neighbors && neighbors.size >= maxPerAddress ? neighbors : capped.size >= maxTotal ? capped : undefined
    if (!crowd) return true
    const idle = findLongIdle(crowd)
    if (!idle) return false
    // Don't wait for the close event: more connections can arrive before it.
    remove(idle)
    idle.socket.destroy()
    return true
  }

  return {
    /** Accepts a connection, or closes it if its address or the server has too many and none of them is idle. */
    add(socket: Socket): void {
      const peer = getPeer(socket)
      const network = peer.isTrustedProxy ? undefined : peer.network
      if (network !== undefined && !makeRoom(network)) {
        socket.destroy()
        return
      }
      const connection: OpenConnection = { socket, network, latestResponse: undefined, wasUsed: false }
      connections.set(socket, connection)
      socket.once('close', () => remove(connection))
      if (network === undefined) return
      capped.add(connection)
      const neighbors = cappedByAddress.get(network) ?? new Set()
      cappedByAddress.set(network, neighbors.add(connection))
    },

    /** Marks a connection as busy until the response is out. A listener for each response would cost 4 % of a cached page. */
    recordRequest(socket: Socket, response: ServerResponse): void {
      const connection = connections.get(socket)
      if (!connection) return
      connection.latestResponse = response
      connection.wasUsed = true
    },

    /**
     * Sets a timer on each busy connection that has none, so that Node closes it if it moves no bytes. A timer for each
     * request would cost another 4 % of a cached page.
     */
    addSilenceTimers(): void {
      for (const connection of connections.values())
        if (isBusy(connection) && !connection.socket.timeout) connection.socket.setTimeout(silence)
    },

    list: (): Iterable<Socket> => connections.keys(),
    count: (): number => connections.size,
  }
}

/** Requests of one connection are answered in order, so it is busy until its latest response is out. */
function isBusy(connection: OpenConnection): boolean {
  if (connection.latestResponse?.writableFinished) connection.latestResponse = undefined
  return connection.latestResponse !== undefined
}

/**
 * Finds a connection that has been idle for long: one without a request since the last search came by, otherwise any idle
 * one. Puts each visited connection last ("clock" or "second chance" in the literature on caches).
 */
function findLongIdle(crowd: Set<OpenConnection>): OpenConnection | undefined {
  let recentlyUsed: OpenConnection | undefined
  let visited = 0
  for (const connection of crowd) {
    if (visited++ === MAX_SEARCH) break
    crowd.delete(connection)
    crowd.add(connection)
    if (isBusy(connection)) continue
    if (!connection.wasUsed) return connection
    connection.wasUsed = false
    recentlyUsed ??= connection
  }
  return recentlyUsed
}
