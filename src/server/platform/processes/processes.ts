import type { Database } from '../db/db.ts'
import { inLogContext } from '../log/log-context.ts'
import type { Module } from '../module.ts'
import type { Queue } from '../queue/queue.ts'
import { insertProcess, processNames, removeProcess } from './store.ts'

type Parts = {
  database: Database
  /** Whose claims are freed. */
  queues: readonly Queue[]
  problem: (error: unknown, sentence: string) => void
  /** In ms. */
  lookEvery?: number
}

type Processes = Module & Required<Pick<Module, 'start' | 'close'>>

/** How often is looked whether another process has ended, in ms. */
const LOOK_EVERY = 1_000

/**
 * Notices that another process on this database has ended, however that happened, and gives what it had begun to the
 * living, instead of waiting for its leases (docs/decisions/0068). What this one leaves behind is found in the same way.
 */
export function createProcesses({ database, queues, problem, lookEvery = LOOK_EVERY }: Parts): Processes {
  const { read, write, processLock } = database
  let isActive = false
  let isFailing = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const names = await processNames(read)
    const ended = await processLock.endedOf(names)
    const ours = await processLock.name()
    // Also after another process took us for one that had ended, because our connection was cut for longer.
    if (ours !== undefined && !names.includes(ours)) await write((tx) => insertProcess(tx, ours))
    for (const name of ended) await takeOver(name)
  }

  async function takeOver(name: string): Promise<void> {
    const isOurs = await write(async (tx) => {
      if (!(await removeProcess(tx, name))) return false
      for (const queue of queues) await queue.freeClaimsOf(tx, name)
      return true
    })
    if (isOurs) for (const queue of queues) queue.wake()
  }

  function again(): void {
    if (!isActive) return
    running = look()
      .then(() => {
        isFailing = false
      })
      .catch((error: unknown) => {
        if (!isFailing) problem(error, 'other processes cannot be watched; it is tried again')
        isFailing = true
      })
      .then(() => {
        if (isActive) timer = setTimeout(again, lookEvery).unref()
      })
  }

  return {
    name: 'platform/processes',
    stateTables: ['process'],
    start() {
      isActive = true
      inLogContext({ job: 'processes' }, again)
    },
    async close() {
      isActive = false
      clearTimeout(timer)
      await running
    },
  }
}
