import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { contentKinds } from '#contract/content-kinds.ts'
import { endpoints, groupsByEndpoint } from '#contract/endpoints.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { buildOpenApiDocument } from '#platform/http/openapi.ts'
import { idempotentCalls } from '../support/idempotent-calls.ts'
import { createOrderClient } from '../support/order-client.ts'
import { PDF_FILE } from '../support/order-files.ts'
import { runsFullProofs } from '../support/proof-size.ts'
import { buildRandomRequests, type OpenApiOperation, type RandomRequest } from '../support/random-requests.ts'
import { openTableRowCounts } from '../support/table-row-counts.ts'
import { startApp, type TestApp } from '../support/test-app.ts'
import { createTestDatabases } from '../support/test-databases.ts'

const contentKindNames = new Set(contentKinds.map(({ kind }) => kind))

/** Returns the run options of a call: 100 random requests in full proofs, else the same few in every run. */
function getRunOptions({ tags }: OpenApiOperation) {
  if (runsFullProofs) return { numRuns: 100 }
  // The paths of the work name three kinds of records.
  if (tags.includes('work')) return { numRuns: 12, seed: 7 }
  return { numRuns: tags.some((tag) => contentKindNames.has(tag)) ? 2 : 6, seed: 7 }
}

/** Tables that jobs and counters write in the background, even while a request is refused. */
const BACKGROUND_TABLES = [
  'last_save',
  'save_probe',
  'unlisted_proxy',
  'email_outbox',
  'reset_request',
  'reset_link',
  'session',
  'attempt_counter',
  'verification',
  'daily_count',
  'path_hit',
]

/** Tags of calls that need a recent session or may have ended it. */
const SESSION_TAGS = ['accounts', 'better-auth', 'subscribers', 'user', 'payment-email']

const databases = [createTestDatabases(() => undefined), createTestDatabases(() => inject('postgresUrl'))]
let sites: Site[]
let kinds: string[]

beforeAll(async () => {
  sites = await Promise.all(databases.map(async ({ environment }) => openSite(await environment())))
  kinds = Object.keys(sites[0]?.ids ?? {})
})
afterAll(() => Promise.all(sites.map(({ close }) => close())))

it('every call answers random requests alike on both databases, without errors, and a refusal writes nothing', async () => {
  const { paths } = buildOpenApiDocument(endpoints, groupsByEndpoint, '1.0.0') as unknown as {
    paths: Record<string, Record<string, OpenApiOperation>>
  }
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations)) {
      if (operation.tags.some((tag) => SESSION_TAGS.includes(tag))) await signInAgain()
      const isAlike = async (request: RandomRequest) => expectSameReplies(method.toUpperCase(), path, request)
      await fc.assert(fc.asyncProperty(buildRandomRequests(path, operation, kinds), isAlike), getRunOptions(operation))
    }
})

async function signInAgain(): Promise<void> {
  for (const { signIn } of sites) for (const role of ['customer', 'admin'] as const) await signIn(role)
}

it('the requests store the same number of rows in every table of both databases', async () => {
  // Queues remove some rows only when they process them.
  const counts = () => Promise.all(sites.map(({ count }) => count()))
  await expect.poll(async () => findDifferences(await counts())).toEqual([])
})

function findDifferences([one, other]: Record<string, number>[]): string[] {
  return Object.keys({ ...one, ...other }).filter((name) => one?.[name] !== other?.[name])
}

type Site = Awaited<ReturnType<typeof openSite>>

async function expectSameReplies(method: string, path: string, request: RandomRequest): Promise<void> {
  const replies: { status: number; error?: string; fields?: object }[] = []
  for (const site of sites) {
    await site.waitForNoticeVerifications?.()
    const before = site.contents?.()
    const { status, text } = await site.request(method, buildUrl(path, request, site.ids), {
      as: request.as,
      ...(request.type === 'application/json'
        ? { body: request.body }
        : { payload: String(request.body), headers: { 'content-type': request.type } }),
    })
    const isRefused = status >= 400
    if (isRefused) expect(site.contents?.(), `stored rows after ${status} of ${method} ${path}`).toEqual(before)
    replies.push({ status, ...(isRefused && extractMessages(text)) })
  }
  const [one, other] = replies
  expect(one?.status, `${method} ${path}`).toBeLessThan(500)
  expect(other, `${method} ${path}`).toEqual(one)
}

function extractMessages(text: string): { error: string; fields?: object } {
  const { error, fields } = JSON.parse(text) as { error: string; fields?: Record<string, string> }
  return { error, ...(fields && { fields: Object.entries(fields).map(([name, sentence]) => [maskId(name), sentence]) }) }
}

/** Replaces an id, because a record has another id in each database. */
function maskId(name: string): string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name) ? 'a record' : name
}

function buildUrl(path: string, { kind, params, query }: RandomRequest, ids: Record<string, string[]>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const param = params[name] ?? { nth: 0 }
    if ('text' in param) return encodeURIComponent(param.text.toWellFormed())
    return name === 'kind' ? kind : (ids[kind]?.[param.nth] ?? '00000000-0000-4000-8000-000000000000')
  })
  return `/api${filled}?${new URLSearchParams(query as Record<string, string>)}`
}

/** Starts a site with a record of every kind. On SQLite, it also watches what is written. */
async function openSite(environment: Record<string, string>) {
  const site = await startApp({ ...environment, SEED: 'demo' })
  const make = (path: string, as: 'admin' | 'customer') =>
    site.request('POST', path, { as, body: idempotentCalls.find((call) => call.path === path)?.body })
  for (const path of ['/api/add-message', '/api/add-subscriber', '/api/media']) await make(path, 'admin')
  await placeOrder(site)
  const [order] = (await site.request('GET', '/api/orders', { as: 'admin' })).json() as { _id: string }[]
  await site.request('PUT', `/api/order-paid/${order?._id}`, { as: 'admin', body: { reason: 'In cash' } })
  const lists = Object.fromEntries([
    ...contentKinds.map(({ kind, api }) => [kind, api.list] as const),
    ...['orders', 'payments'].map((tag) => [tag, '/orders'] as const),
    ...['messages', 'subscribers', 'media'].map((tag) => [tag, `/${tag}`] as const),
  ])
  const ids: Record<string, string[]> = {}
  for (const [kind, path] of Object.entries(lists)) {
    const records = (await site.request('GET', `/api${path}`, { as: 'admin' })).json() as { _id: string }[]
    ids[kind] = records.map(({ _id }) => _id)
  }
  ids.work = await addWork(site, order?._id ?? '')
  const effects = await openTableRowCounts(environment)
  const watch = environment.DATABASE_URL ? undefined : watchDatabase(join(environment.DATA_DIR ?? '', 'rankstead.db'))
  return {
    ...site,
    ...watch,
    ids,
    count: effects.count,
    close: async () => {
      watch?.end()
      await effects.close()
      await site.close()
    },
  }
}

/** Orders a package of the demo content. */
async function placeOrder(site: TestApp): Promise<void> {
  const packages = (await site.request('GET', '/api/pricings')).json() as { packageName: string; packagePrice: string }[]
  const { packageName, packagePrice } = packages.find((one) => one.packageName === 'Standard') ?? expect.fail()
  const known = idempotentCalls.find(({ path }) => path === '/api/new-order')?.body
  const { status } = await site.request('POST', '/api/new-order', {
    as: 'customer',
    body: { ...known, packageName, packagePrice },
  })
  expect(status).toBe(201)
}

/** Adds records to an order's work. Returns one id for each kind of path: an order, a deliverable and a file. */
async function addWork(site: TestApp, orderId: string): Promise<string[]> {
  const { upload, write } = createOrderClient(site)
  const file = (await upload(orderId, 'admin', PDF_FILE, 'plan.pdf')).reply.record
  await write(orderId, 'admin', { text: 'The plan', files: [file._id] })
  const work = await site.request('GET', `/api/order-work/${orderId}`, { as: 'admin' })
  const { deliverables } = work.json() as OrderWork
  return [orderId, deliverables.find(({ needsApproval }) => needsApproval)?._id ?? '', file._id]
}

/** The columns that the next verification of a payment notice may write at any time. */
const NOTICE_ATTEMPT_COLUMNS = ['attempts', 'due_at', 'claimed_at', 'claimed_by', 'reason']

/** Watches a database over its own connection. A look is cheap if nothing was committed since the last one. */
function watchDatabase(file: string) {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !BACKGROUND_TABLES.includes(name))
  const noticeColumns = database
    .prepare("select name from pragma_table_info('payment_notice')")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !NOTICE_ATTEMPT_COLUMNS.includes(name))
  const selects = tables.map((name) => {
    const columns = name === 'payment_notice' ? noticeColumns.join() : '*'
    return [name, database.prepare(`select ${columns} from "${name}"`)] as const
  })
  const unverified = database.prepare(
    'select 1 from payment_notice where claimed_at is not null or (attempts = 0 and due_at <= ?)',
  )
  const version = database.prepare('pragma data_version')
  let lastVersion: unknown
  let digests: Record<string, string> = {}
  return {
    /** Returns a digest per table, which changes with its rows. */
    contents(): Record<string, string> {
      const { data_version: now } = version.get() ?? {}
      if (now !== lastVersion) digests = Object.fromEntries(selects.map(([name, select]) => [name, digestRows(select)]))
      lastVersion = now
      return digests
    },
    /** Waits until each payment notice was verified once, because that may write to other tables. */
    waitForNoticeVerifications: () => expect.poll(() => unverified.get(Date.now()), { interval: 5 }).toBeUndefined(),
    end: () => database.close(),
  }
}

function digestRows(select: StatementSync): string {
  const text = JSON.stringify(select.all(), (_, value) => (value instanceof Uint8Array ? value.length : value))
  return createHash('sha256').update(text).digest('hex')
}
