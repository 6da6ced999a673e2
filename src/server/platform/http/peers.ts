import type { Socket } from 'node:net'
import { belongsTo, cleanAddress, networkOf } from '../../config/ip-address.ts'

/** The other end of a connection. */
export type Peer = {
  address: string
  /** The IPv4 address or IPv6 /64 that counts as one client. */
  network: string
  isThisMachine: boolean
  /** This machine, or a network that isn't on the internet: where proxies usually are. */
  isPrivate: boolean
  /** Whether TRUST_PROXY names it. */
  isTrustedProxy: boolean
}

export type PeerOf = (socket: Socket) => Peer

const isThisMachine = belongsTo(['loopback'])
/** With the shared addresses of RFC 6598, from which some platforms hand requests on. */
const isPrivate = belongsTo(['loopback', 'linklocal', 'uniquelocal', '100.64.0.0/10'])

/** Returns a function that looks up the peer of a socket. It parses the address once per connection. */
export function createPeerLookup(trustProxy: readonly string[]): PeerOf {
  const isTrustedProxy = belongsTo(trustProxy)
  const known = new WeakMap<Socket, Peer>()
  return (socket) => {
    const found = known.get(socket)
    if (found) return found
    const { remoteAddress = '' } = socket
    const peer = {
      address: cleanAddress(remoteAddress),
      network: networkOf(remoteAddress),
      isThisMachine: isThisMachine(remoteAddress),
      isPrivate: isPrivate(remoteAddress),
      isTrustedProxy: isTrustedProxy(remoteAddress),
    }
    known.set(socket, peer)
    return peer
  }
}
