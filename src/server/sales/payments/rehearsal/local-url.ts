import type { Config } from '../../../config/config.ts'

/**
 * Where this process is reached from this machine, whatever stands in front of it. One that listens everywhere is
 * reached by the loopback address of its family.
 */
export function getLocalUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const hostname = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}
