import type { Socket } from 'node:net'
import { belongsTo, networkOf } from './ip-address.ts'

/** The other end of a connection. */
export type Peer = {
  /** The IPv4 address or IPv6 /64 that counts as one client. */
  network: string
  isThisMachine: boolean
  /** Whether TRUST_PROXY names it. */
  isTrustedProxy: boolean
}

export type PeerOf = (socket: Socket) => Peer

const isThisMachine = belongsTo(['loopback'])

/** Returns a function that looks up the peer of a socket. It parses the address once per connection. */
export function createPeerLookup(trustProxy: readonly string[]): PeerOf {
  const isTrustedProxy = belongsTo(trustProxy)
  const known = new WeakMap<Socket, Peer>()
  return (socket) => {
    const found = known.get(socket)
    if (found) return found
    const { remoteAddress = '' } = socket
    const peer = {
      network: networkOf(remoteAddress),
      isThisMachine: isThisMachine(remoteAddress),
      isTrustedProxy: isTrustedProxy(remoteAddress),
    }
    known.set(socket, peer)
    return peer
  }
}
