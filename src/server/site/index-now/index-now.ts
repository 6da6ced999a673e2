import type { PublishedPage } from '../../../contract/core/public-pages.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../platform/db/open-database.ts'
import type { DatabaseTables } from '../../platform/db/tables.ts'
import type { ServerModule } from '../../platform/module.ts'
import { createJobQueue, type QueueTiming } from '../../platform/queue/queue.ts'
import { indexNowJobs, listUnsubmittedPages, markSubmitted, rescheduleNow } from './store.ts'

type Dependencies = {
  database: Database
  config: Pick<Config, 'indexNow' | 'origins'>
  readListedPages: () => Promise<readonly PublishedPage[]>
  areSearchEnginesKeptOut: () => Promise<boolean>
  problem: (error: unknown, sentence: string) => void
  timing?: typeof INDEX_NOW_TIMING
}

type IndexNow = ServerModule & Required<Pick<ServerModule, 'start' | 'close'>>

/** Tells search engines which public pages changed (indexnow.org), behind everybody's back: no request waits for it. */
export function createIndexNow({
  database,
  config,
  readListedPages,
  areSearchEnginesKeptOut,
  problem,
  timing = INDEX_NOW_TIMING,
}: Dependencies): IndexNow {
  const { indexNow, origins } = config
  const module: ServerModule = { name: 'site/index-now', stateTables: ['index_now_page', 'index_now_job'] }
  if (!indexNow?.endpoint) return { ...module, start: () => {}, close: async () => {} }
  const [origin] = origins
  const submit = createSubmitter({ url: indexNow.endpoint, key: indexNow.key, origin })
  let isFailing = false

  async function readUnsubmitted() {
    const unsubmitted = await listUnsubmittedPages(database.read, Date.now(), timing.debounce)
    // Pages that change until then are submitted once search engines are allowed.
    if (unsubmitted.length === 0 || (await areSearchEnginesKeptOut())) return []
    const pages = await readListedPages()
    return unsubmitted.flatMap(({ page, change }) => {
      // That a record's page is gone, or elsewhere, is news too; a name that is no page's any more is submitted never.
      const paths = page.startsWith('/') ? [page] : pages.filter(({ name }) => name === page).map(({ path }) => path)
      return paths.length > 0 ? { page, change, urls: paths.map((path) => origin + path) } : []
    })
  }

  async function submitAll(signal: AbortSignal): Promise<void> {
    // Read again: whoever had the job before may have done it.
    const unsubmitted = await readUnsubmitted()
    if (unsubmitted.length === 0) return
    await submit([...new Set(unsubmitted.flatMap(({ urls }) => urls))], signal)
    await database.write((tx) => markSubmitted(tx, unsubmitted))
  }

  const queue = createJobQueue<DatabaseTables['index_now_job']>({
    database,
    table: indexNowJobs,
    timing,
    name: 'search engines',
    problem,
    maxConcurrent: 1,
    work: (_job, signal) => submitAll(signal),
    saveOutcome: (tx) => {
      isFailing = false
      return rescheduleNow(tx)
    },
    onFailure: ({ attempts }, error) => {
      // Once, until it works again, here or in another process: the same line every hour helps nobody.
      if (!isFailing || attempts === 1) problem(error, 'search engines cannot be told of changed pages; it is tried again')
      isFailing = true
      return undefined
    },
    isRepeatable: true,
    shouldPoll: async () => (await readUnsubmitted()).length > 0,
  })
  return { ...module, queues: [queue], start: queue.start, close: queue.close }
}

const SECOND = 1_000
const HOUR = 3_600 * SECOND

/** All in ms. */
export const INDEX_NOW_TIMING = {
  /** Also for changes: nobody says when there is one. */
  poll: 2 * SECOND,
  /** How long a page must not have changed, so that an owner's many small saves are one change. */
  debounce: 5 * SECOND,
  lease: 60 * SECOND,
  deadline: 10 * SECOND,
  firstPause: 60 * SECOND,
  longestPause: 6 * HOUR,
  closeWithin: 0,
} satisfies QueueTiming & { debounce: number }

/** Submits these addresses; throws where they were not accepted. */
type SubmitUrls = (urls: readonly string[], signal: AbortSignal) => Promise<void>

/** What an endpoint answers that will look, now or once it has seen the key. */
const ACCEPTED_STATUSES = [200, 202]

type Endpoint = { url: string; key: string; origin: Config['origins'][0] }

/** One POST as the protocol asks for it. No redirect is followed: nobody else was meant. */
function createSubmitter({ url, key, origin }: Endpoint): SubmitUrls {
  return async (urls, signal) => {
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
}
