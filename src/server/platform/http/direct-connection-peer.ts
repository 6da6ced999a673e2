import type { Socket } from 'node:net'
import { createNetworkMatcher, getClientNetwork, normalizeIpAddress } from '../../config/ip-address.ts'

/** The other end of a connection. */
export type ConnectionPeer = {
  address: string
  /** The IPv4 address or IPv6 /64 that counts as one client. */
  network: string
  isLoopback: boolean
  /** Whether the address is this machine or a private network. Proxies usually are. */
  isPrivate: boolean
  isTrustedProxy: boolean
}

export type FindConnectionPeer = (socket: Socket) => ConnectionPeer

const isLoopback = createNetworkMatcher(['loopback'])
/** Includes the shared addresses of RFC 6598, which some hosting platforms use for their proxies. */
const isPrivate = createNetworkMatcher(['loopback', 'linklocal', 'uniquelocal', '100.64.0.0/10'])

/** Returns a function that looks up the peer of a socket. It parses the address once per connection. */
export function createConnectionPeerFinder(trustProxy: readonly string[]): FindConnectionPeer {
  const isTrustedProxy = createNetworkMatcher(trustProxy)
  const peersBySocket = new WeakMap<Socket, ConnectionPeer>()
  return (socket) => {
    const knownPeer = peersBySocket.get(socket)
    if (knownPeer) return knownPeer
    const { remoteAddress = '' } = socket
    const peer = {
      address: normalizeIpAddress(remoteAddress),
      network: getClientNetwork(remoteAddress),
      isLoopback: isLoopback(remoteAddress),
      isPrivate: isPrivate(remoteAddress),
      isTrustedProxy: isTrustedProxy(remoteAddress),
    }
    peersBySocket.set(socket, peer)
    return peer
  }
}
