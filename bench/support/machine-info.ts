import { spawnSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { findChromium, findInstalledChromium } from '../../tests/support/chromium.ts'
import { findNginx } from '../../tests/support/find-nginx.ts'
import { describePinning } from './measured-server.ts'

const GB = 1024 ** 3

/** Describes the machine and its programs for the head of the report. */
export function describeMachine() {
  return {
    processor: `${availableParallelism()} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    memory: `${(totalmem() / GB).toFixed(1)} GB`,
    system: `Linux ${release()}`,
    node: process.versions.node,
    sqlite: process.versions.sqlite ?? 'unknown',
    chromium: findBrowserVersion(findChromium),
    /** The browser that Lighthouse uses. */
    installed: findBrowserVersion(findInstalledChromium),
    nginx: findNginxVersion(),
    pinning: describePinning(),
    loadBefore: (loadavg()[0] ?? 0).toFixed(1),
  }
}

export function printMachineInfo(machine: MachineInfo): void {
  const { processor, memory, system, node, sqlite, chromium, installed, nginx, pinning, loadBefore } = machine
  console.log(`${processor}, ${memory}, ${system}; ${pinning}`)
  console.log(`Node ${node}, SQLite ${sqlite} (no figure uses PostgreSQL), nginx ${nginx}`)
  console.log(`Chromium ${chromium}, for Lighthouse ${installed}`)
  console.log(`Load before the run: ${loadBefore}. Above 0.5, other programs are running: trust only the ratios.`)
}

type MachineInfo = ReturnType<typeof describeMachine>

function findBrowserVersion(find: typeof findInstalledChromium): string {
  try {
    const browser = find()
    if (!browser) return 'none'
    return parseVersion(spawnSync(browser.executablePath, ['--version'], { env: browser.env, encoding: 'utf8' }).stdout)
  } catch {
    return 'none'
  }
}

function findNginxVersion(): string {
  const program = findNginx()
  return program ? parseVersion(spawnSync(program, ['-v'], { encoding: 'utf8' }).stderr) : 'none'
}

function parseVersion(text: string): string {
  return /\d+(\.\d+)+/.exec(text)?.[0] ?? 'unknown'
}
