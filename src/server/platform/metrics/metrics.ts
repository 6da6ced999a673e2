import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UserError } from '#contract/core/user-error.ts'
import type { Config } from '../../config/config.ts'
import { createNetworkMatcher } from '../../config/ip-address.ts'
import { isLoopbackOrigin } from '../../config/loopback-checks.ts'
import type { Database } from '../db/open-database.ts'
import { SHEDDING_EXEMPT_ROUTE_OPTIONS } from '../http/load-shedding.ts'
import { isForwardedByProxy } from '../http/web-headers.ts'
import type { Gauge } from '../module.ts'
import type { JobQueue } from '../queue/queue.ts'
import { createMetric, formatMetrics, type MetricFamily } from './prometheus-format.ts'
import { createRequestHistograms } from './request-histograms.ts'

type Dependencies = {
  config: Pick<Config, 'metricsToken' | 'origins' | 'trustProxy'>
  database: Database
  queues: readonly JobQueue[]
  gauges: Readonly<Record<string, Gauge>>
  /** Returns how many cached pages were sent. */
  countCacheHits: () => number
  /** Returns how many requests were rejected because too many were pending. */
  countShedRequests: () => number
  version: string
}

/** How often the event loop's delay is sampled, in ms. */
const EVENT_LOOP_RESOLUTION = 50
const NANOSECONDS = 1e9

const isLoopbackAddress = createNetworkMatcher(['loopback'])

/**
 * Serves `/metrics` in the Prometheus text format (version 0.0.4), to senders of METRICS_TOKEN and to this machine.
 * All others get a 404. Most values are read at the time of the request.
 */
export function registerMetrics(app: FastifyInstance, dependencies: Dependencies): void {
  const { config, database, queues, gauges, countCacheHits, countShedRequests, version } = dependencies
  const requestHistograms = createRequestHistograms()
  const eventLoopDelay = monitorEventLoopDelay({ resolution: EVENT_LOOP_RESOLUTION })
  eventLoopDelay.enable()
  app.addHook('onClose', async () => void eventLoopDelay.disable())
  app.addHook('onResponse', (request, reply, done) => {
    requestHistograms.add(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000)
    done()
  })

  app.get('/metrics', SHEDDING_EXEMPT_ROUTE_OPTIONS, async (request, reply) => {
    if (!isAllowedToRead(config, request)) throw new UserError(404, 'There’s nothing at this address.')
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    const shedHelp = 'Requests rejected because too many were pending'
    return formatMetrics([
      ...requestHistograms.listFamilies(),
      createMetric('rankstead_page_cache_hits_total', 'Cached pages sent', countCacheHits(), 'counter'),
      createMetric('rankstead_requests_shed_total', shedHelp, countShedRequests(), 'counter'),
      ...buildWriteFamilies(database),
      ...(await buildQueueFamilies(queues)),
      ...(await Promise.all(
        Object.entries(gauges).map(async ([name, { help, read }]) => createMetric(name, help, await read())),
      )),
      ...buildProcessFamilies(eventLoopDelay),
      createMetric('rankstead_build_info', 'The version and the newest migration', [
        { labels: { version, schema: database.newestMigration }, value: 1 },
      ]),
    ])
  })
}

function isAllowedToRead(
  { metricsToken, trustProxy, origins }: Dependencies['config'],
  { headers, socket, ip, raw }: FastifyRequest,
): boolean {
  const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ')
  if (metricsToken && scheme.toLowerCase() === 'bearer') return isEqualInConstantTime(token, metricsToken)
  // Without TRUST_PROXY, a proxy on this machine may forward visitors without saying so.
  const isProxyKnown = trustProxy.length > 0 || origins.every(isLoopbackOrigin)
  if (!isProxyKnown || raw.httpVersion === '1.0') return false
  return isLoopbackAddress(socket.remoteAddress) && isLoopbackAddress(ip) && !isForwardedByProxy(headers)
}

function buildWriteFamilies(database: Database): MetricFamily[] {
  const { commits, writes, seconds } = database.writeCounts
  const connections = database.connections().flatMap(({ use, total, idle, waiting }) => [
    { labels: { use, state: 'open' }, value: total },
    { labels: { use, state: 'idle' }, value: idle },
    { labels: { use, state: 'waiting' }, value: waiting },
  ])
  return [
    createMetric('rankstead_commits_total', 'Committed transactions', commits, 'counter'),
    createMetric('rankstead_writes_total', 'Writes in these transactions', writes, 'counter'),
    createMetric('rankstead_commit_seconds_total', 'Time that transactions took', seconds, 'counter'),
    createMetric('rankstead_database_connections', 'Connections to PostgreSQL', connections),
  ]
}

async function buildQueueFamilies(queues: readonly JobQueue[]): Promise<MetricFamily[]> {
  const depths = await Promise.all(queues.map(async ({ name, readDepth }) => ({ queue: name, ...(await readDepth()) })))
  const dueJobs = depths.map(({ queue, due }) => ({ labels: { queue }, value: due }))
  const ages = depths.map(({ queue, oldestAge }) => ({ labels: { queue }, value: oldestAge / 1000 }))
  return [
    createMetric('rankstead_queue_due', 'Due jobs, counted up to 10000', dueJobs),
    createMetric('rankstead_queue_oldest_seconds', 'How long the oldest job has been due', ages),
  ]
}

/** Resets `eventLoopDelay`, so that the next scrape gets the delay since this one. */
function buildProcessFamilies(eventLoopDelay: ReturnType<typeof monitorEventLoopDelay>): MetricFamily[] {
  const { rss, heapUsed } = process.memoryUsage()
  const computeLag = (percentile: number) =>
    Math.max(0, eventLoopDelay.percentile(percentile) / NANOSECONDS - EVENT_LOOP_RESOLUTION / 1000)
  const lagSamples = [50, 99, 100].map((percentile) => ({
    labels: { quantile: String(percentile / 100) },
    value: computeLag(percentile),
  }))
  eventLoopDelay.reset()
  return [
    createMetric('rankstead_event_loop_lag_seconds', 'Event loop delay since the last scrape', lagSamples, 'summary'),
    createMetric('rankstead_memory_bytes', 'Memory of the process', rss),
    createMetric('rankstead_heap_bytes', 'JavaScript heap in use', heapUsed),
    createMetric('rankstead_uptime_seconds', 'Time since the process started', process.uptime()),
  ]
}

/** Compares in constant time, also for different lengths. */
function isEqualInConstantTime(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(actual), digest(expected))
}
