import { removeSaveProbe } from '../db/check-database-writable.ts'
import type { Database } from '../db/open-database.ts'
import { runInLogContext } from '../log/log-context.ts'
import type { LogProblem } from '../log/module-log-types.ts'
import type { ServerModule } from '../module.ts'
import type { JobQueue } from '../queue/queue.ts'
import { insertServerProcessRow, listServerProcessNames, removeServerProcessRow } from './store.ts'

type Dependencies = {
  database: Database
  /** The queues whose claims this module releases. */
  queues: readonly JobQueue[]
  problem: LogProblem
  /** How often to check the other processes, in ms. */
  checkInterval?: number
}

type ProcessFailoverModule = ServerModule & Required<Pick<ServerModule, 'start' | 'close'>>

/** How often this process checks the others, in ms. */
const CHECK_INTERVAL = 1_000

/**
 * Notices that another process on this database has ended, and releases its jobs without waiting for their leases
 * (docs/decisions/0033). Other processes do the same for this one.
 */
export function createProcessFailoverModule({
  database,
  queues,
  problem,
  checkInterval = CHECK_INTERVAL,
}: Dependencies): ProcessFailoverModule {
  const { read, write, processLock } = database
  let isStarted = false
  let isFailing = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function checkProcesses(): Promise<void> {
    const names = await listServerProcessNames(read)
    const endedProcesses = await processLock.findEnded(names)
    const ownName = await processLock.name()
    // Adds the row again if another process removed it while our connection was lost.
    if (ownName !== undefined && !names.includes(ownName)) await write((tx) => insertServerProcessRow(tx, ownName))
    for (const name of endedProcesses) await releaseEndedProcess(name)
  }

  async function releaseEndedProcess(name: string): Promise<void> {
    const isRemovedByUs = await write(async (tx) => {
      await removeSaveProbe(tx, name)
      if (!(await removeServerProcessRow(tx, name))) return false
      for (const queue of queues) await queue.releaseJobsOfEndedProcess(tx, name)
      return true
    })
    if (isRemovedByUs) for (const queue of queues) queue.wake()
  }

  function scheduleCheck(): void {
    if (!isStarted) return
    running = checkProcesses()
      .then(() => {
        isFailing = false
      })
      .catch((error: unknown) => {
        if (!isFailing) problem(error, 'the server cannot check the other processes and tries again')
        isFailing = true
      })
      .then(() => {
        if (isStarted) timer = setTimeout(scheduleCheck, checkInterval).unref()
      })
  }

  return {
    name: 'platform/process-failover',
    stateTables: ['process'],
    noPersonalData: 'Names of processes.',
    start() {
      isStarted = true
      runInLogContext({ job: 'processes' }, scheduleCheck)
    },
    async close() {
      isStarted = false
      clearTimeout(timer)
      await running
    },
  }
}
