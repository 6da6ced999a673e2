import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanEnvironment, end, npmStart, type Running } from '../support/checkout-copy.ts'
import { freePort } from '../support/free-port.ts'

const STARTS = 3
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Fails where `npm start` would have more to do than start. */
const IS_READY = `import('./scripts/freshness.mjs').then(({ isInstalled, isBuilt }) =>
  process.exit(isInstalled('.', \`node-\${process.platform}-\${process.arch}\`) && isBuilt('.') ? 0 : 1))`
let folder: string
let env: NodeJS.ProcessEnv
let running: Running | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rankstead-start-'))
  env = cleanEnvironment({ DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) })
  // An installation would take this test's own packages away under it.
  execFileSync('node', ['-e', IS_READY], { cwd: ROOT })
})

afterAll(async () => {
  if (running) await end(running)
  rmSync(folder, { recursive: true, force: true })
})

it('npm start of what was built and seeded before answers within a second, or where the machine is slow within four bare ones', async () => {
  await timeToFirstAnswer(ROOT)
  const bare = bareProject()
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < STARTS; turn++) {
    theirs.push(await timeToFirstAnswer(bare))
    ours.push(await timeToFirstAnswer(ROOT))
  }
  const inWords = (times: number[]) => times.map((time) => `${Math.round(time)} ms`).join(', ')
  console.info(`npm start to the first answer: ${inWords(ours)}; of a bare server: ${inWords(theirs)}`)
  expect(Math.min(...ours)).toBeLessThanOrEqual(Math.max(1000, 4 * Math.min(...theirs)))
})

/** What npm and Node take by themselves: the same scripts around a server that does nothing. */
function bareProject(): string {
  const bare = join(folder, 'bare')
  mkdirSync(bare)
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
