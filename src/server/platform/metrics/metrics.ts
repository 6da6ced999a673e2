import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { Config } from '../../config/config.ts'
import { isLoopback } from '../../config/config-values.ts'
import { belongsTo } from '../../config/ip-address.ts'
import type { Database } from '../db/db.ts'
import { NEVER_TURNED_AWAY } from '../http/load-shedding.ts'
import { isForwarded } from '../http/request-headers.ts'
import type { Queue } from '../queue/queue.ts'
import { createHistograms } from './histogram.ts'
import { type Family, gauge, textOf } from './text-format.ts'

type Parts = {
  config: Pick<Config, 'metricsToken' | 'origins' | 'trustProxy'>
  database: Database
  queues: readonly Queue[]
  /** How many kept pages were sent. */
  cacheHits: () => number
  /** How many requests were turned away because too much was under way. */
  turnedAway: () => number
  version: string
}

/** How often the event loop is looked at, in ms. */
const RESOLUTION = 50
const NANOSECONDS = 1e9

const isThisMachine = belongsTo(['loopback'])

/**
 * `/metrics` in the text format of Prometheus (version 0.0.4), for whoever sends METRICS_TOKEN, and for this machine.
 * Nobody else learns that it is there. What is not counted on the way is read when it is asked for.
 */
export function registerMetrics(app: FastifyInstance, { config, database, queues, cacheHits, turnedAway, version }: Parts): void {
  const latencies = createHistograms()
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())
  app.addHook('onResponse', (request, reply, done) => {
    latencies.add(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000)
    done()
  })

  app.get('/metrics', NEVER_TURNED_AWAY, async (request, reply) => {
    if (!mayRead(request)) throw new Refusal(404, 'There is nothing at this address.')
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return textOf([
      ...latencies.families(),
      gauge('rankstead_page_cache_hits_total', 'Kept pages that were sent', cacheHits(), 'counter'),
      gauge('rankstead_requests_turned_away_total', 'Requests beyond what could be answered', turnedAway(), 'counter'),
      ...writeFamilies(),
      ...(await queueFamilies()),
      ...processFamilies(),
    ])
  })

  function mayRead({ headers, socket, ip, raw }: FastifyRequest): boolean {
    const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ')
    if (config.metricsToken && scheme.toLowerCase() === 'bearer') return isSame(token, config.metricsToken)
    // A public site without TRUST_PROXY may stand behind a proxy that says nothing of whom it asks for.
    const isProxyKnown = config.trustProxy.length > 0 || config.origins.every(isLoopback)
    if (!isProxyKnown || raw.httpVersion === '1.0') return false
    return isThisMachine(socket.remoteAddress) && isThisMachine(ip) && !isForwarded(headers)
  }

  function writeFamilies(): Family[] {
    const { commits, writes, seconds } = database.writeCounts
    const pools = database.connections()
    return [
      gauge('rankstead_commits_total', 'Transactions that were committed', commits, 'counter'),
      gauge('rankstead_writes_total', 'Writes that shared them', writes, 'counter'),
      gauge('rankstead_commit_seconds_total', 'Time from the beginning of a transaction to its end', seconds, 'counter'),
      {
        name: 'rankstead_database_connections',
        help: 'Connections to PostgreSQL',
        type: 'gauge',
        samples: pools.flatMap(({ use, total, idle, waiting }) => [
          { labels: { use, state: 'open' }, value: total },
          { labels: { use, state: 'idle' }, value: idle },
          { labels: { use, state: 'waited_for' }, value: waiting },
        ]),
      },
    ]
  }

  async function queueFamilies(): Promise<Family[]> {
    const depths = await Promise.all(queues.map(async ({ name, depth }) => ({ queue: name, ...(await depth()) })))
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
        samples: depths.map(({ queue, oldest }) => ({ labels: { queue }, value: oldest / 1000 })),
      },
    ]
  }

  function processFamilies(): Family[] {
    const { rss, heapUsed } = process.memoryUsage()
    const lag = (percentile: number) => Math.max(0, delay.percentile(percentile) / NANOSECONDS - RESOLUTION / 1000)
    const families: Family[] = [
      {
        name: 'rankstead_event_loop_lag_seconds',
        help: 'How late the event loop was since this was asked last',
        type: 'gauge',
        samples: [50, 99, 100].map((one) => ({ labels: { quantile: String(one / 100) }, value: lag(one) })),
      },
      gauge('rankstead_memory_bytes', 'Memory of the process', rss),
      gauge('rankstead_heap_bytes', 'Memory that its objects take', heapUsed),
      gauge('rankstead_uptime_seconds', 'Since the process started', process.uptime()),
      {
        name: 'rankstead_build_info',
        help: 'The program and the newest step of its schema',
        type: 'gauge',
        samples: [{ labels: { version, schema: database.schema }, value: 1 }],
      },
    ]
    delay.reset()
    return families
  }
}

/** In constant time, whatever the lengths. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
