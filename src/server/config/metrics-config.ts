import * as z from 'zod/mini'
import { textThat } from './config-values.ts'

export const metricsVariables = {
  METRICS_TOKEN: z.optional(
    textThat(
      (value) => /^[\w.~+/=-]{32,200}$/.test(value),
      'must have 32 to 200 letters, digits or any of . _ ~ + / = -, such as what "openssl rand -hex 32" prints',
    ),
  ),
}

export type MetricsConfig = {
  /** Whoever sends it may read /metrics from anywhere. */
  metricsToken: string | undefined
}
