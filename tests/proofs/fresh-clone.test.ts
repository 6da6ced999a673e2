import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../support/free-port.ts'
import {
  buildCleanEnvironment,
  copyRepository,
  type NpmStartProcess,
  startWithNpm,
  stopNpmStart,
} from '../support/repository-copy.ts'

// Starts a fresh clone with an empty npm cache. The second test stops the server of the first one.
let folder: string
let env: NodeJS.ProcessEnv
let running: NpmStartProcess | undefined

beforeAll(async () => {
  folder = copyRepository()
  env = buildCleanEnvironment({
    npm_config_cache: join(folder, 'npm-cache'),
    DATA_DIR: join(folder, 'data'),
    PORT: String(await findFreePort()),
  })
})

afterAll(async () => {
  if (running) await stopNpmStart(running)
  rmSync(folder, { recursive: true, force: true })
})

test('npm start installs, builds, seeds and serves', async () => {
  running = await startWithNpm(folder, env)
  expect(running.baseUrl).toBe(`http://127.0.0.1:${env.PORT}`)
  const page = await fetch(running.baseUrl)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('<h1')
  expect((await fetch(`${running.baseUrl}/healthz`)).status).toBe(200)
})

test('SIGTERM ends npm start cleanly and frees the port', async () => {
  if (!running) throw new Error('The server is not running.')
  expect(await stopNpmStart(running), running.log()).toBe(0)
  running = undefined
  const listener = createServer().listen(Number(env.PORT), '127.0.0.1')
  await once(listener, 'listening')
  listener.close()
})
