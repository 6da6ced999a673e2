import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import type { MediaPicture } from '../../src/contract/content/media.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { openDatabase } from '../../src/server/platform/db/db.ts'
import { adminEmail, password } from '../support/app.ts'
import { cookieJar } from '../support/cookie-jar.ts'
import { databaseOn } from '../support/databases.ts'
import { CANARY, type HostileFile, hostileFiles, polyglots } from '../support/hostile-pictures.ts'
import { type Main, startMain } from '../support/main-process.ts'
import { picture, uploadOf } from '../support/pictures.ts'

/** What the server may grow by from the first hundred to the last, in MB: what its collector leaves lying. One bomb would need hundreds. */
const MOST_GROWTH = 60
/** How often somebody else asks meanwhile, in ms. */
const ASKS_EVERY = 50
/** How long somebody else may wait meanwhile, in ms, on a machine that has other things to do. */
const LONGEST_WAIT = 1_000

const { environment, remove } = databaseOn(() => undefined)
type Site = Main & { origin: string; cookie: string; settings: Record<string, string> }
let started: Promise<Site> | undefined

afterAll(async () => {
  await (await started)?.stop()
  await remove()
})

/** One for both tests, which a test has to start. */
function running(): Promise<Site> {
  started ??= start()
  return started
}

async function start(): Promise<Site> {
  const settings = { ...(await environment()), ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: password, LOG_LEVEL: 'fatal' }
  const main = await startMain(settings)
  const origin = `http://127.0.0.1:${main.port}`
  const body = JSON.stringify({ email: adminEmail, password })
  const signedIn = await fetch(`${origin}/api/sign-in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const jar = cookieJar()
  jar.keep(signedIn.headers.getSetCookie())
  return { ...main, origin, cookie: jar.header(), settings }
}

async function send({ bytes, type }: Omit<HostileFile, 'name'>) {
  const { origin, cookie } = await running()
  const body = uploadOf(bytes, { type, alt: 'A house' })
  const reply = await fetch(`${origin}/api/media`, { method: 'POST', headers: { cookie }, body })
  return { status: reply.status, reply: (await reply.json()) as { record: MediaPicture; fields?: { file?: string } } }
}

/** Of the server, in MB. */
async function memory(): Promise<number> {
  const { child } = await running()
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024)
}

it('keeps nothing of 200 hostile files, says at the field what is wrong with each, and serves others meanwhile', async () => {
  const { origin } = await running()
  // Every kind in each half.
  const files = (await hostileFiles()).map((_file, nth, all) => all[(nth * 73) % all.length] as HostileFile)
  expect(files.length).toBe(200)
  expect(new Set(files.map(({ bytes, type }) => type + bytes.toString('latin1'))).size).toBe(200)
  expect((await send({ bytes: await picture(50, 50), type: 'image/jpeg' })).status).toBe(201)
  let before = 0
  let longest = 0
  let isDone = false
  const others = (async () => {
    while (!isDone) {
      const asked = performance.now()
      expect((await fetch(`${origin}/healthz`)).status).toBe(200)
      longest = Math.max(longest, performance.now() - asked)
      await pause(ASKS_EVERY)
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
  expect(grown).toBeLessThan(MOST_GROWTH)
  expect(longest).toBeLessThan(LONGEST_WAIT)
  expect(await stored()).toEqual([1, 0])
}, 120_000)

it('keeps the pixels alone of a picture that is also something else', async () => {
  const { origin } = await running()
  for (const file of await polyglots()) {
    const { status, reply } = await send(file)
    expect([file.name, status]).toEqual([file.name, 201])
    const served = await fetch(origin + reply.record.url)
    const bytes = Buffer.from(await served.arrayBuffer())
    expect([file.name, bytes.includes(CANARY), served.headers.get('content-type')]).toEqual([
      file.name,
      false,
      expect.stringMatching(/^image\/(jpeg|webp)$/),
    ])
    const { exif, xmp, icc } = await sharp(bytes).metadata()
    expect([file.name, exif, xmp, icc]).toEqual([file.name, undefined, undefined, undefined])
  }
})

/** How many pictures and variants the database holds. */
async function stored(): Promise<number[]> {
  const { settings } = await running()
  const { main, close } = await openDatabase(readConfig(settings))
  const tables = ['media', 'media_variant'] as const
  const rows = await Promise.all(tables.map((table) => main.selectFrom(table).select('id').execute()))
  await close()
  return rows.map(({ length }) => length)
}
