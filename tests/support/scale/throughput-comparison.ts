import { Agent } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { fetchStatusOrError } from '../fetch-status-or-error.ts'
import { computeMedian } from '../measure-time.ts'
import { buildRecordValues } from '../test-content-module.ts'

/** The number of rounds, the number of concurrent clients, and the ms per measurement. */
type LoadPlan = { rounds: number; clients: number; time: number }

/** The port of a proxy in front of one process, and of one in front of two. */
type ProxyPorts = { one: number; two: number }

type ThroughputRatio = {
  what: string
  one: number
  two: number
  ratio: number
  lowest: number
  highest: number
  failed: string[]
}

const SAVE_BODY = JSON.stringify(buildRecordValues(faqItem, 1))

const buildRequestKinds = (cookie: string) => [
  { what: 'a cached page', path: '/', status: 200 },
  { what: 'a page rendered per request', path: '/?registered', status: 200 },
  { what: 'a call that reads', path: `/api${faqItem.api.list}`, status: 200 },
  {
    what: 'a save',
    path: `/api${faqItem.api.add}`,
    status: 201,
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: SAVE_BODY,
  },
]

/** Compares the throughput of two processes and of one process. Returns the median ratio of all rounds. */
export async function compareThroughput(
  ports: ProxyPorts,
  cookie: string,
  { rounds, clients, time }: LoadPlan,
): Promise<ThroughputRatio[]> {
  const throughputRatios: ThroughputRatio[] = []
  // ORIGIN is the proxy of the two processes. Any other host gets a redirect.
  const host = `127.0.0.1:${ports.two}`
  for (const { what, status, ...options } of buildRequestKinds(cookie)) {
    const failed: string[] = []
    const count = (port: number) =>
      countReplies({ ...options, headers: { ...options.headers, host }, port }, { status, clients, time, failed })
    const pairs: { one: number; two: number }[] = []
    for (let nth = 0; nth < rounds; nth++) {
      // The sides alternate in which one goes first.
      const first = nth % 2 === 0 ? 'one' : 'two'
      const firstCount = { [first]: await count(ports[first]) }
      const second = first === 'one' ? 'two' : 'one'
      pairs.push({ one: 0, two: 0, ...firstCount, [second]: await count(ports[second]) })
    }
    const ratios = pairs.map(({ one, two }) => two / one).toSorted((a, b) => a - b)
    throughputRatios.push({
      what,
      one: computeMedian(pairs.map(({ one }) => one)) / (time / 1_000),
      two: computeMedian(pairs.map(({ two }) => two)) / (time / 1_000),
      ratio: computeMedian(ratios),
      lowest: ratios[0] ?? 0,
      highest: ratios.at(-1) ?? 0,
      failed,
    })
  }
  return throughputRatios
}

/** Formats the ratios as a table with the machine's details. */
export function formatRatioTable(ratios: readonly ThroughputRatio[], proxy: string): string {
  const load = (loadavg()[0] ?? 0).toFixed(1)
  return [
    `Node ${process.versions.node}, ${availableParallelism()} cores shared with the clients, ${proxy} and PostgreSQL; load ${load}`,
    '| replies per second | one process | two | ratio | rounds |',
    '|---|---|---|---|---|',
    ...ratios.map(
      ({ what, one, two, ratio, lowest, highest }) =>
        `| ${what} | ${Math.round(one)} | ${Math.round(two)} | ${ratio.toFixed(2)} | ${lowest.toFixed(2)} to ${highest.toFixed(2)} |`,
    ),
  ].join('\n')
}

type CountOptions = { status: number; clients: number; time: number; failed: string[] }

async function countReplies(
  options: Omit<Parameters<typeof fetchStatusOrError>[0], 'agent'>,
  { status, clients, time, failed }: CountOptions,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const deadline = performance.now() + time
  let replyCount = 0
  async function keepRequesting(): Promise<void> {
    while (performance.now() < deadline) {
      const result = await fetchStatusOrError({ ...options, agent })
      if (result === status) replyCount++
      else failed.push(`${options.path}: ${result}`)
    }
  }
  await Promise.all(Array.from({ length: clients }, keepRequesting))
  agent.destroy()
  return replyCount
}
