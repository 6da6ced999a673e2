import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UserError } from '../../../contract/core/user-error.ts'
import type { Config } from '../../config/config.ts'
import { isLoopbackOrigin } from '../../config/config-schemas.ts'
import { createNetworkMatcher } from '../../config/ip-address.ts'
import type { Database } from '../db/open-database.ts'
import { EXEMPT_FROM_SHEDDING } from '../http/load-shedding.ts'
import { isForwardedByProxy } from '../http/request-headers.ts'
import type { JobQueue } from '../queue/queue.ts'
import { createMetric, formatMetrics, type MetricFamily } from './prometheus-format.ts'
import { createRequestHistograms } from './request-histograms.ts'

type Dependencies = {
  config: Pick<Config, 'metricsToken' | 'origins' | 'trustProxy'>
  database: Database
  queues: readonly JobQueue[]
  /** How many kept pages were sent. */
  countCacheHits: () => number
  /** How many requests were turned away because too much was under way. */
  countShedRequests: () => number
  version: string
}

/** How often the event loop is looked at, in ms. */
const EVENT_LOOP_RESOLUTION = 50
const NANOSECONDS = 1e9

const isLoopbackAddress = createNetworkMatcher(['loopback'])

/**
 * `/metrics` in the text format of Prometheus (version 0.0.4), for whoever sends METRICS_TOKEN, and for this machine.
 * Nobody else learns that it is there. What is not counted on the way is read when it is asked for.
 */
export function registerMetrics(
  app: FastifyInstance,
  { config, database, queues, countCacheHits, countShedRequests, version }: Dependencies,
): void {
  const requestHistograms = createRequestHistograms()
  const eventLoopDelay = monitorEventLoopDelay({ resolution: EVENT_LOOP_RESOLUTION })
  eventLoopDelay.enable()
  app.addHook('onClose', async () => void eventLoopDelay.disable())
  app.addHook('onResponse', (request, reply, done) => {
    requestHistograms.add(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000)
    done()
  })

  app.get('/metrics', EXEMPT_FROM_SHEDDING, async (request, reply) => {
    if (!isAllowedToRead(request)) throw new UserError(404, 'There is nothing at this address.')
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return formatMetrics([
      ...requestHistograms.listFamilies(),
      createMetric('rankstead_page_cache_hits_total', 'Kept pages that were sent', countCacheHits(), 'counter'),
      createMetric('rankstead_requests_shed_total', 'Requests beyond what could be answered', countShedRequests(), 'counter'),
      ...buildWriteFamilies(),
      ...(await buildQueueFamilies()),
      ...buildProcessFamilies(),
    ])
  })

  function isAllowedToRead({ headers, socket, ip, raw }: FastifyRequest): boolean {
    const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ')
    if (config.metricsToken && scheme.toLowerCase() === 'bearer') return isEqualInConstantTime(token, config.metricsToken)
    // A public site without TRUST_PROXY may stand behind a proxy that says nothing of whom it asks for.
    const isProxyKnown = config.trustProxy.length > 0 || config.origins.every(isLoopbackOrigin)
    if (!isProxyKnown || raw.httpVersion === '1.0') return false
    return isLoopbackAddress(socket.remoteAddress) && isLoopbackAddress(ip) && !isForwardedByProxy(headers)
  }

  function buildWriteFamilies(): MetricFamily[] {
    const { commits, writes, seconds } = database.writeCounts
    const pools = database.connections()
    return [
      createMetric('rankstead_commits_total', 'Transactions that were committed', commits, 'counter'),
      createMetric('rankstead_writes_total', 'Writes that shared them', writes, 'counter'),
      createMetric('rankstead_commit_seconds_total', 'Time from the beginning of a transaction to its end', seconds, 'counter'),
      {
        name: 'rankstead_database_connections',
        help: 'Connections to PostgreSQL',
        type: 'gauge',
        samples: pools.flatMap(({ use, total, idle, waiting }) => [
          { labels: { use, state: 'open' }, value: total },
          { labels: { use, state: 'idle' }, value: idle },
          { labels: { use, state: 'waiting' }, value: waiting },
        ]),
      },
    ]
  }

  async function buildQueueFamilies(): Promise<MetricFamily[]> {
    const depths = await Promise.all(queues.map(async ({ name, readDepth }) => ({ queue: name, ...(await readDepth()) })))
    return [
      {
        name: 'rankstead_queue_due',
        help: 'Jobs whose time has come; no more than 10000 are counted',
        type: 'gauge',
        samples: depths.map(({ queue, due }) => ({ labels: { queue }, value: due })),
      },
      {
        name: 'rankstead_queue_oldest_seconds',
        help: 'For how long the first of them has been due',
        type: 'gauge',
        samples: depths.map(({ queue, oldestAge: oldest }) => ({ labels: { queue }, value: oldest / 1000 })),
      },
    ]
  }

  function buildProcessFamilies(): MetricFamily[] {
    const { rss, heapUsed } = process.memoryUsage()
    const computeLag = (percentile: number) =>
      Math.max(0, eventLoopDelay.percentile(percentile) / NANOSECONDS - EVENT_LOOP_RESOLUTION / 1000)
    const families: MetricFamily[] = [
      {
        name: 'rankstead_event_loop_lag_seconds',
        help: 'How late the event loop was since this was asked last',
        type: 'gauge',
        samples: [50, 99, 100].map((one) => ({ labels: { quantile: String(one / 100) }, value: computeLag(one) })),
      },
      createMetric('rankstead_memory_bytes', 'Memory of the process', rss),
      createMetric('rankstead_heap_bytes', 'Memory that its objects take', heapUsed),
      createMetric('rankstead_uptime_seconds', 'Since the process started', process.uptime()),
      {
        name: 'rankstead_build_info',
        help: 'The program and the newest step of its schema',
        type: 'gauge',
        samples: [{ labels: { version, schema: database.schema }, value: 1 }],
      },
    ]
    eventLoopDelay.reset()
    return families
  }
}

/** In constant time, whatever the lengths. */
function isEqualInConstantTime(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(actual), digest(expected))
}
