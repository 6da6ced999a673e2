import * as z from 'zod/mini'
import { textThat } from './config-values.ts'

const SHORTEST = 32

export const metricsVariables = {
  METRICS_TOKEN: z.optional(
    textThat(
      (value) => new RegExp(`^[\\w.~+/=-]{${SHORTEST},200}$`).test(value),
      `must have ${SHORTEST} to 200 letters, digits or any of . _ ~ + / = -, such as what "openssl rand -hex 32" prints`,
    ),
  ),
}

export type MetricsConfig = {
  /** Whoever sends it may read /metrics from anywhere. */
  metricsToken: string | undefined
}
