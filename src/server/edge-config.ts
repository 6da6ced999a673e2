import * as z from 'zod/mini'
import { choice, isLoopback, textThat } from './config-values.ts'
import { isNetwork } from './http/ip-address.ts'

export const edgeVariables = {
  TRUST_PROXY: z.optional(
    textThat(
      (value) => listOf(value).every(isNetwork),
      'must list the addresses of your proxies, such as 127.0.0.1 or 10.0.0.0/8',
    ),
  ),
  RATE_LIMITS: choice(['on', 'off'], 'on'),
}

/** How far requests are believed and how many are taken. */
export type EdgeConfig = {
  /** Proxies whose X-Forwarded-For is believed: addresses, networks or their names; nobody's where empty. */
  trustProxy: readonly string[]
  rateLimits: boolean
}

const schema = z.object(edgeVariables)

/** Throws a sentence where a site that others can reach would be without limits. */
export function readEdge(read: z.infer<typeof schema>, origins: readonly string[]): EdgeConfig {
  if (read.RATE_LIMITS === 'off' && !origins.every(isLoopback)) {
    throw new Error(
      'The configuration cannot be used. RATE_LIMITS=off is for this machine alone: ORIGIN must be 127.0.0.1, localhost or [::1].',
    )
  }
  return { trustProxy: listOf(read.TRUST_PROXY ?? ''), rateLimits: read.RATE_LIMITS === 'on' }
}

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
