import { spawnSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { findChromium, machineChromium } from '../../tests/support/chromium.ts'
import { findNginx } from '../../tests/support/nginx.ts'
import { pinning } from './processes.ts'

const GB = 1024 ** 3

/** Where a run takes place and with what, for the head of its report. */
export function machine() {
  return {
    processor: `${availableParallelism()} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    memory: `${(totalmem() / GB).toFixed(1)} GB`,
    system: `Linux ${release()}`,
    node: process.versions.node,
    sqlite: process.versions.sqlite ?? 'unknown',
    chromium: versionOf(findChromium),
    /** The one that Lighthouse drives. */
    installed: versionOf(machineChromium),
    nginx: nginxVersion(),
    places: pinning(),
    loadBefore: (loadavg()[0] ?? 0).toFixed(1),
  }
}

export function printMachine(machine: Machine): void {
  const { processor, memory, system, node, sqlite, chromium, installed, nginx, places, loadBefore } = machine
  console.log(`${processor}, ${memory}, ${system}; ${places}`)
  console.log(`Node ${node}, SQLite ${sqlite} (no figure is PostgreSQL’s), nginx ${nginx}`)
  console.log(`Chromium ${chromium}, for Lighthouse ${installed}`)
  console.log(`Load before the run: ${loadBefore}. Above 0.5 something else is running: trust the ratios, not the rest.`)
}

type Machine = ReturnType<typeof machine>

function versionOf(find: typeof machineChromium): string {
  try {
    const found = find()
    if (!found) return 'none'
    return versionIn(spawnSync(found.executablePath, ['--version'], { env: found.env, encoding: 'utf8' }).stdout)
  } catch {
    return 'none'
  }
}

function nginxVersion(): string {
  const program = findNginx()
  return program ? versionIn(spawnSync(program, ['-v'], { encoding: 'utf8' }).stderr) : 'none'
}

function versionIn(text: string): string {
  return /\d+(\.\d+)+/.exec(text)?.[0] ?? 'unknown'
}
