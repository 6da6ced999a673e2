import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = readonly [Address, bits: number]

/** Stands for every client without an address. */
const UNKNOWN_ADDRESS = 'unknown'

/** Fastify's names for private networks, and the library's names for the same ranges. */
const NAMED_NETWORKS: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['loopback']],
  ['linklocal', ['linkLocal']],
  ['uniquelocal', ['private', 'uniqueLocal']],
])

const IN_BRACKETS = /^\[([^\]]+)\](?::\d{1,5})?$/
const WITH_PORT = /^([\d.]+):\d{1,5}$/

/**
 * Parses an address as a proxy or a socket spells it. Drops brackets, port and zone, and unmaps IPv4 from IPv6.
 * Returns undefined for other text, such as the `unknown` of RFC 7239 section 6.
 */
function parseAddress(text: string | undefined): Address | undefined {
  const trimmed = text?.trim() ?? ''
  const host = (IN_BRACKETS.exec(trimmed) ?? WITH_PORT.exec(trimmed))?.[1] ?? trimmed
  const [bare = ''] = host.split('%')
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare)
}

/** Returns one spelling per address, and `unknown` for other text. */
export function normalizeIpAddress(text: string | undefined): string {
  return parseAddress(text)?.toString() ?? UNKNOWN_ADDRESS
}

/** Returns whether `text` is an address, a range such as `10.0.0.0/8`, or a name such as `loopback`. */
export function isIpNetwork(text: string): boolean {
  return NAMED_NETWORKS.has(text) || parseNetwork(text) !== undefined
}

/** Returns a function that checks whether an address is in one of `networks`. Each must pass `isIpNetwork`. */
export function createNetworkMatcher(networks: readonly string[]): (address: string | undefined) => boolean {
  const ranges = new Set(networks.flatMap((text) => NAMED_NETWORKS.get(text) ?? []))
  const parsedNetworks = networks.map(parseNetwork).filter((network) => network !== undefined)
  return (text) => {
    const address = parseAddress(text)
    if (!address) return false
    return (
      ranges.has(address.range()) ||
      parsedNetworks.some(([first, bits]) => address.kind() === first.kind() && address.match(first, bits))
    )
  }
}

function parseNetwork(text: string): Network | undefined {
  const single = parseAddress(text)
  if (single) return [single, single.toByteArray().length * 8]
  // The library also accepts spellings such as 0x0a.1, which are typing errors.
  if (isIP(text.slice(0, text.lastIndexOf('/'))) === 0 || !ipaddr.isValidCIDR(text)) return undefined
  const [first, bits] = ipaddr.parseCIDR(text)
  const isMapped = first instanceof ipaddr.IPv6 && first.isIPv4MappedAddress()
  const network: Network = isMapped ? [first.toIPv4Address(), bits - 96] : [first, bits]
  // A range of length 0 would let every client claim any address.
  return network[1] >= 1 ? network : undefined
}

/**
 * Returns the network that counts as one client: an IPv4 address, or an IPv6 /64 network.
 * One customer usually controls a whole /64. All clients without an address count as one.
 */
export function getClientNetwork(text: string): string {
  return listNetworksOfAddress(text)[0]
}

/**
 * Returns the networks that an address counts for, smallest first. IPv6: its /64, /56 and /48, because providers give any
 * of these to one customer. IPv4: the address alone.
 */
export function listNetworksOfAddress(text: string): readonly [smallest: string, ...larger: string[]] {
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
