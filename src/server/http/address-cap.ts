import type { Socket } from 'node:net'
import type { PeerOf } from './peers.ts'

export type AddressCap = {
  /** Takes a connection in, or closes it where its address has too many that are in use. */
  add: (socket: Socket) => void
  /** A request came on it, or its last reply went out. */
  setBusy: (socket: Socket, isBusy: boolean) => void
}

/**
 * Caps the connections of one address (an IPv4 address or an IPv6 /64), so that there is room for others. Beyond
 * `maxPerAddress` its connection that has been idle for longest is closed for a new one, and the new one where all are
 * in use. The same holds for all connections together beyond `maxTotal`. Connections of trusted proxies bring many
 * visitors and are in neither count.
 */
export function createAddressCap(peerOf: PeerOf, maxPerAddress: number, maxTotal: number): AddressCap {
  /** All connections of an address, and those without a request under way, the longest idle first. */
  const addresses = new Map<string, { open: Set<Socket>; idle: Set<Socket> }>()
  const allIdle = new Set<Socket>()
  let total = 0

  function close(socket: Socket): void {
    // Counted at once: the event comes later, and more connections before it.
    remove(socket)
    socket.destroy()
  }

  function remove(socket: Socket): void {
    const { network } = peerOf(socket)
    const address = addresses.get(network)
    if (!address?.open.delete(socket)) return
    total--
    address.idle.delete(socket)
    allIdle.delete(socket)
    if (address.open.size === 0) addresses.delete(network)
  }

  return {
    add(socket) {
      const { network, isTrustedProxy } = peerOf(socket)
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
      const address = addresses.get(peerOf(socket).network)
      if (!address?.open.has(socket)) return
      for (const idle of [address.idle, allIdle]) {
        if (isBusy) idle.delete(socket)
        else idle.add(socket)
      }
    },
  }
}
