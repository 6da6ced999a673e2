import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createOrderClient } from '../support/order-client.ts'
import { buildRequestBytes, openTcpConnection, parseHttpStatusCodes } from '../support/raw-request.ts'
import { startServerProcess } from '../support/server-process.ts'
import { makeAdmin, registerAccount } from '../support/test-accounts.ts'
import { startApp } from '../support/test-app.ts'
import { createTestDatabases } from '../support/test-databases.ts'

const MB = 1024 ** 2
const DOWNLOADS = 1_000
const MAX_ADDED_BYTES = 64 * MB
/** One of them stalls no download. */
const ACCOUNTS = 31
const NETWORKS = 50

const sockets: Socket[] = []

/** Stores a file that no connection can buffer. Returns its path and the session cookies of people who may download it. */
async function prepareFile(environment: Record<string, string>): Promise<{ path: string; cookies: string[] }> {
  const site = await startApp(environment)
  const { placeOrder, upload } = createOrderClient(site)
  const { reply } = await upload(await placeOrder(), 'admin', Buffer.alloc(25 * MB, 'A line of text.\n'), 'long.txt')
  const cookies: string[] = []
  for (let nth = 0; nth < ACCOUNTS; nth++) {
    const email = `reader-${nth}@example.com`
    cookies.push(await registerAccount(site, email))
    await makeAdmin(site, email)
  }
  await site.close()
  return { path: `/api/order-file/${reply.record._id}`, cookies }
}

/** Reads the status of the answer, and then nothing more. */
async function stallDownload(port: number, path: string, cookie: string, from: string): Promise<number | undefined> {
  const socket = await openTcpConnection(port, from)
  sockets.push(socket)
  const firstChunk = new Promise<string>((resolve) => {
    socket.once('data', (chunk) => {
      socket.pause()
      resolve(String(chunk))
    })
  })
  socket.write(buildRequestBytes(`GET ${path} HTTP/1.1`, [`cookie: ${cookie}`]))
  return parseHttpStatusCodes(await firstChunk)[0]
}

it(`${DOWNLOADS} stalled downloads add less than ${MAX_ADDED_BYTES / MB} MB of memory, and others still download`, async () => {
  const environment = await createTestDatabases(() => undefined).environment()
  const { path, cookies } = await prepareFile(environment)
  const { child, port, stop } = await startServerProcess(environment)
  try {
    const readOwnMemory = () => 1024 * Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1])
    const download = async (cookie = '') => {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })
      return [reply.status, (await reply.bytes()).length]
    }
    const [other, ...readers] = cookies
    // Compiles the code, fills the caches, and lets the heap grow to what busy downloads leave as garbage.
    for (let round = 0; round < 3; round++)
      await Promise.all(readers.map(async (cookie) => expect(await download(cookie)).toEqual([200, 25 * MB])))
    const before = readOwnMemory()
    const statuses: (number | undefined)[] = []
    for (let nth = 0; nth < DOWNLOADS; nth++)
      statuses.push(await stallDownload(port, path, readers[nth % readers.length] ?? '', `127.0.1.${nth % NETWORKS}`))
    const running = statuses.filter((status) => status === 200)
    expect(running).toHaveLength(10 * readers.length)
    expect(statuses.filter((status) => status === 429)).toHaveLength(DOWNLOADS - running.length)
    expect((readOwnMemory() - before) / MB).toBeLessThan(MAX_ADDED_BYTES / MB)
    expect(await download(other)).toEqual([200, 25 * MB])
  } finally {
    for (const socket of sockets) socket.destroy()
    await stop()
  }
})
