import type { Config } from '#server/config/config.ts'

/**
 * Returns this process's URL from this machine, without any proxy. If the process listens on all interfaces, that is the
 * loopback address of the same family.
 */
export function getOwnLoopbackUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const hostname = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}
