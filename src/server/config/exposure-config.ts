import * as z from 'zod/mini'
import { choiceSettingSchema, textSchemaWithRule } from './config-schemas.ts'
import { isIpNetwork } from './ip-address.ts'
import { assertLoopbackOnly, type NetworkExposureSettings } from './loopback-checks.ts'

export const exposureEnvSchemas = {
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

const schema = z.object(exposureEnvSchemas)

/**
 * Returns which proxies the server trusts, and whether it limits requests. Throws if a site that others can reach would
 * have no rate limits.
 */
export function readExposureConfig(env: z.infer<typeof schema>, exposure: Pick<NetworkExposureSettings, 'host' | 'origins'>) {
  const isOpenTryOut = env.UNSAFE_TRY_OUT_ON_OPEN_HOST === 'on'
  const rateLimits = env.RATE_LIMITS === 'on'
  if (!rateLimits) assertLoopbackOnly('RATE_LIMITS=off', 'RATE_LIMITS to on', { ...exposure, isOpenTryOut })
  return {
    /** Proxies whose X-Forwarded-For the server trusts, as addresses, networks or names. Empty means none. */
    trustProxy: splitList(env.TRUST_PROXY ?? ''),
    rateLimits,
    /** Whether the owner opens local-only modes to other machines. */
    isOpenTryOut,
  }
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
