import type { BudgetLimit } from './support/report-table.ts'

/**
 * A limit on a figure. `what` names it in the table, and `benchmark` measures it. `rows` matches the rows that it limits,
 * if they have other names.
 */
export type Budget = BudgetLimit & { benchmark: string; what: string; rows?: RegExp; note?: string }

const CACHED_PAGE = 'cached landing page, Brotli, 64 connections, against node:http sending the same bytes'
const RENDERED_PAGE = 'landing page rendered per request, against plain React with the same queries'
const ORDER_PLACEMENT =
  'POST /api/new-order, durable, 32 connections, against a bare Fastify route that commits each insert alone'
const LISTS_BENCHMARK = 'lists'
const ANY_LIST = 'any list with its totals'

/** All budgets in table order. `npm run bench` prints this table; docs/benchmarks.md has the latest. */
export const budgets = {
  cachedRate: { benchmark: 'cached', what: `${CACHED_PAGE}: requests per second`, least: 0.95 },
  cachedCpu: { benchmark: 'cached', what: `${CACHED_PAGE}: by server CPU time`, least: 0.95 },
  cachedP99: { benchmark: 'cached', what: `${CACHED_PAGE}: 99th percentile`, most: 1.5 },
  uncachedRate: { benchmark: 'uncached', what: `${RENDERED_PAGE}: requests per second`, least: 0.75 },
  uncachedCpu: { benchmark: 'uncached', what: `${RENDERED_PAGE}: by server CPU time`, least: 0.75 },
  orders: { benchmark: 'orders', what: `${ORDER_PLACEMENT}: requests per second`, least: 3 },
  listTimeAgainst100000: {
    benchmark: LISTS_BENCHMARK,
    what: `${ANY_LIST}: time, 1,000,000 records against 100,000`,
    rows: /: 1,000,000 against 100,000$/,
    most: 1.2,
  },
  listTimeAgainst1000: {
    benchmark: LISTS_BENCHMARK,
    what: `${ANY_LIST}: time, 1,000,000 records against 1,000`,
    rows: /: 1,000,000 against 1,000$/,
    most: 1.5,
  },
  countedLists: {
    benchmark: LISTS_BENCHMARK,
    what: 'a list of 100,000 messages or subscribers, counted for each page (SQLite)',
    rows: /: 100,000$/,
    most: 10,
    unit: ' ms',
    digits: 1,
  },
  listBytes: {
    benchmark: LISTS_BENCHMARK,
    what: `${ANY_LIST}: response bytes, 1,000,000 records against 1,000`,
    rows: /: bytes, 1,000,000 against 1,000$/,
    most: 1.1,
    note: 'only the numbers are longer',
  },
  session: { benchmark: 'session', what: 'session lookup, cached in memory', most: 0.1, unit: ' ms', digits: 4 },
  start: { benchmark: 'start', what: 'built server, start to first 200', most: 500, unit: ' ms' },
  npmStart: { benchmark: 'start', what: '`npm start` with nothing to do, to first 200', most: 1000, unit: ' ms' },
  memory: { benchmark: 'start', what: 'memory when idle', most: 110, unit: ' MB', note: 'decision 32' },
  html: { benchmark: 'weight', what: 'any public page: HTML', most: 8, unit: ' KB', digits: 1 },
  css: { benchmark: 'weight', what: 'any public page: CSS', most: 10, unit: ' KB', digits: 1 },
  script: { benchmark: 'weight', what: 'any public page: script', most: 3, unit: ' KB', digits: 1 },
  wholePage: { benchmark: 'weight', what: 'any public page: all, font and images included', most: 70, unit: ' KB', digits: 1 },
  requests: { benchmark: 'weight', what: 'any public page: requests', most: 10 },
  thirdParties: { benchmark: 'weight', what: 'any public page: requests to third parties', most: 0 },
  fetched: { benchmark: 'weight', what: 'any public page: content fetched by script', most: 0 },
  uncompressed: { benchmark: 'weight', what: 'any public page: text files without Brotli', most: 0 },
  customerScript: { benchmark: 'signed-in', what: 'customer pages: scripts other than the public one', most: 0 },
  editorFiles: { benchmark: 'signed-in', what: 'first editor: script files until it responds', most: 12 },
  editorBytes: {
    benchmark: 'signed-in',
    what: 'first editor: bytes of these files, Brotli',
    most: 150,
    unit: ' KB',
    digits: 1,
    note: 'decision 1',
  },
  scores: { benchmark: 'lighthouse', what: 'Lighthouse mobile, any public page: any of the four scores', least: 100 },
  lcp: { benchmark: 'lighthouse', what: 'Lighthouse mobile: LCP against the same bytes sent by nginx', most: 1.05 },
  cls: { benchmark: 'lighthouse', what: 'Lighthouse mobile, any public page: CLS', most: 0, digits: 3 },
  tbt: { benchmark: 'lighthouse', what: 'Lighthouse mobile, a page of each kind: TBT', most: 50, unit: ' ms' },
  keyToFrame: { benchmark: 'typing', what: 'typing in the largest forms: key to next frame', most: 50, unit: ' ms' },
  keyToPreview: { benchmark: 'typing', what: 'typing in the largest forms: key to preview', most: 300, unit: ' ms' },
} satisfies Record<string, Budget>

export const allBudgets: readonly Budget[] = Object.values(budgets)
