import type { Socket } from 'node:net'
import { belongsTo, networkOf } from './ip-address.ts'

/** The other end of a connection. */
export type Peer = {
  /** What counts as one client: an IPv4 address or an IPv6 /64. */
  network: string
  isThisMachine: boolean
  /** A proxy of TRUST_PROXY. */
  isTrustedProxy: boolean
}

export type PeerOf = (socket: Socket) => Peer

const isThisMachine = belongsTo(['loopback'])

/** Looks up the peer of a socket, and reads its address once for each connection. */
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
