import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HTTP_CONNECTION_LIMITS } from '#platform/http/connection-manager.ts'
import { pickSize } from '../support/proof-size.ts'
import { buildRequestBytes, openTcpConnection, parseHttpStatusCodes, sendRawBytes } from '../support/raw-request.ts'
import { startApp, type TestApp } from '../support/test-app.ts'

/** Shorter limits than in production, but long enough for an honest client on a busy machine. */
const SHORT_LIMITS = { ...HTTP_CONNECTION_LIMITS, headers: 1_500, request: 2_000, check: 50, silence: 2_000 }
/** Limits so long that no clock closes a connection. */
const PATIENT_LIMITS = { ...HTTP_CONNECTION_LIMITS, headers: 60_000, request: 60_000, silence: 60_000 }
const MANY_CLIENTS = 200
const FEW_CLIENTS = 50

it('gives a client 15 s for headers, 30 s for a request and 60 s of silence', () => {
  expect(HTTP_CONNECTION_LIMITS).toMatchObject({ headers: 15_000, request: 30_000, silence: 60_000, pipelined: 16 })
  // The server must notice a late client soon.
  expect(HTTP_CONNECTION_LIMITS.check).toBeLessThanOrEqual(1_000)
})

// The server checks connections before it uses a database, so SQLite is enough.
describe('a server with clients that hold connections', () => {
  let site: TestApp
  let DATA_DIR: string
  let timer: NodeJS.Timeout | undefined
  const sockets: Socket[] = []
  afterEach(async () => {
    vi.useRealTimers()
    clearInterval(timer)
    for (const socket of sockets.splice(0)) socket.destroy()
    await site.close()
    rmSync(DATA_DIR, { recursive: true })
  })

  async function listen(limits = PATIENT_LIMITS, environment: Record<string, string> = {}): Promise<number> {
    DATA_DIR = mkdtempSync(join(tmpdir(), 'rankstead-connections-'))
    site = await startApp({ DATA_DIR, ...environment }, { connectionLimits: limits })
    await site.app.server.listen({ port: 0, host: '127.0.0.1' })
    return (site.app.server.server.address() as AddressInfo).port
  }

  async function openMany(port: number, count = MANY_CLIENTS): Promise<Socket[]> {
    sockets.push(...(await Promise.all(Array.from({ length: count }, () => openTcpConnection(port)))))
    return sockets
  }

  const areClosed = () => sockets.every(({ destroyed }) => destroyed)
  const connectionCount = () => new Promise((resolve) => site.app.server.server.getConnections((_, count) => resolve(count)))

  /** Other clients get their pages. One request may be too late for the short limits of a test, on a busy machine. */
  async function expectServing(port: number) {
    const get = () => sendRawBytes(port, buildRequestBytes('GET / HTTP/1.1'))
    await expect.poll(async () => parseHttpStatusCodes(await get())).toEqual([200])
  }

  /** Sends the beginning on many connections, then one byte every 50 ms until the server closes them. */
  async function trickle(port: number, beginning: string): Promise<string[]> {
    const answers: string[] = []
    for (const [nth, socket] of (await openMany(port)).entries()) {
      answers[nth] = ''
      socket.on('data', (chunk) => {
        answers[nth] = `${answers[nth]}${chunk}`
      })
      socket.write(beginning)
    }
    timer = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('x')
    }, 50)
    await expectServing(port)
    await expect.poll(areClosed).toBe(true)
    return answers
  }

  it('waits for an upload while its bytes arrive, and times out other slow requests', async () => {
    const port = await listen({ ...PATIENT_LIMITS, uploadRate: 1 })
    const received: Socket[] = []
    site.app.server.server.on('connection', (socket: Socket) => received.push(socket))
    // Moves the clock that limits bodies.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const type = 'multipart/form-data; boundary=b'
    // The client isn't signed in. The path alone decides which limit applies.
    const clients = await Promise.all(
      ['/api/content-import', '/api/content-import', '/contact'].map(async (path) => {
        const client = { socket: await openTcpConnection(port), answer: '' }
        sockets.push(client.socket)
        client.socket.on('data', (chunk) => {
          client.answer += chunk
        })
        client.socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 99999\r\n\r\n`)
        return client
      }),
    )
    const countReceived = () => received.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
    const countSent = () => clients.reduce((sum, { socket }) => sum + socket.bytesWritten, 0)
    await expect.poll(countReceived).toBe(countSent())
    const [moving, stalled, other] = clients
    for (const one of [moving, other]) one?.socket.write('x'.repeat(100))
    await expect.poll(countReceived).toBe(countSent())
    vi.advanceTimersByTime(PATIENT_LIMITS.request)
    await expect.poll(() => stalled?.socket.destroyed && other?.socket.destroyed).toBe(true)
    const lastStatuses = clients.map(({ answer }) => parseHttpStatusCodes(answer).at(-1))
    expect([moving?.socket.destroyed, ...lastStatuses.slice(1)]).toEqual([false, 408, 408])
    expect(lastStatuses[0]).not.toBe(408)
  })

  it.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX: '],
    [
      'a body',
      'POST /contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9999\r\n\r\n',
    ],
  ])('answers 408 to clients that send %s byte by byte, and serves other clients', async (_, beginning) => {
    const answers = await trickle(await listen(SHORT_LIMITS), beginning)
    expect(new Set(answers.flatMap(parseHttpStatusCodes))).toEqual(new Set([408]))
    await expect.poll(connectionCount).toBe(0)
  })

  it('renders no page for a client that has disconnected', async () => {
    const port = await listen()
    const form = (...headers: string[]) => buildRequestBytes('POST /contact HTTP/1.1', headers, 'name=Rosa')
    async function measureCpu(work: () => Promise<unknown>): Promise<number> {
      const before = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    async function disconnect() {
      for (const socket of await openMany(port))
        socket.write(form('content-type: application/x-www-form-urlencoded', 'content-length: 4096'))
      await expect.poll(connectionCount).toBe(MANY_CLIENTS)
      for (const socket of sockets.splice(0)) socket.destroy()
      await expect.poll(connectionCount).toBe(0)
    }
    async function refuse() {
      const answers = await Promise.all(
        Array.from({ length: FEW_CLIENTS }, () => sendRawBytes(port, form('content-type: text/plain'))),
      )
      expect(new Set(answers.flatMap(parseHttpStatusCodes))).toEqual(new Set([415]))
    }
    // The first run compiles the code, so it isn't measured.
    await refuse()
    await disconnect()
    // A disconnected client may cost at most half of a rendered page.
    expect(await measureCpu(disconnect)).toBeLessThan(0.5 * (MANY_CLIENTS / FEW_CLIENTS) * (await measureCpu(refuse)))
  })

  it('closes connections whose client does not read, and serves other clients', async () => {
    const port = await listen()
    const received: Socket[] = []
    site.app.server.server.on('connection', (socket: Socket) => received.push(socket))
    // 17 MB on each connection: more than any system buffers for a reader.
    const requests = 'GET /api/docs/static/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10)
    // 50 requests stay below the 60 from which a busy server answers 503, which fits into the buffers.
    for (const socket of await openMany(port, 5)) socket.pause().write(requests)
    await expectServing(port)
    // The connection that was served closes a moment after its answer.
    await expect.poll(connectionCount).toBe(5)
    // The others get the silence as their timeout, which ends here.
    const listSilent = () => received.filter(({ destroyed, timeout }) => !destroyed && timeout === PATIENT_LIMITS.silence)
    await expect.poll(() => listSilent().length).toBe(5)
    for (const socket of listSilent()) socket.emit('timeout')
    await expect.poll(connectionCount).toBe(0)
    await expectServing(port)
  })

  it('closes connections whose client takes its reply too slowly', async () => {
    const port = await listen({ ...SHORT_LIMITS, silence: 1_000, downloadRate: 20 * 1024 * 1024 })
    const requests = 'GET /api/docs/static/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10)
    for (const socket of await openMany(port, 5)) socket.pause().write(requests)
    // The client never falls silent: it takes a few bytes all the time, and would need a minute for all.
    timer = setInterval(() => {
      for (const socket of sockets) socket.read(64 * 1024)
    }, 250)
    await expect.poll(connectionCount).toBe(0)
    await expectServing(port)
  })

  it('closes a connection at once if too many requests wait on it', async () => {
    const port = await listen()
    const requests = Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50))
    for (const socket of await openMany(port)) socket.pause().write(requests)
    await expectServing(port)
    await expect.poll(connectionCount).toBe(0)
  })

  it('answers waiting requests up to the limit, in order', async () => {
    const port = await listen()
    const paths = Array.from({ length: 15 }, (_, nth) => (nth % 2 ? '/' : '/nothing'))
    const requests = [...paths, '/healthz'].map((path, nth) =>
      nth < paths.length ? Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`) : buildRequestBytes(`GET ${path} HTTP/1.1`),
    )
    expect(parseHttpStatusCodes(await sendRawBytes(port, Buffer.concat(requests)))).toEqual([
      ...paths.map((path) => (path === '/' ? 200 : 404)),
      200,
    ])
  })

  it('keeps an idle connection longer than proxies do, and announces the timeout', async () => {
    const port = await listen()
    const [socket] = (await openMany(port, 1)) as [Socket]
    const head = new Promise((resolve) => socket.once('data', (chunk) => resolve(String(chunk))))
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    const [, seconds] = /^keep-alive: timeout=(\d+)/im.exec(String(await head)) ?? []
    expect(Number(seconds)).toBeGreaterThan(60)
  })

  it('limits the number of open connections', async () => {
    const port = await listen({ ...PATIENT_LIMITS, connections: 20 })
    await openMany(port)
    await expect.poll(connectionCount).toBe(20)
    await expect.poll(() => sockets.filter(({ destroyed }) => !destroyed).length).toBe(20)
    for (const socket of sockets.splice(0)) socket.destroy()
    await expect.poll(connectionCount).toBe(0)
    await expectServing(port)
  })

  const CROWDED_IP = '127.0.0.2'
  const openConnections = async (port: number, from: string, count: number) => {
    const opened = await Promise.all(Array.from({ length: count }, () => openTcpConnection(port, from)))
    sockets.push(...opened)
    return opened
  }
  const filterOpen = (some: readonly Socket[]) => some.filter(({ destroyed }) => !destroyed)

  it('caps the connections of one IP address and closes idle ones for new ones', async () => {
    const count = pickSize({ short: 400, whole: 10_000 })
    const port = await listen({ ...PATIENT_LIMITS, connections: 100, connectionsPerAddress: 50 })
    const [first] = (await openConnections(port, CROWDED_IP, 1)) as [Socket]
    const otherConnections = await openConnections(port, CROWDED_IP, count)
    await expect.poll(connectionCount).toBe(50)
    await expect.poll(() => first.destroyed).toBe(true)
    await expect.poll(() => filterOpen(otherConnections).length).toBe(50)
    // A connection from another address, and one more from this address, are served at once.
    const others = await openConnections(port, '127.0.0.1', 20)
    await expectServing(port)
    const [latest] = (await openConnections(port, CROWDED_IP, 1)) as [Socket]
    const answer = new Promise((resolve) => latest.once('data', (chunk) => resolve(parseHttpStatusCodes(String(chunk)))))
    latest.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await answer).toEqual([200])
    expect(filterOpen(others)).toHaveLength(20)
    // All addresses together have their own limit.
    for (let nth = 3; nth < 8; nth++) await openConnections(port, `127.0.0.${nth}`, 40)
    await expect.poll(connectionCount).toBe(100)
    await expectServing(port)
  })

  it('closes the longest idle connections first', async () => {
    const port = await listen({ ...PATIENT_LIMITS, connectionsPerAddress: 3 })
    const [used, ...unused] = (await openConnections(port, CROWDED_IP, 3)) as [Socket, Socket, Socket]
    await expect.poll(connectionCount).toBe(3)
    const answer = new Promise((resolve) => used.once('data', resolve))
    used.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await answer
    await openConnections(port, CROWDED_IP, 2)
    await expect.poll(() => filterOpen(unused).length).toBe(0)
    expect(used.destroyed).toBe(false)
  })

  it('does not close a connection with a running request to accept a new one', async () => {
    const port = await listen({ ...PATIENT_LIMITS, connectionsPerAddress: 10 })
    const busy = await openConnections(port, CROWDED_IP, 10)
    for (const socket of busy)
      socket.write(
        'POST /contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\nx',
      )
    await expect.poll(connectionCount).toBe(10)
    // Waits until the server has read the requests.
    await expectServing(port)
    const refused = await openConnections(port, CROWDED_IP, 20)
    await expect.poll(() => filterOpen(refused).length).toBe(0)
    await expect.poll(connectionCount).toBe(10)
    expect(filterOpen(busy)).toHaveLength(10)
    await expectServing(port)
  })

  it('does not cap the connections of a trusted proxy', async () => {
    const port = await listen({ ...PATIENT_LIMITS, connections: 20, connectionsPerAddress: 10 }, { TRUST_PROXY: CROWDED_IP })
    const proxied = await openConnections(port, CROWDED_IP, 100)
    await expect.poll(connectionCount).toBe(100)
    expect(filterOpen(proxied)).toHaveLength(100)
    await expectServing(port)
  })
})
