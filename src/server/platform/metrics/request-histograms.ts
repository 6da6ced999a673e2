import { createMetric, type MetricFamily } from './prometheus-format.ts'

/** Upper bounds of the buckets, in seconds. */
const BUCKET_BOUNDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

type Histogram = { method: string; route: string; counts: number[]; sum: number; total: number }

/** Counts requests by route and status class. Labels use routes instead of URLs, so that their number is limited. */
export function createRequestHistograms() {
  const histograms = new Map<string, Histogram>()
  const statuses = new Map<string, number>()

  function getHistogram(method: string, route: string): Histogram {
    const key = `${method} ${route}`
    const known = histograms.get(key)
    if (known) return known
    const created = { method, route, counts: BUCKET_BOUNDS.map(() => 0), sum: 0, total: 0 }
    histograms.set(key, created)
    return created
  }

  return {
    /** Counts one request. */
    add(method: string, route: string, status: number, seconds: number): void {
      const histogram = getHistogram(method, route)
      const bucket = BUCKET_BOUNDS.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1
      histogram.sum += seconds
      histogram.total++
      const kind = `${Math.floor(status / 100)}xx`
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
    },

    listFamilies(): MetricFamily[] {
      const durations = [...histograms.values()].flatMap(buildSamples)
      const counts = [...statuses].map(([status, value]) => ({ labels: { status }, value }))
      return [
        createMetric('rankstead_request_seconds', 'Duration of requests, without cached pages', durations, 'histogram'),
        createMetric('rankstead_requests_total', 'Requests by status class', counts, 'counter'),
      ]
    },
  }
}

function buildSamples({ method, route, counts, sum, total }: Histogram): MetricFamily['samples'] {
  let cumulativeCount = 0
  const buckets = BUCKET_BOUNDS.map((bound, nth) => {
    cumulativeCount += counts[nth] ?? 0
    return { suffix: '_bucket', labels: { method, route, le: String(bound) }, value: cumulativeCount }
  })
  const labels = { method, route }
  return [
    ...buckets,
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: total },
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: total },
  ]
}
