import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../tests/support/free-port.ts'

export const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** How long a server may take to start, in ms. */
const TIMEOUT = 120_000
/** The resolution of CPU times. */
export const MS_PER_TICK = 10
const TASKSET = 'taskset'

export type MeasuredServer = { pid: number; port: number; firstReplyMs: number; stop: () => Promise<void> }
/** Set `port` for a program that doesn't read PORT. */
type ServerOptions = { command: readonly string[]; env?: Record<string, string>; isPinned?: boolean; port?: number }

const cores = canPin() ? readAllowedCores() : []

/** Describes which cores the run uses, for the head of the report. */
export function describePinning(): string {
  if (cores.length > 1) return `server on core ${cores[0]}, load generator on core ${cores[1]}`
  return 'NOT pinned (no taskset, or one core only): the sides also compete with the load generator'
}

/** Pins a command to the core of the servers or of the load generator, if possible. */
export function pinCommand(role: 'server' | 'load', command: readonly string[]): readonly string[] {
  if (cores.length < 2) return command
  return [TASKSET, '-c', String(cores[role === 'server' ? 0 : 1]), ...command]
}

/** Starts a server and waits until `/` answers 200. `firstReplyMs` is the time until then. */
export async function startServer({ command, env, isPinned = true, port: chosenPort }: ServerOptions): Promise<MeasuredServer> {
  const port = chosenPort ?? (await findFreePort())
  const [program = '', ...args] = isPinned ? pinCommand('server', command) : command
  const started = performance.now()
  // Its own process group, so that the children of npm end with it.
  const child = spawn(program, args, {
    cwd: PROJECT_ROOT,
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const pid = child.pid ?? 0
  const end = () => child.exitCode === null && child.signalCode === null && process.kill(-pid, 'SIGTERM')
  process.once('exit', end)
  while (!(await isAnswering(port))) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with ${child.exitCode}`)
    if (performance.now() - started > TIMEOUT) throw new Error(`${command.join(' ')} does not answer`)
    await pause(2)
  }
  const firstReplyMs = performance.now() - started
  async function stop() {
    const ended = once(child, 'exit')
    if (end()) await ended
    process.off('exit', end)
  }
  return { pid, port, firstReplyMs, stop }
}

/** Returns the CPU time of a process so far, in ms, without its children. */
export function readCpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * MS_PER_TICK
}

/** `RssAnon` counts only a process's own pages. `VmRSS` also counts the file pages that processes share. */
type MemoryKind = 'VmRSS' | 'RssAnon'

/** Returns the current memory of a process, in MB of 1024 KB. */
export function readMemory(pid: number, kind: MemoryKind = 'VmRSS'): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${kind}:`))
  return Number(/\d+/.exec(line ?? '')?.[0]) / 1024
}

function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: '/', agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200))
    }).on('error', () => resolve(false))
  })
}

function canPin(): boolean {
  return process.platform === 'linux' && spawnSync(TASKSET, ['--version']).status === 0
}

function readAllowedCores(): number[] {
  const list = /Cpus_allowed_list:\s+(\S+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
  return list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}
