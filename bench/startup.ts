import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { budgets } from './budget-definitions.ts'
import { pickSize } from './support/bench-size.ts'
import { median } from './support/compare-servers.ts'
import { readCpuTime, startServer } from './support/measured-server.ts'
import {
  BUILT_SERVER,
  buildProductSettings,
  createScratchFolder,
  measureIdleProduct,
  startProduct,
} from './support/product-server.ts'
import { buildFigureRow } from './support/report-table.ts'

const BASELINE_SERVER = fileURLToPath(new URL('./baseline/static-page-server.ts', import.meta.url))
const START_COUNT = pickSize({ short: 1, whole: 7 })
const IDLE_SERVER_COUNT = pickSize({ short: 1, whole: 3 })

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

  const idleMemory: number[] = []
  for (let nth = 0; nth < IDLE_SERVER_COUNT; nth++) idleMemory.push(await measureIdleProduct(env))
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
        'memory when idle',
        median(idleMemory),
        budgets.memory,
        `resident, 21 s after one page; median of ${IDLE_SERVER_COUNT} servers`,
      ),
    ],
  }
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
