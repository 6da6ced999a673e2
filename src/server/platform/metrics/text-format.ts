/** One metric with all its samples, as Prometheus reads it. */
export type Family = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly { suffix?: string; labels?: Readonly<Record<string, string>>; value: number }[]
}

/** A metric that is one number. */
export function gauge(name: string, help: string, value: number, type: Family['type'] = 'gauge'): Family {
  return { name, help, type, samples: [{ value }] }
}

/** The text format, version 0.0.4 (prometheus.io, "Exposition formats"). */
export function textOf(families: readonly Family[]): string {
  return families
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelsOf(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('')
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  const all = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`,
  )
  return all.length > 0 ? `{${all.join(',')}}` : ''
}
