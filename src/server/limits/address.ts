import ipaddr from 'ipaddr.js'
import { cleanAddress, readAddress } from '../http/address.ts'

/**
 * What counts as one address: an IPv4 address, or the /64 network of an IPv6 one, since whoever has
 * one of its addresses has them all. Everybody without an address counts as one.
 */
export function networkOf(text: string): string {
  const address = readAddress(text)
  if (!(address instanceof ipaddr.IPv6)) return cleanAddress(text)
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}
