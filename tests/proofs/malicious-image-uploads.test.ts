import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import type { MediaImage } from '../../src/contract/content/media.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { openDatabase } from '../../src/server/platform/db/open-database.ts'
import { createCookieJar } from '../support/cookie-jar.ts'
import { buildMaliciousFiles, buildPolyglotImages, type MaliciousFile, SCRIPT_CANARY } from '../support/malicious-images.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { adminEmail, password } from '../support/test-app.ts'
import { createTestDatabases } from '../support/test-databases.ts'
import { buildUploadForm, createTestImage } from '../support/test-images.ts'

/** What the server may grow by from the first hundred to the last, in MB: what its collector leaves lying. One bomb would need hundreds. */
const MAX_MEMORY_GROWTH = 60
/** How often somebody else asks meanwhile, in ms. */
const REQUEST_INTERVAL = 50
/** How long somebody else may wait meanwhile, in ms, on a machine that has other things to do. */
const MAX_WAIT = 1_000

const { environment, remove } = createTestDatabases(() => undefined)
type Site = ServerProcess & { origin: string; cookie: string; settings: Record<string, string> }
let started: Promise<Site> | undefined

afterAll(async () => {
  await (await started)?.stop()
  await remove()
})

/** One for both tests, which a test has to start. */
function getRunningSite(): Promise<Site> {
  started ??= startRunningSite()
  return started
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

/** Of the server, in MB. */
async function memory(): Promise<number> {
  const { child } = await getRunningSite()
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024)
}

it('keeps nothing of 200 hostile files, says at the field what is wrong with each, and serves others meanwhile', async () => {
  const { origin } = await getRunningSite()
  // Every kind in each half.
  const files = (await buildMaliciousFiles()).map((_file, nth, all) => all[(nth * 73) % all.length] as MaliciousFile)
  expect(files.length).toBe(200)
  expect(new Set(files.map(({ bytes, type }) => type + bytes.toString('latin1'))).size).toBe(200)
  expect((await send({ bytes: await createTestImage(50, 50), type: 'image/jpeg' })).status).toBe(201)
  let before = 0
  let longest = 0
  let isDone = false
  const others = (async () => {
    while (!isDone) {
      const requestedAt = performance.now()
      expect((await fetch(`${origin}/healthz`)).status).toBe(200)
      longest = Math.max(longest, performance.now() - requestedAt)
      await pause(REQUEST_INTERVAL)
    }
  })()
  try {
    for (const [nth, file] of files.entries()) {
      if (nth === files.length / 2) before = await memory()
      const { status, reply } = await send(file)
      expect([file.name, status, reply.fields?.file]).toEqual([file.name, 400, expect.stringMatching(/^[A-Z].+\.$/)])
    }
  } finally {
    isDone = true
    await others
  }
  const grown = (await memory()) - before
  console.info(
    `200 hostile pictures: ${before} MB after half of them, ${grown} MB more after all; others waited ${Math.round(longest)} ms at most`,
  )
  expect(grown).toBeLessThan(MAX_MEMORY_GROWTH)
  expect(longest).toBeLessThan(MAX_WAIT)
  expect(await countStoredImages()).toEqual([1, 0])
}, 120_000)

it('keeps the pixels alone of a picture that is also something else', async () => {
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

/** How many pictures and variants the database holds. */
async function countStoredImages(): Promise<number[]> {
  const { settings } = await getRunningSite()
  const { main, close } = await openDatabase(readConfig(settings))
  const tables = ['media', 'media_variant'] as const
  const rows = await Promise.all(tables.map((table) => main.selectFrom(table).select('id').execute()))
  await close()
  return rows.map(({ length }) => length)
}
