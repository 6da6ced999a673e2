import * as z from 'zod/mini'
import { choiceSettingSchema, isLoopbackHost, isLoopbackOrigin, textSchemaWithRule } from './config-schemas.ts'
import { isIpNetwork } from './ip-address.ts'

export const proxyAndRateLimitEnvSchemas = {
  TRUST_PROXY: z.optional(
    textSchemaWithRule(
      (value) => splitList(value).every(isIpNetwork),
      'must list the IP addresses of your proxies, such as 127.0.0.1 or 10.0.0.0/8',
    ),
  ),
  RATE_LIMITS: choiceSettingSchema(['on', 'off'], 'on'),
  /** `on` opens local-only modes to every machine that can connect. */
  UNSAFE_TRY_OUT_ON_OPEN_HOST: choiceSettingSchema(['on', 'off'], 'off'),
}

/** Which proxies the server trusts, and whether it limits requests. */
export type ProxyAndRateLimitConfig = {
  /** Proxies whose X-Forwarded-For the server trusts, as addresses, networks or names. Empty means none. */
  trustProxy: readonly string[]
  rateLimits: boolean
  /** Whether the owner opens local-only modes to other machines. */
  isOpenTryOut: boolean
}

/** Which machines can connect, according to HOST and ORIGIN. */
export type NetworkExposureSettings = { host: string; origins: readonly string[]; isOpenTryOut: boolean }

const schema = z.object(proxyAndRateLimitEnvSchemas)

/** Throws if a site that others can reach would have no rate limits. */
export function readProxyAndRateLimitConfig(
  env: z.infer<typeof schema>,
  exposure: Pick<NetworkExposureSettings, 'host' | 'origins'>,
): ProxyAndRateLimitConfig {
  const isOpenTryOut = env.UNSAFE_TRY_OUT_ON_OPEN_HOST === 'on'
  const rateLimits = env.RATE_LIMITS === 'on'
  if (!rateLimits) assertLoopbackOnly('RATE_LIMITS=off', 'RATE_LIMITS to on', { ...exposure, isOpenTryOut })
  return { trustProxy: splitList(env.TRUST_PROXY ?? ''), rateLimits, isOpenTryOut }
}

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

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
