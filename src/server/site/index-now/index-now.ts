import { type PublishedPage, publicPages } from '#contract/core/public-pages.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseTables } from '#platform/db/tables.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { ServerModule } from '#platform/module.ts'
import { createJobQueue, type QueueTiming } from '#platform/queue/queue.ts'
import type { Config } from '../../config/config.ts'
import { indexNowJobTable, listUnsubmittedPages, makeIndexNowJobDueAgain, markPagesSubmitted } from './store.ts'

type Dependencies = {
  database: Database
  config: Pick<Config, 'indexNow' | 'origins'>
  readListedPages: () => Promise<readonly PublishedPage[]>
  areSearchEnginesKeptOut: () => Promise<boolean>
  problem: LogProblem
  timing?: typeof INDEX_NOW_QUEUE_TIMING
}

type IndexNow = ServerModule & Required<Pick<ServerModule, 'start' | 'close'>>

/** Creates the module that reports changed public pages to search engines (indexnow.org), in the background. */
export function createIndexNowModule({
  database,
  config,
  readListedPages,
  areSearchEnginesKeptOut,
  problem,
  timing = INDEX_NOW_QUEUE_TIMING,
}: Dependencies): IndexNow {
  const { indexNow, origins } = config
  const module: ServerModule = {
    name: 'site/index-now',
    stateTables: ['index_now_page', 'index_now_job'],
    noPersonalData: 'Pages that search engines know.',
  }
  if (!indexNow?.endpoint) return { ...module, start: () => {}, close: async () => {} }
  const [origin] = origins
  const endpoint = { url: indexNow.endpoint, key: indexNow.key, origin }
  let isFailing = false

  async function readUnsubmitted() {
    const unsubmitted = await listUnsubmittedPages(database.read, Date.now(), timing.debounce)
    // Submits these changes later, once search engines are allowed.
    if (unsubmitted.length === 0 || (await areSearchEnginesKeptOut())) return []
    const pages = await readListedPages()
    return unsubmitted.flatMap(({ page, change }) => {
      // A page may be gone or have moved. Engines need that too. Skips unknown page names.
      const fixedPath = publicPages.find(({ name }) => name === page)?.path
      const ownPath = page.startsWith('/') ? page : fixedPath
      const paths = ownPath ? [ownPath] : pages.filter(({ name }) => name === page).map(({ path }) => path)
      return paths.length > 0 ? { page, change, urls: paths.map((path) => origin + path) } : []
    })
  }

  async function submitAll(signal: AbortSignal): Promise<void> {
    // Reads again, because another process may have submitted them.
    const unsubmitted = await readUnsubmitted()
    if (unsubmitted.length === 0) return
    await submitUrls(endpoint, [...new Set(unsubmitted.flatMap(({ urls }) => urls))], signal)
    await database.write((tx) => markPagesSubmitted(tx, unsubmitted))
  }

  const queue = createJobQueue<DatabaseTables['index_now_job']>({
    database,
    table: indexNowJobTable,
    timing,
    name: 'search engines',
    problem,
    maxConcurrent: 1,
    isRepeatable: true,
    describeFailure: undefined,
    work: (_job, signal) => submitAll(signal),
    saveOutcome: (tx) => {
      isFailing = false
      return makeIndexNowJobDueAgain(tx)
    },
    onFailure: ({ attempts }, error) => {
      // Logs only the first failure in a row, not a line for every retry.
      if (!isFailing || attempts === 1)
        problem(error, 'The server cannot report changed pages to search engines. It tries again.')
      isFailing = true
      return undefined
    },
    shouldPoll: async () => (await readUnsubmitted()).length > 0,
    readDueSince: async () => {
      const unsubmitted = await readUnsubmitted()
      return unsubmitted.length > 0 ? Math.min(...unsubmitted.map(({ change }) => change)) + timing.debounce : undefined
    },
  })
  return { ...module, queues: [queue], start: queue.start, close: queue.close }
}

const SECOND = 1_000
const HOUR = 3_600 * SECOND

/** All times are in ms. */
export const INDEX_NOW_QUEUE_TIMING = {
  /** Also finds changed pages, because no module reports them. */
  poll: 2 * SECOND,
  /** Waits until a page stays unchanged for this long, so that several saves make one report. */
  debounce: 5 * SECOND,
  lease: 60 * SECOND,
  deadline: 10 * SECOND,
  firstPause: 60 * SECOND,
  longestPause: 6 * HOUR,
  closeWithin: 0,
} satisfies QueueTiming & { debounce: number }

/** 202 means that the endpoint accepts the URLs and verifies the key later. */
const ACCEPTED_STATUSES = [200, 202]

type Endpoint = { url: string; key: string; origin: Config['origins'][0] }

/** Sends one POST in the IndexNow format. Follows no redirect. Throws if the endpoint doesn't accept the URLs. */
async function submitUrls({ url, key, origin }: Endpoint, urls: readonly string[], signal: AbortSignal): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ host: new URL(origin).host, key, keyLocation: `${origin}/${key}.txt`, urlList: urls }),
    redirect: 'manual',
    signal,
  })
  await response.body?.cancel()
  if (!ACCEPTED_STATUSES.includes(response.status)) throw new Error(`${new URL(url).host} answered ${response.status}`)
}
