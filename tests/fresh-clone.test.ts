import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanEnvironment, copyCheckout, end, npmStart, type Running } from './support/checkout-copy.ts'
import { freePort } from './support/free-port.ts'

// What somebody sees who has just cloned the project, down to an empty npm cache. The tests build on each other.
const STARTS = 3
let folder: string
let env: NodeJS.ProcessEnv
let running: Running | undefined

beforeAll(async () => {
  folder = copyCheckout()
  env = cleanEnvironment({
    npm_config_cache: join(folder, 'npm-cache'),
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    RANKSTEAD_NESTED: 'yes',
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

test('the next npm start answers within a second, or where the machine is slow within four bare ones', async () => {
  const bare = bareProject()
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < STARTS; turn++) {
    theirs.push(await timeToFirstAnswer(bare))
    ours.push(await timeToFirstAnswer(folder))
  }
  const inWords = (times: number[]) => times.map((time) => `${Math.round(time)} ms`).join(', ')
  console.log(`npm start to the first answer: ${inWords(ours)}; of a bare server: ${inWords(theirs)}`)
  expect(Math.min(...ours)).toBeLessThanOrEqual(Math.max(1000, 4 * Math.min(...theirs)))
})

test('npm test works there too', () => {
  const output = execFileSync('npm', ['test', '--', 'tests/databases.test.ts'], { cwd: folder, env, encoding: 'utf8' })
  expect(output).toMatch(/Tests.*4 passed/)
})

/** What npm and Node take by themselves: the same scripts around a server that does nothing. */
function bareProject(): string {
  const bare = join(folder, '.cache', 'bare')
  mkdirSync(bare, { recursive: true })
  const scripts = { prestart: 'node -e 0', start: 'exec node server.mjs' }
  writeFileSync(join(bare, 'package.json'), JSON.stringify({ scripts }))
  writeFileSync(
    join(bare, 'server.mjs'),
    `import { createServer } from 'node:http'
const server = createServer((_, response) => response.end('')).listen(Number(process.env.PORT), '127.0.0.1')
server.on('listening', () => console.log('Rankstead runs at http://127.0.0.1:' + process.env.PORT))
process.on('SIGTERM', () => process.exit(0))
`,
  )
  return bare
}

async function timeToFirstAnswer(project: string): Promise<number> {
  const started = performance.now()
  running = await npmStart(project, env)
  const { status } = await fetch(running.address)
  const time = performance.now() - started
  expect(status).toBe(200)
  await end(running)
  running = undefined
  return time
}
