/** One Prometheus metric with all its samples. */
export type MetricFamily = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram' | 'summary'
  samples: readonly { suffix?: string; labels?: Readonly<Record<string, string>>; value: number }[]
}

/** Creates a metric with a single value, or with samples. */
export function createMetric(
  name: string,
  help: string,
  valueOrSamples: number | MetricFamily['samples'],
  type: MetricFamily['type'] = 'gauge',
): MetricFamily {
  return { name, help, type, samples: typeof valueOrSamples === 'number' ? [{ value: valueOrSamples }] : valueOrSamples }
}

/** Formats metrics as text, version 0.0.4 (prometheus.io, "Exposition formats"). */
export function formatMetrics(families: readonly MetricFamily[]): string {
  return families
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${formatLabels(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('')
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const all = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`,
  )
  return all.length > 0 ? `{${all.join(',')}}` : ''
}
