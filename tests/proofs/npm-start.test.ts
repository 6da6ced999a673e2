import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFreePort } from '../support/free-port.ts'
import { buildCleanEnvironment, type NpmStartProcess, startWithNpm, stopNpmStart } from '../support/repository-copy.ts'
import { createTestFolder } from '../support/test-folder.ts'

const START_COUNT = 3
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Fails if `npm start` would install or build first. */
const READY_CHECK_SCRIPT = `import('./scripts/set-up-stamps.mjs').then(({ isInstallCurrent, isBuildCurrent }) =>
  process.exit(isInstallCurrent('.', \`node-\${process.platform}-\${process.arch}\`) && isBuildCurrent('.') ? 0 : 1))`
const folder = createTestFolder()
let env: NodeJS.ProcessEnv
let running: NpmStartProcess | undefined

beforeAll(async () => {
  env = buildCleanEnvironment({ DATA_DIR: join(folder, 'data'), PORT: String(await findFreePort()) })
  // An installation would delete the packages that this test uses.
  execFileSync('node', ['-e', READY_CHECK_SCRIPT], { cwd: ROOT })
})

afterAll(async () => {
  if (running) await stopNpmStart(running)
})

it('npm start of a built site answers within a second, or within four times a bare server', async () => {
  await measureFirstAnswer(ROOT)
  const bare = createBareProject()
  const [siteTimes, bareTimes]: [number[], number[]] = [[], []]
  for (let round = 0; round < START_COUNT; round++) {
    bareTimes.push(await measureFirstAnswer(bare))
    siteTimes.push(await measureFirstAnswer(ROOT))
  }
  const formatTimes = (times: number[]) => times.map((time) => `${Math.round(time)} ms`).join(', ')
  console.info(`npm start to the first answer: ${formatTimes(siteTimes)}; of a bare server: ${formatTimes(bareTimes)}`)
  expect(Math.min(...siteTimes)).toBeLessThanOrEqual(Math.max(1000, 4 * Math.min(...bareTimes)))
})

/** Creates a project with the same scripts and an empty server, to measure npm and Node alone. */
function createBareProject(): string {
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

async function measureFirstAnswer(project: string): Promise<number> {
  const started = performance.now()
  running = await startWithNpm(project, env)
  const { status } = await fetch(running.baseUrl)
  const time = performance.now() - started
  expect(status).toBe(200)
  await stopNpmStart(running)
  running = undefined
  return time
}
