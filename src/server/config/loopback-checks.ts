import { isIP } from 'node:net'

/** Returns whether an origin names only this machine. */
export function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackName(new URL(origin).hostname)
}

/** Returns whether a server at this HOST accepts connections only from this machine. Most names may resolve elsewhere. */
export function isLoopbackHost(host: string): boolean {
  const url = URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}`)
  return url !== null && isLoopbackName(url.hostname)
}

/** Compares with 127.0.0.0/8 (RFC 5735), ::1, both mapped into IPv6, and `localhost`. Expects the URL parser's spelling. */
function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$|^\[::ffff:7f[\da-f]{2}:/.test(hostname)
}

/** Which machines can connect, according to HOST and ORIGIN. */
export type NetworkExposureSettings = { host: string; origins: readonly string[]; isOpenTryOut: boolean }

/**
 * Throws if other machines could use `setting`, which is only for this machine. HOST decides who can connect, and ORIGIN
 * names the URL for visitors, so both must be loopback. `remedy` completes the sentence "Set …".
 */
export function assertLoopbackOnly(
  setting: string,
  remedy: string,
  { host, origins, isOpenTryOut }: NetworkExposureSettings,
): void {
  const isHostLoopback = isOpenTryOut || isLoopbackHost(host)
  if (isHostLoopback && origins.every(isLoopbackOrigin)) return
  const [variable, sentence] = isHostLoopback
    ? ['ORIGIN', 'ORIGIN is an address on another machine']
    : ['HOST', 'HOST lets other machines connect']
  const container = isHostLoopback
    ? ''
    : ' To try it out in a container that publishes its port on 127.0.0.1 only, set UNSAFE_TRY_OUT_ON_OPEN_HOST to on.'
  throw new Error(
    `The configuration cannot be used. ${setting} is for this machine alone, and ${sentence}. Set ${remedy}, or ${variable} to 127.0.0.1, localhost or ${variable === 'HOST' ? '::1' : '[::1]'}.${container}`,
  )
}
