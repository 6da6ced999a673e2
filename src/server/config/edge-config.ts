import * as z from 'zod/mini'
import { choice, isLoopback, isLoopbackHost, textThat } from './config-values.ts'
import { isNetwork } from './ip-address.ts'

export const edgeVariables = {
  TRUST_PROXY: z.optional(
    textThat(
      (value) => listOf(value).every(isNetwork),
      'must list the addresses of your proxies, such as 127.0.0.1 or 10.0.0.0/8',
    ),
  ),
  RATE_LIMITS: choice(['on', 'off'], 'on'),
  /** `on` gives every machine that can connect the modes that are made for this machine. */
  UNSAFE_TRY_OUT_ON_OPEN_HOST: choice(['on', 'off'], 'off'),
}

/** How far requests are believed and how many are taken. */
export type EdgeConfig = {
  /** Proxies whose X-Forwarded-For is believed: addresses, networks or their names; nobody's where empty. */
  trustProxy: readonly string[]
  rateLimits: boolean
  /** Whether the owner lets other machines use the modes that are made for this machine. */
  isOpenTryOut: boolean
}

/** Who can connect, according to HOST and ORIGIN. */
export type Reach = { host: string; origins: readonly string[]; isOpenTryOut: boolean }

const schema = z.object(edgeVariables)

/** Throws a sentence where a site that others can reach would be without limits. */
export function readEdge(read: z.infer<typeof schema>, place: Pick<Reach, 'host' | 'origins'>): EdgeConfig {
  const isOpenTryOut = read.UNSAFE_TRY_OUT_ON_OPEN_HOST === 'on'
  const rateLimits = read.RATE_LIMITS === 'on'
  if (!rateLimits) assertThisMachineOnly('RATE_LIMITS=off', 'RATE_LIMITS to on', { ...place, isOpenTryOut })
  return { trustProxy: listOf(read.TRUST_PROXY ?? ''), rateLimits, isOpenTryOut }
}

/**
 * Throws if other machines could use `setting`, which is only for this machine. HOST decides who can connect, and ORIGIN
 * names the URL for visitors, so both must be loopback. `remedy` completes the sentence "Set …".
 */
export function assertThisMachineOnly(setting: string, remedy: string, { host, origins, isOpenTryOut }: Reach): void {
  const isClosed = isOpenTryOut || isLoopbackHost(host)
  if (isClosed && origins.every(isLoopback)) return
  const [variable, sentence] = isClosed
    ? ['ORIGIN', 'ORIGIN is an address on another machine']
    : ['HOST', 'HOST lets other machines connect']
  const container = isClosed
    ? ''
    : ' To try it out in a container that publishes its port on 127.0.0.1 only, set UNSAFE_TRY_OUT_ON_OPEN_HOST to on.'
  throw new Error(
    `The configuration cannot be used. ${setting} is for this machine alone, and ${sentence}. Set ${remedy}, or ${variable} to 127.0.0.1, localhost or ${variable === 'HOST' ? '::1' : '[::1]'}.${container}`,
  )
}

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
