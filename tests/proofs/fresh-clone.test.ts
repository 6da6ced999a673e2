import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanEnvironment, copyCheckout, end, npmStart, type Running } from '../support/checkout-copy.ts'
import { freePort } from '../support/free-port.ts'

// What somebody sees who has just cloned the project, down to an empty npm cache. The tests build on each other.
let folder: string
let env: NodeJS.ProcessEnv
let running: Running | undefined

beforeAll(async () => {
  folder = copyCheckout()
  env = cleanEnvironment({
    npm_config_cache: join(folder, 'npm-cache'),
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
  })
})

afterAll(async () => {
  if (running) await end(running)
  rmSync(folder, { recursive: true, force: true })
})

test('npm start installs, builds, seeds and serves', async () => {
  running = await npmStart(folder, env)
  expect(running.address).toBe(`http://127.0.0.1:${env.PORT}`)
  const page = await fetch(running.address)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('<h1')
  expect((await fetch(`${running.address}/healthz`)).status).toBe(200)
})

test('SIGTERM ends it cleanly and frees the port', async () => {
  if (!running) throw new Error('It is not running.')
  expect(await end(running), running.log()).toBe(0)
  running = undefined
  const listener = createServer().listen(Number(env.PORT), '127.0.0.1')
  await once(listener, 'listening')
  listener.close()
})
