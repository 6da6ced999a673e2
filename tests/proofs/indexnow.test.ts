import { afterEach, beforeEach, expect, it } from 'vitest'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { type PublicPageName, type PublishedPage, publicPages } from '#contract/core/public-pages.ts'
import { readConfig } from '#server/config/config.ts'
import { savePageChangeTimes } from '#server/content/records/page-changes/store.ts'
import { type Database, openDatabase } from '#server/migrations/open-database.ts'
import { createIndexNowModule, INDEX_NOW_QUEUE_TIMING } from '#server/site/index-now/index-now.ts'
import { listDemoValues } from '../support/demo-content.ts'
import { holdDeadlines } from '../support/held-deadlines.ts'
import { limitTime } from '../support/proof-size.ts'
import { type RecordedRequest, type RequestRecorder, startRequestRecorder } from '../support/request-recording-server.ts'
import { allowSearchEngines, publicSiteSettings, startApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const KEY = 'a1B2-c3D4-e5F6'
const ORIGIN = 'https://shop.example'
const FAST = { ...INDEX_NOW_QUEUE_TIMING, poll: 20, debounce: 100, firstPause: 100, longestPause: 400 }
const ALL = publicPages.map(({ name }) => name)

type Answer = NonNullable<Parameters<typeof startRequestRecorder>[0]>
const replyOk: Answer = (_, response) => void response.writeHead(200).end()
const replyError: Answer = (_, response) => void response.writeHead(500).end()
const neverReply: Answer = () => undefined

describeOnEachDatabase('IndexNow', (kind) => {
  let environment: Record<string, string>
  let database: Database
  let receiver: RequestRecorder
  let answer: Answer
  let cleanUps: (() => Promise<void>)[] = []
  let areKeptOut = false
  /** How often the worker checked whether search engines are kept out. */
  let checkCount = 0
  const problems: string[] = []

  beforeEach(async () => {
    answer = replyOk
    problems.length = 0
    areKeptOut = false
    receiver = await startRequestRecorder((request, response) => answer(request, response))
    environment = { ...(await kind.environment()), ...publicSiteSettings(ORIGIN), INDEXNOW_KEY: KEY, INDEXNOW_URL: receiver.url }
    database = await openDatabase(readConfig(environment))
    cleanUps = [receiver.close, database.close]
  })
  afterEach(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  })

  function createWorker(on = database) {
    const problem = (error: unknown, sentence: string) => problems.push(`${sentence}: ${error}`)
    const areSearchEnginesKeptOut = async () => {
      checkCount++
      return areKeptOut
    }
    const config = readConfig(environment)
    const parts = { database: on, config, readListedPages, areSearchEnginesKeptOut, problem, timing: FAST }
    return createIndexNowModule(parts)
  }
  /** Starts the worker of one more process on this database. */
  function startWorker(on = database) {
    const worker = createWorker(on)
    cleanUps.push(worker.close)
    worker.start()
    return worker
  }
  const pages: PublishedPage[] = publicPages.map(({ name, path }) => ({ name, path, title: name }))
  const readListedPages = async () => pages
  const saveChange = (...pages: (PublicPageName | `/${string}`)[]) => database.write((tx) => savePageChangeTimes(tx, pages))
  const listSubmittedUrls = async () =>
    (await database.main.selectFrom('index_now_page').select('page').execute()).map(({ page }) => page).sort()
  const parseSubmission = (received: RecordedRequest | undefined) =>
    (JSON.parse(received?.body ?? '{}') as { urlList: string[] }).urlList

  it('sends the changed URLs with the key and its location in one request', async () => {
    await saveChange(...ALL)
    startWorker()
    const [first] = await receiver.waitForRequests(1)
    expect(first?.method).toBe('POST')
    expect(JSON.parse(first?.body ?? '')).toEqual({
      host: 'shop.example',
      key: KEY,
      keyLocation: `${ORIGIN}/${KEY}.txt`,
      urlList: publicPages.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ path }) => ORIGIN + path),
    })
    await expect.poll(listSubmittedUrls).toEqual([...ALL].sort())
  })

  it('sends all record pages after a shared change, and the URL of a removed page', async () => {
    const services = ['/service/a', '/service/b'].map((path) => ({ name: 'Service pages', path, title: path }) as const)
    pages.push(...services)
    await saveChange('Service pages', '/service/old', '/service/a')
    startWorker()
    const [first] = await receiver.waitForRequests(1)
    expect(parseSubmission(first).sort()).toEqual(['/service/a', '/service/b', '/service/old'].map((path) => ORIGIN + path))
    await expect.poll(listSubmittedUrls).toEqual(['/service/a', '/service/old', 'Service pages'])
    pages.splice(-services.length)
  })

  it('sends nothing while search engines are kept out, and submits the changes once they are allowed', async () => {
    areKeptOut = true
    await saveChange('Home')
    startWorker()
    checkCount = 0
    await expect.poll(() => checkCount).toBeGreaterThan(3)
    expect([receiver.requests.length, await listSubmittedUrls()]).toEqual([0, []])
    areKeptOut = false
    expect(parseSubmission((await receiver.waitForRequests(1))[0])).toEqual([`${ORIGIN}/`])
  })

  it('counts a changed page as due work until it is submitted, unless search engines are kept out', async () => {
    const { queues } = createWorker()
    const readDepth = () => queues?.[0]?.readDepth()
    expect(await readDepth()).toEqual({ due: 0, oldestAge: 0 })
    await saveChange('Home')
    await expect.poll(readDepth).toMatchObject({ due: 1 })
    expect((await readDepth())?.oldestAge).toBeLessThan(60_000)
    areKeptOut = true
    expect(await readDepth()).toEqual({ due: 0, oldestAge: 0 })
    areKeptOut = false
    startWorker()
    await expect.poll(listSubmittedUrls).toEqual(['Home'])
    expect(await readDepth()).toEqual({ due: 0, oldestAge: 0 })
  })

  it('combines several saves and reports each change once, even after a restart', async () => {
    for (const _ of [1, 2, 3, 4]) await saveChange('Home', 'Pricing')
    const first = startWorker()
    await receiver.waitForRequests(1)
    await expect.poll(listSubmittedUrls).toEqual(['Home', 'Pricing'])
    await first.close()
    await saveChange('Terms')
    startWorker()
    await receiver.waitForRequests(2)
    await saveChange('Pricing')
    await receiver.waitForRequests(3)
    expect(receiver.requests.map(parseSubmission)).toEqual([
      [`${ORIGIN}/`, `${ORIGIN}/pricing/`],
      [`${ORIGIN}/terms`],
      [`${ORIGIN}/pricing/`],
    ])
    expect(problems).toEqual([])
  })

  it('retries a failed report with growing pauses and logs the failure once', async () => {
    const other = await startRequestRecorder(replyOk)
    cleanUps.push(other.close)
    const redirect: Answer = (_, response) => void response.writeHead(307, { location: other.url }).end()
    const odd: Answer = (_, response) => void response.writeHead(204).end()
    const requestTimes: number[] = []
    const answers = [replyError, neverReply, redirect, odd]
    answer = (request, response) => {
      requestTimes.push(Date.now())
      ;(answers[requestTimes.length - 1] ?? replyOk)(request, response)
    }
    const deadlines = holdDeadlines()
    await saveChange('Home')
    startWorker()
    await receiver.waitForRequests(2)
    const expiredAt = Date.now()
    deadlines.expire()
    await receiver.waitForRequests(4)
    expect(await listSubmittedUrls()).toEqual([])
    await receiver.waitForRequests(5)
    await expect.poll(listSubmittedUrls).toEqual(['Home'])
    const [first = 0, hung = 0, redirected = 0, odd204 = 0, taken = 0] = requestTimes
    expect(hung - first).toBeGreaterThanOrEqual(95)
    expect(redirected - expiredAt).toBeGreaterThanOrEqual(195)
    expect(odd204 - redirected).toBeGreaterThanOrEqual(395)
    expect(taken - odd204).toBeGreaterThanOrEqual(395)
    expect(other.requests).toEqual([])
    expect(problems).toEqual([
      expect.stringMatching(/^The server cannot report changed pages .*: Error: 127\.0\.0\.1:\d+ answered 500$/),
    ])
    // A report succeeded in between, so the server logs a new failure again.
    answer = (request, response) => (receiver.requests.length === 6 ? replyError : replyOk)(request, response)
    await saveChange('Terms')
    await receiver.waitForRequests(7)
    expect(problems).toHaveLength(2)
  })

  it('sends each change from one process only', async () => {
    const second = await openDatabase(readConfig(environment))
    cleanUps.push(second.close)
    startWorker()
    startWorker(second)
    for (const [nth, page] of ALL.entries()) {
      await saveChange(page)
      await receiver.waitForRequests(nth + 1)
    }
    await expect.poll(listSubmittedUrls).toEqual([...ALL].sort())
    expect(receiver.requests.map(parseSubmission)).toEqual(publicPages.map(({ path }) => [ORIGIN + path]))
  })

  it('closes at once during a hanging report and repeats it at the next start', async () => {
    answer = neverReply
    await saveChange('Privacy')
    const first = startWorker()
    await receiver.waitForRequests(1)
    const started = performance.now()
    await first.close()
    expect(performance.now() - started).toBeLessThan(limitTime(FAST.deadline / 10))
    answer = replyOk
    startWorker()
    await receiver.waitForRequests(2)
    await expect.poll(listSubmittedUrls).toEqual(['Privacy'])
    expect(problems).toEqual([])
  })

  it('does not delay a save while a search engine hangs', async () => {
    answer = neverReply
    const site = await startApp({ ...environment, SEED: 'demo', RATE_LIMITS: 'on' })
    cleanUps.push(site.close)
    await allowSearchEngines(site)
    await receiver.waitForRequests(1)
    const [banner] = (await site.request('GET', '/api/banner')).json() as Record<string, string>[]
    const started = performance.now()
    const body = { ...banner, bannerHeading: 'New' }
    expect((await site.request('PUT', `/api/update-banner/${banner?._id}`, { as: 'admin', body })).status).toBe(200)
    expect(performance.now() - started).toBeLessThan(limitTime(2_000))
    const services = listDemoValues(serviceItem)
    expect(parseSubmission(receiver.requests[0])).toHaveLength(publicPages.length + services.length)
  })

  it('serves the key at its own path only', async () => {
    const site = await startApp({ ...environment, RATE_LIMITS: 'on' })
    cleanUps.push(site.close)
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await site.request(method, `/${KEY}.txt`)
      expect([status, headers['content-type'], text]).toEqual([200, 'text/plain; charset=utf-8', method === 'GET' ? KEY : ''])
    }
    for (const path of [`/${KEY}`, `/${KEY}.txt/`, `/${KEY.toLowerCase()}.txt`, `/x/${KEY}.txt`, '/another-key.txt'])
      expect([path, (await site.request('GET', path)).status]).toEqual([path, 404])
  })
})

it('IndexNow is off without a key, and on a site that only this machine can reach', () => {
  const read = (environment: Record<string, string>) => readConfig(environment).indexNow
  expect(read({})).toBeUndefined()
  expect(read({ ...publicSiteSettings(ORIGIN), INDEXNOW_URL: 'https://engine.example/' })).toBeUndefined()
  expect(read({ INDEXNOW_KEY: KEY })).toEqual({ key: KEY, endpoint: undefined })
  for (const origin of ['http://shop.example', 'https://localhost', 'https://127.0.0.1:3000'])
    expect([origin, read({ INDEXNOW_KEY: KEY, ...publicSiteSettings(origin) })?.endpoint]).toEqual([origin, undefined])
  expect(read({ INDEXNOW_KEY: KEY, ...publicSiteSettings(ORIGIN) })?.endpoint).toBe('https://api.indexnow.org/indexnow')
  expect(read({ INDEXNOW_KEY: KEY, INDEXNOW_URL: 'http://127.0.0.1:9/x' })?.endpoint).toBe('http://127.0.0.1:9/x')
})
