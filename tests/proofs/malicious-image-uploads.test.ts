import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import type { MediaImage } from '#contract/content/media.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { createCookieJar } from '../support/cookie-jar.ts'
import { buildMaliciousFiles, buildPolyglotImages, type MaliciousFile, SCRIPT_CANARY } from '../support/malicious-images.ts'
import { computeMedian, measureTime } from '../support/measure-time.ts'
import { limitTime } from '../support/proof-size.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { adminEmail, password } from '../support/test-app.ts'
import { createTestDatabases } from '../support/test-databases.ts'
import { buildUploadForm, createTestImage } from '../support/test-images.ts'

/** How much the server may grow during the second hundred files, in MB. One bomb would need hundreds. */
const MAX_MEMORY_GROWTH = 60
/** The pause between two requests of another client, in ms. */
const REQUEST_INTERVAL = 50
/** How long another client may usually wait, in ms. */
const MAX_MEDIAN_WAIT = 1_000
/** How long the server may compute while another client waits, in ms of its main thread's CPU time. */
const MAX_COMPUTING = 500

const { environment } = createTestDatabases(() => undefined)
type Site = ServerProcess & { origin: string; cookie: string; settings: Record<string, string> }
let startedSite: Promise<Site> | undefined

afterAll(async () => (await startedSite)?.stop())

/** Starts the site on the first call. Both tests share it. */
function getRunningSite(): Promise<Site> {
  startedSite ??= startRunningSite()
  return startedSite
}

async function startRunningSite(): Promise<Site> {
  const settings = { ...(await environment()), ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: password, LOG_LEVEL: 'fatal' }
  const main = await startServerProcess(settings)
  const origin = `http://127.0.0.1:${main.port}`
  const body = JSON.stringify({ email: adminEmail, password })
  const signInReply = await fetch(`${origin}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const jar = createCookieJar()
  jar.storeCookies(signInReply.headers.getSetCookie())
  return { ...main, origin, cookie: jar.header(), settings }
}

async function send({ bytes, type }: Omit<MaliciousFile, 'name'>) {
  const { origin, cookie } = await getRunningSite()
  const body = buildUploadForm(bytes, { type, alt: 'A house' })
  const reply = await fetch(`${origin}/api/media`, { method: 'POST', headers: { cookie }, body })
  return { status: reply.status, reply: (await reply.json()) as { record: MediaImage; fields?: { file?: string } } }
}

/** Returns the memory of the server in MB. */
async function measureMemory(): Promise<number> {
  const { child } = await getRunningSite()
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024)
}

/** Returns the CPU time of the server's main thread in ms. On a busy machine, elapsed time also counts other programs. */
async function measureMainThreadCpuTime(): Promise<number> {
  const { child } = await getRunningSite()
  const [nanoseconds] = readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

it('rejects 200 hostile files with a reason, stores nothing, and keeps serving others', async () => {
  const { origin } = await getRunningSite()
  // Spreads every type of file over both halves.
  const files = (await buildMaliciousFiles()).map((_file, nth, all) => all[(nth * 73) % all.length] as MaliciousFile)
  expect(files.length).toBe(200)
  expect(new Set(files.map(({ bytes, type }) => type + bytes.toString('latin1'))).size).toBe(200)
  expect((await send({ bytes: await createTestImage(50, 50), type: 'image/jpeg' })).status).toBe(201)
  let before = 0
  let longestComputing = 0
  const waits: number[] = []
  let isDone = false
  const others = (async () => {
    while (!isDone) {
      const computedBefore = await measureMainThreadCpuTime()
      const [{ status }, waitedMs] = await measureTime(fetch(`${origin}/healthz`))
      expect(status).toBe(200)
      waits.push(waitedMs)
      longestComputing = Math.max(longestComputing, (await measureMainThreadCpuTime()) - computedBefore)
      await pause(REQUEST_INTERVAL)
    }
  })()
  try {
    for (const [nth, file] of files.entries()) {
      if (nth === files.length / 2) before = await measureMemory()
      const { status, reply } = await send(file)
      expect([file.name, status, reply.fields?.file]).toEqual([file.name, 400, expect.stringMatching(/^[A-Z].+\.$/)])
    }
  } finally {
    isDone = true
    await others
  }
  const growth = (await measureMemory()) - before
  console.info(
    `200 hostile images: ${before} MB after half of them, ${growth} MB more at the end; the server computed at most ${Math.round(longestComputing)} ms while another client waited`,
  )
  expect(growth).toBeLessThan(MAX_MEMORY_GROWTH)
  expect(longestComputing).toBeGreaterThan(0)
  expect(longestComputing).toBeLessThan(MAX_COMPUTING)
  expect(computeMedian(waits)).toBeLessThan(limitTime(MAX_MEDIAN_WAIT))
  expect(await countStoredImages()).toEqual([1, 0])
})

it('keeps only the pixels of an image that is also another file', async () => {
  const { origin } = await getRunningSite()
  for (const file of await buildPolyglotImages()) {
    const { status, reply } = await send(file)
    expect([file.name, status]).toEqual([file.name, 201])
    const served = await fetch(origin + reply.record.url)
    const bytes = Buffer.from(await served.arrayBuffer())
    expect([file.name, bytes.includes(SCRIPT_CANARY), served.headers.get('content-type')]).toEqual([
      file.name,
      false,
      expect.stringMatching(/^image\/(jpeg|webp)$/),
    ])
    const { exif, xmp, icc } = await sharp(bytes).metadata()
    expect([file.name, exif, xmp, icc]).toEqual([file.name, undefined, undefined, undefined])
  }
})

/** Counts the images and the variants in the database. */
async function countStoredImages(): Promise<number[]> {
  const { settings } = await getRunningSite()
  const { main, close } = await openDatabase(readConfig(settings))
  const tables = ['media', 'media_variant'] as const
  const rows = await Promise.all(tables.map((table) => main.selectFrom(table).select('id').execute()))
  await close()
  return rows.map(({ length }) => length)
}
