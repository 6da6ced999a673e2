import type { AddressInfo, Socket } from 'node:net'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { sampleMessage } from '../support/message-client.ts'
import { buildRequestBytes, openTcpConnection, parseHttpStatusCodes, sendRawBytes } from '../support/raw-request.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { createTestDatabases } from '../support/test-databases.ts'

const CLIENT_COUNT = 500
/** A query parameter that the landing page reads, so that each request renders the page. */
const RENDERED_PATH = '/?registered'
let port: number

const database = createTestDatabases(() => undefined)
const site = startAppForSuite(database, { SEED: 'demo', METRICS_TOKEN: 'a-token-of-thirty-two-characters' })
beforeAll(async () => {
  await site.app.server.listen({ port: 0, host: '127.0.0.1' })
  port = (site.app.server.server.address() as AddressInfo).port
})

const replyOrder: string[] = []

async function get(path: string): Promise<string> {
  const answer = await sendRawBytes(port, buildRequestBytes(`GET ${path} HTTP/1.1`))
  replyOrder.push(`${parseHttpStatusCodes(answer)} ${path}`)
  return answer
}

/** Opens all connections and, once the server has accepted them, sends a request on each. Returns the replies. */
async function requestAtOnce(paths: readonly string[]): Promise<{ path: string; answer: string }[]> {
  const sockets = await Promise.all(paths.map(() => openTcpConnection(port)))
  const { server } = site.app.server
  const countConnections = promisify(server.getConnections.bind(server))
  await expect.poll(() => countConnections()).toBeGreaterThanOrEqual(paths.length)
  return Promise.all(
    sockets.map(async (socket, nth) => {
      const path = paths[nth] as string
      const answer = await readReply(socket, buildRequestBytes(`GET ${path} HTTP/1.1`))
      replyOrder.push(`${parseHttpStatusCodes(answer)} ${path}`)
      return { path, answer }
    }),
  )
}

function readReply(socket: Socket, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.write(bytes)
  })
}

const isStatus = (status: number) => (one: { answer: string }) => parseHttpStatusCodes(one.answer)[0] === status

it('rejects page requests at once during overload, and answers everything else', async () => {
  await get('/pricing/')
  const crowdReplies = requestAtOnce([
    ...Array.from({ length: CLIENT_COUNT }, () => RENDERED_PATH),
    ...Array.from({ length: 5 }, () => '/api/faq-items'),
  ])
  const messageReplies = Array.from({ length: 20 }, () => site.request('POST', '/api/add-message', { body: sampleMessage }))
  const notice = site.request('POST', '/api/payments/paypal-standard/notify', { form: { txn_id: '1' } })
  await expect.poll(() => replyOrder.includes(`503 ${RENDERED_PATH}`)).toBe(true)
  const [alive, ready, cached] = await Promise.all([get('/healthz'), get('/readyz'), get('/pricing/?utm_source=mail')])

  const all = await crowdReplies
  const crowd = all.filter(({ path }) => path === RENDERED_PATH)
  const calls = all.filter(({ path }) => path !== RENDERED_PATH)
  const renderedReplies = crowd.filter(isStatus(200))
  const refused = crowd.filter(isStatus(503))
  expect(renderedReplies.length + refused.length).toBe(CLIENT_COUNT)
  expect(renderedReplies.length).toBeGreaterThanOrEqual(60)
  expect(refused.length).toBeGreaterThan(100)
  for (const { answer } of refused) {
    expect(answer).toContain('<h1>Very busy right now</h1>')
    const [, id] = /^x-request-id: (\S+)\r$/im.exec(answer) ?? []
    expect(answer).toContain(`mention the number ${id}.</p>`)
    expect(answer).toMatch(/^retry-after: 5\r$/im)
    expect(answer).toMatch(/^cache-control: private, no-store\r$/im)
  }
  // The last calls may arrive when the overload is over.
  const refusedCalls = calls.filter(isStatus(503))
  expect(refusedCalls.length).toBeGreaterThan(0)
  expect(calls.length).toBe(refusedCalls.length + calls.filter(isStatus(200)).length)
  for (const { answer } of refusedCalls)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
      error: expect.stringMatching(/Please try again in a few seconds.*number [\w-]+\.$/),
    })
  // Refusals, cached pages and health checks don't wait for the accepted requests.
  expect(replyOrder.indexOf(`503 ${RENDERED_PATH}`)).toBeLessThan(replyOrder.lastIndexOf(`200 ${RENDERED_PATH}`))
  expect([alive, ready, cached].map((answer) => parseHttpStatusCodes(answer)[0])).toEqual([200, 200, 200])

  expect((await Promise.all(messageReplies)).map(({ status }) => status)).toEqual(messageReplies.map(() => 201))
  // No gateway is set up, so the server handled the notice and answered 404.
  expect((await notice).status).toBe(404)

  expect(parseHttpStatusCodes(await get(RENDERED_PATH))).toEqual([200])
  const metrics = await site.request('GET', '/metrics')
  expect(metrics.text).toContain(`rankstead_requests_shed_total ${refused.length + refusedCalls.length}\n`)
})

it('counts the request of a disconnected client only until its page is rendered', async () => {
  for (let round = 0; round < 3; round++) {
    const sockets = await Promise.all(Array.from({ length: 200 }, () => openTcpConnection(port)))
    for (const socket of sockets) socket.write(buildRequestBytes(`GET ${RENDERED_PATH} HTTP/1.1`))
    for (const socket of sockets) socket.destroy()
  }
  // The count is back to zero.
  await expect.poll(async () => parseHttpStatusCodes(await get(RENDERED_PATH))).toEqual([200])
  const all = await requestAtOnce(Array.from({ length: 60 }, () => RENDERED_PATH))
  expect(all.filter(isStatus(200))).toHaveLength(60)
})

it('uploads that never send their file take no place of readers and forms, and few of other uploads', async () => {
  const head =
    'POST /my-order/x HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 1000\r\n\r\n'
  const sockets = await Promise.all(Array.from({ length: 300 }, () => openTcpConnection(port)))
  const answers = sockets.map((socket) => readReply(socket, Buffer.from(head)))
  // Longer than it takes the server to see all of them, and shorter than it waits for their files.
  for (let nth = 0; nth < 5; nth++) expect(parseHttpStatusCodes(await get(RENDERED_PATH))).toEqual([200])
  expect((await site.request('POST', '/login', { form: { email: 'x' } })).status).not.toBe(503)
  const statuses = (await Promise.all(answers)).map((answer) => parseHttpStatusCodes(answer)[0])
  expect(statuses.filter((status) => status === 503)).toHaveLength(290)
})

it('serves a cached page for query parameters that the page ignores', async () => {
  const readCacheHits = async () =>
    Number(/rankstead_page_cache_hits_total (\d+)/.exec((await site.request('GET', '/metrics')).text)?.[1])
  const extractBody = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n'))
  const [cached] = (await requestAtOnce(['/'])).map(({ answer }) => extractBody(answer))
  const before = await readCacheHits()
  const added = ['utm_source=x&utm_medium=y', 'fbclid=1', 'gclid=2', 'q=seo', '', 'registered', 'continue=%2Forder-now%2Fx'].map(
    (query) => `/?${query}`,
  )
  const answers = await requestAtOnce(added)
  expect(await readCacheHits()).toBe(before + 5)
  expect(answers.map(({ answer }) => extractBody(answer) === cached)).toEqual([true, true, true, true, true, false, false])
  expect(answers[5]?.answer).toContain('class="success-notice"')

  // This holds too if the first request had such a parameter, which must not appear in the page.
  await site.request('POST', '/api/add-faq-item', { as: 'admin', body: { accodingTitle: 'New?', accodingText: 'Yes.' } })
  const first = await site.request('GET', '/pricing/?utm_source=canary')
  const second = await site.request('GET', '/pricing/')
  expect(first.text).toBe(second.text)
  expect(first.text).not.toContain('canary')
})
