import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { budgets } from './budget-definitions.ts'
import { median } from './support/compare-servers.ts'
import { readCpuTime, readMemory, startServer } from './support/measured-server.ts'
import { BUILT_SERVER, buildProductSettings, createScratchFolder, startProduct } from './support/product-server.ts'
import { buildFigureRow } from './support/report-table.ts'

const BASELINE_SERVER = fileURLToPath(new URL('./baseline/static-page-server.ts', import.meta.url))
const START_COUNT = 7
/** Two checks of an idle server, which are 10 s apart. */
const IDLE_MS = 21_000
const IDLE_SERVER_COUNT = 3

type StartMeasurement = { time: number; cpu: number }

/** Measures the time from process start to the first page on an existing database, and the memory of an idle server. */
export async function benchmarkStartup() {
  const folder = createScratchFolder()
  await (await startProduct(folder.path)).stop()
  const env = buildProductSettings(folder.path)
  const page = `${folder.path}/page.json`
  writeFileSync(page, JSON.stringify({ headers: [], body: '' }))

  const built: StartMeasurement[] = []
  const npm: StartMeasurement[] = []
  const bare: StartMeasurement[] = []
  for (let round = 0; round < START_COUNT; round++) {
    built.push(await measureStart({ command: BUILT_SERVER, env }))
    npm.push(await measureStart({ command: ['npm', 'start', '--silent'], env }))
    bare.push(await measureStart({ command: [process.execPath, BASELINE_SERVER, page] }))
  }
  const [server, npmStart, bareStart] = [built, npm, bare].map(medianStart) as [
    StartMeasurement,
    StartMeasurement,
    StartMeasurement,
  ]

  const idleMemory = await measureIdleMemory(env)
  folder.remove()
  const fastest = Math.min(...built.map(({ time }) => time)).toFixed(0)
  return {
    title: `first answered page, median of ${START_COUNT}, all cores; and memory`,
    rows: [
      buildFigureRow('built server', server.time, budgets.start, `fastest ${fastest} ms`),
      buildFigureRow('its CPU time until then', server.cpu, { unit: ' ms' }, 'steadier where other programs run'),
      buildFigureRow('npm start, nothing changed', npmStart.time, budgets.npmStart),
      buildFigureRow(
        'bare node:http server, for scale',
        bareStart.time,
        { unit: ' ms' },
        `${bareStart.cpu} ms CPU; ours takes ${(server.cpu / bareStart.cpu).toFixed(1)} times that`,
      ),
      buildFigureRow(
        'memory after 21 s idle',
        idleMemory,
        budgets.memory,
        `resident, one page served; median of ${IDLE_SERVER_COUNT} servers`,
      ),
    ],
  }
}

/** Returns the median memory of idle servers, in MB. */
async function measureIdleMemory(env: Record<string, string>): Promise<number> {
  const measured: number[] = []
  for (let nth = 0; nth < IDLE_SERVER_COUNT; nth++) {
    const server = await startServer({ command: BUILT_SERVER, env, isPinned: false })
    await pause(IDLE_MS)
    measured.push(readMemory(server.pid))
    await server.stop()
  }
  return median(measured)
}

async function measureStart(options: Parameters<typeof startServer>[0]): Promise<StartMeasurement> {
  const server = await startServer({ ...options, isPinned: false })
  const startMeasurement = { time: server.firstReplyMs, cpu: readCpuTime(server.pid) }
  await server.stop()
  return startMeasurement
}

function medianStart(starts: readonly StartMeasurement[]): StartMeasurement {
  return { time: median(starts.map(({ time }) => time)), cpu: median(starts.map(({ cpu }) => cpu)) }
}
