import type { Socket } from 'node:net'
import type { FindConnectionPeer } from './find-connection-peer.ts'

export type ConnectionCap = {
  /** Accepts a connection, or closes it if all connections of its address are in use and the cap is reached. */
  add: (socket: Socket) => void
  /** Marks a connection busy when a request arrives, and idle when its last reply is out. */
  setBusy: (socket: Socket, isBusy: boolean) => void
}

/**
 * Caps the connections of one address (an IPv4 address or an IPv6 /64), so that other addresses can connect. At `maxPerAddress` a
 * new connection closes the longest idle one of its address. If none is idle, the new one is closed. `maxTotal` caps all
 * connections in the same way. Trusted proxies carry many visitors and are in neither count.
 */
export function createConnectionCap(getPeer: FindConnectionPeer, maxPerAddress: number, maxTotal: number): ConnectionCap {
  /** The connections of each address, and the idle ones among them, longest idle first. */
  const addresses = new Map<string, { open: Set<Socket>; idle: Set<Socket> }>()
  const allIdle = new Set<Socket>()
  let total = 0

  function close(socket: Socket): void {
    // Don't wait for the close event: more connections can arrive before it.
    remove(socket)
    socket.destroy()
  }

  function remove(socket: Socket): void {
    const { network } = getPeer(socket)
    const address = addresses.get(network)
    if (!address?.open.delete(socket)) return
    total--
    address.idle.delete(socket)
    allIdle.delete(socket)
    if (address.open.size === 0) addresses.delete(network)
  }

  return {
    add(socket) {
      const { network, isTrustedProxy } = getPeer(socket)
      if (isTrustedProxy) return
      const address = addresses.get(network) ?? { open: new Set(), idle: new Set() }
      const idle = address.open.size >= maxPerAddress ? address.idle : total >= maxTotal ? allIdle : undefined
      if (idle) {
        const [longest] = idle
        if (!longest) {
          socket.destroy()
          return
        }
        close(longest)
      }
      addresses.set(network, address)
      address.open.add(socket)
      address.idle.add(socket)
      allIdle.add(socket)
      total++
      socket.once('close', () => remove(socket))
    },

    setBusy(socket, isBusy) {
      const address = addresses.get(getPeer(socket).network)
      if (!address?.open.has(socket)) return
      for (const idle of [address.idle, allIdle]) {
        if (isBusy) idle.delete(socket)
        else idle.add(socket)
      }
    },
  }
}
