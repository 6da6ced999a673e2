import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = readonly [Address, bits: number]

/** What counts as the address of everybody who has none. */
const UNKNOWN_ADDRESS = 'unknown'

/** Names for networks that belong to nobody else, as Fastify calls them, by the names of the library. */
const NAMED_NETWORKS: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['loopback']],
  ['linklocal', ['linkLocal']],
  ['uniquelocal', ['private', 'uniqueLocal']],
])

const IN_BRACKETS = /^\[([^\]]+)\](?::\d{1,5})?$/
const WITH_PORT = /^([\d.]+):\d{1,5}$/

/**
 * An address as a proxy or a socket spells it: brackets, port and zone are dropped, and IPv4 inside IPv6
 * is IPv4. Undefined where it is none, such as the `unknown` of RFC 7239 section 6.
 */
function parseAddress(text: string | undefined): Address | undefined {
  const trimmed = text?.trim() ?? ''
  const host = (IN_BRACKETS.exec(trimmed) ?? WITH_PORT.exec(trimmed))?.[1] ?? trimmed
  const [bare = ''] = host.split('%')
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare)
}

/** One spelling for each address, and one for all that are none. */
export function normalizeIpAddress(text: string | undefined): string {
  return parseAddress(text)?.toString() ?? UNKNOWN_ADDRESS
}

/** Whether `text` names somebody's network: an address, addresses such as `10.0.0.0/8`, or `loopback` and the like. */
export function isIpNetwork(text: string): boolean {
  return NAMED_NETWORKS.has(text) || parseNetwork(text) !== undefined
}

/** Tells whether an address belongs to one of `networks`, each of which `isNetwork`. */
export function createNetworkMatcher(networks: readonly string[]): (address: string | undefined) => boolean {
  const ranges = new Set(networks.flatMap((text) => NAMED_NETWORKS.get(text) ?? []))
  const others = networks.map(parseNetwork).filter((network) => network !== undefined)
  return (text) => {
    const address = parseAddress(text)
    if (!address) return false
    return (
      ranges.has(address.range()) || others.some(([first, bits]) => address.kind() === first.kind() && address.match(first, bits))
    )
  }
}

function parseNetwork(text: string): Network | undefined {
  const single = parseAddress(text)
  if (single) return [single, single.toByteArray().length * 8]
  // The library also takes spellings such as 0x0a.1 that nobody means.
  if (isIP(text.slice(0, text.lastIndexOf('/'))) === 0 || !ipaddr.isValidCIDR(text)) return undefined
  const [first, bits] = ipaddr.parseCIDR(text)
  const isMapped = first instanceof ipaddr.IPv6 && first.isIPv4MappedAddress()
  const network: Network = isMapped ? [first.toIPv4Address(), bits - 96] : [first, bits]
  // A network of length 0 is everybody, who could then claim any address.
  return network[1] >= 1 ? network : undefined
}

/**
 * What counts as one address: an IPv4 address, or the /64 network of an IPv6 one, since whoever has
 * one of its addresses has them all. Everybody without an address counts as one.
 */
export function getClientNetwork(text: string): string {
  return listClientNetworks(text)[0]
}

/**
 * Returns the networks that an address counts for, smallest first. IPv6: its /64, /56 and /48, because providers give any
 * of these to one customer. IPv4: the address alone.
 */
export function listClientNetworks(text: string): readonly [smallest: string, ...larger: string[]] {
  const address = parseAddress(text)
  if (!(address instanceof ipaddr.IPv6)) return [normalizeIpAddress(text)]
  const [first = 0, second = 0, third = 0, fourth = 0] = address.parts
  const formatNetwork = (...parts: number[]) => parts.map((part) => part.toString(16)).join(':')
  return [
    formatNetwork(first, second, third, fourth),
    `${formatNetwork(first, second, third, fourth & 0xff00)}/56`,
    `${formatNetwork(first, second, third)}/48`,
  ]
}
