import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { budgets } from './budgets.ts'
import { cpuTime, memory, startServer } from './support/processes.ts'
import { BUILT_SERVER, scratchFolder, settings, startProduct } from './support/product.ts'
import { median } from './support/rounds.ts'
import { figureRow } from './support/table.ts'

const BARE = fileURLToPath(new URL('./bare/kept-page.ts', import.meta.url))
const STARTS = 7
const IDLE = 5_000

type Began = { time: number; cpu: number }

/** From the start of the process to the first page, on a database that exists, and what the server holds when idle. */
export async function start() {
  const folder = scratchFolder()
  await (await startProduct(folder.path)).stop()
  const env = settings(folder.path)
  const page = `${folder.path}/page.json`
  writeFileSync(page, JSON.stringify({ headers: [], body: '' }))

  const built: Began[] = []
  const npm: Began[] = []
  const bare: Began[] = []
  for (let round = 0; round < STARTS; round++) {
    built.push(await startOnce({ command: BUILT_SERVER, env }))
    npm.push(await startOnce({ command: ['npm', 'start', '--silent'], env }))
    bare.push(await startOnce({ command: [process.execPath, BARE, page] }))
  }
  const [server, viaNpm, least] = [built, npm, bare].map(typical) as [Began, Began, Began]

  const idle = await startProduct(folder.path)
  await pause(IDLE)
  const held = memory(idle.pid)
  await idle.stop()
  folder.remove()
  const fastest = Math.min(...built.map(({ time }) => time)).toFixed(0)
  return {
    title: `first answered page, median of ${STARTS}, all cores; and memory`,
    rows: [
      figureRow('built server', server.time, budgets.start, `fastest ${fastest} ms`),
      figureRow('its CPU time until then', server.cpu, { unit: ' ms' }, 'steadier where other programs run'),
      figureRow('npm start, nothing changed', viaNpm.time, budgets.npmStart),
      figureRow(
        'bare node:http server, for scale',
        least.time,
        { unit: ' ms' },
        `${least.cpu} ms CPU; ours takes ${(server.cpu / least.cpu).toFixed(1)} times that`,
      ),
      figureRow('memory after 5 s idle', held, budgets.memory, 'resident, one page served'),
    ],
  }
}

async function startOnce(options: Parameters<typeof startServer>[0]): Promise<Began> {
  const server = await startServer({ ...options, isPinned: false })
  const began = { time: server.firstAnswer, cpu: cpuTime(server.pid) }
  await server.stop()
  return began
}

function typical(starts: readonly Began[]): Began {
  return { time: median(starts.map(({ time }) => time)), cpu: median(starts.map(({ cpu }) => cpu)) }
}
