import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
// Variables that Vitest and npm pass to child processes. A user with a new clone has none of them.
const INHERITED_VARIABLES =
  /^(npm_(lifecycle|package|command|execpath|node_execpath|config_local_prefix)|NODE$|NODE_ENV$|INIT_CWD$|VITEST|TEST$)/

export type NpmStartProcess = { process: ChildProcess; baseUrl: string; log: () => string }

/** Copies the files of this checkout without installed or built files. */
export function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rankstead-clone-'))
  const gitOutput = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const names = gitOutput.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))
  for (const name of names) cpSync(join(ROOT, name), join(folder, name))
  return folder
}

export function buildCleanEnvironment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !INHERITED_VARIABLES.test(name))
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(inherited), PATH: path.join(delimiter), ...extra }
}

/** Runs `npm start` until it prints its URL. `detached` gives it its own process group, as a terminal does. */
export async function startWithNpm(cwd: string, env: NodeJS.ProcessEnv, { detached = false } = {}): Promise<NpmStartProcess> {
  const child = spawn('npm', ['start'], { cwd, env, detached, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  for await (const line of createInterface(child.stdout)) {
    log += `${line}\n`
    const baseUrl = /Rankstead runs at (http:\S+)/.exec(line)?.[1]
    if (!baseUrl) continue
    child.stdout.resume()
    return { process: child, baseUrl, log: () => log }
  }
  throw new Error(`npm start ended early:\n${log}`)
}

/** Ends the process as a service manager would. Returns its exit code. */
export async function stopNpmStart({ process: child }: NpmStartProcess): Promise<number | null> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await exit
  return code
}
