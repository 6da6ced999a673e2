import type { AddressInfo, Socket } from 'node:net'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { sampleMessage } from '../support/message-client.ts'
import { createOrderClient } from '../support/order-client.ts'
import { buildFileForm, PDF_FILE } from '../support/order-files.ts'
import { buildRequestBytes, openTcpConnection, parseHttpStatusCodes, sendRawBytes } from '../support/raw-request.ts'
import { customerEmail, getSessionCookie, startAppForSuite } from '../support/test-app.ts'
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

it.each([
  ['page', `GET ${RENDERED_PATH}`],
  ['redirect to the login', 'GET /my-order/x'],
  ['redirect after a form', 'POST /my-order/x'],
  ['other path', 'GET /CONTACT'],
])('counts the request of a disconnected client only until its %s is ready', async (_, line) => {
  for (let round = 0; round < 3; round++) {
    const sockets = await Promise.all(Array.from({ length: 200 }, () => openTcpConnection(port)))
    for (const socket of sockets) socket.write(buildRequestBytes(`${line} HTTP/1.1`))
    for (const socket of sockets) socket.destroy()
  }
  // The count is back to zero.
  await expect.poll(async () => parseHttpStatusCodes(await get(RENDERED_PATH))).toEqual([200])
  const all = await requestAtOnce(Array.from({ length: 60 }, () => RENDERED_PATH))
  expect(all.filter(isStatus(200))).toHaveLength(60)
})

/** More than the server reads of a form before its file. */
const BEGINNING_OF_FILE = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'a'.repeat(70_000)}`

/** Begins uploads that never end. Returns the answer of each so far. */
async function beginUploads(
  paths: readonly string[],
  cookie = '',
  beginning = '',
): Promise<{ answers: () => string[]; end: () => void }> {
  const sockets = await Promise.all(paths.map(() => openTcpConnection(port)))
  const answers = paths.map(() => '')
  for (const [nth, socket] of sockets.entries()) {
    socket.setEncoding('utf8').on('data', (chunk) => {
      answers[nth] += String(chunk)
    })
    socket.write(
      `POST ${paths[nth]} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n${beginning}`,
    )
  }
  return { answers: () => answers, end: () => void sockets.map((socket) => socket.destroy()) }
}

const repeat = (count: number, path: string) => Array.from({ length: count }, () => path)
const countStatus = (answers: readonly string[], status: number) =>
  answers.filter((answer) => parseHttpStatusCodes(answer)[0] === status).length

it.each([
  ['visitors', undefined, ['/my-order/x', '/order/x', '/image-library', '/no/page', '/api/media', '/api/order-file/x']],
  ['customers who may not upload there', customerEmail, ['/my-order/x', '/order/x', '/api/media', '/api/order-file/x']],
])('takes no place for slow uploads of %s', async (_, email, paths) => {
  const { placeOrder, upload } = createOrderClient(site)
  const order = await placeOrder()
  const uploads = await beginUploads(
    [...paths, `/my-order/${order}`].flatMap((path) => repeat(60, path)),
    email && (await getSessionCookie(site, email)),
  )
  // The server has seen all of them and still waits for their files.
  await expect.poll(async () => parseHttpStatusCodes(await get(RENDERED_PATH))).toEqual([200])
  for (let nth = 0; nth < 5; nth++) expect(parseHttpStatusCodes(await get(RENDERED_PATH))).toEqual([200])
  expect((await site.request('POST', '/login', { form: { email: 'x' } })).status).not.toBe(503)
  for (const role of ['customer', 'admin'] as const)
    expect((await upload(order, role, Buffer.from(`The list of ${email} and ${role}`), 'a.txt')).status).toBe(201)
  const form = buildFileForm(Buffer.from(`A second list of ${email}`), 'b.txt')
  expect((await site.request('POST', `/my-order/${order}`, { as: 'customer', body: form })).status).toBe(302)
  expect(countStatus(uploads.answers(), 503)).toBe(0)
  uploads.end()
})

it('lets one network run ten uploads, on pages and in calls, and says so to the eleventh', async () => {
  const { placeOrder, upload } = createOrderClient(site)
  const order = await placeOrder()
  const cookie = await getSessionCookie(site, customerEmail)
  const paths = [...repeat(5, `/my-order/${order}`), ...repeat(15, `/api/order-file/${order}`)]
  const uploads = await beginUploads(paths, cookie, BEGINNING_OF_FILE)
  await expect.poll(() => countStatus(uploads.answers(), 429)).toBe(10)
  const { status, reply, headers } = await upload(order, 'customer', PDF_FILE, 'a.pdf')
  expect([status, reply.error, headers['retry-after']]).toEqual([429, expect.stringContaining('Too many uploads'), '5'])
  // A form with a file keeps its text, and one without a chosen file takes no place.
  const sendPage = (file: FormData) => {
    const body = new FormData()
    for (const [name, value] of [['_form', 'message'], ['text', 'Our plan'], ...file] as const) body.append(name, value)
    return site.request('POST', `/my-order/${order}`, { as: 'customer', body })
  }
  const page = await sendPage(buildFileForm(PDF_FILE, 'a.pdf'))
  expect([page.status, page.text]).toEqual([429, expect.stringMatching(/Too many uploads.*>Our plan</s)])
  expect((await sendPage(buildFileForm(Buffer.alloc(0), ''))).status).toBe(302)
  uploads.end()
  // A sender who leaves gives the place back.
  await expect.poll(async () => (await upload(order, 'customer', PDF_FILE, 'a.pdf')).status).toBe(201)
})

it('serves a cached page for query parameters that the page ignores', async () => {
  const readCacheHits = async () =>
    Number(/rankstead_page_cache_hits_total (\d+)/.exec((await site.request('GET', '/metrics')).text)?.[1])
  const extractBody = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n'))
  const [cached] = (await requestAtOnce(['/'])).map(({ answer }) => extractBody(answer))
  const before = await readCacheHits()
  const added = ['utm_source=x&utm_medium=y', 'fbclid=1', 'gclid=2', 'q=seo', '', 'registered'].map((query) => `/?${query}`)
  const answers = await requestAtOnce(added)
  expect(await readCacheHits()).toBe(before + 5)
  expect(answers.map(({ answer }) => extractBody(answer) === cached)).toEqual([true, true, true, true, true, false])
  expect(answers[5]?.answer).toContain('class="success-notice"')

  // This holds too if the first request had such a parameter, which must not appear in the page.
  await site.request('POST', '/api/add-faq-item', { as: 'admin', body: { accodingTitle: 'New?', accodingText: 'Yes.' } })
  const first = await site.request('GET', '/pricing/?utm_source=canary')
  const second = await site.request('GET', '/pricing/')
  expect(first.text).toBe(second.text)
  expect(first.text).not.toContain('canary')
})
