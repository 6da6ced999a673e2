import { publicPages } from '../../contract/public-pages.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import type { Module } from '../module.ts'
import { createIndexNowStore, type Turn } from './store.ts'
import { createTell } from './tell.ts'
import { TIMING } from './timing.ts'

type Parts = {
  database: Database
  config: Pick<Config, 'indexNow' | 'origins'>
  problem: (error: unknown, sentence: string) => void
  timing?: typeof TIMING
}

/** Tells search engines which public pages changed (indexnow.org), behind everybody's back: no request waits for it. */
export function createIndexNow({ database, config, problem, timing = TIMING }: Parts): Required<Module> {
  const { indexNow, origins } = config
  // What was told can be told again: nobody entered it.
  const module = { dataTables: [] }
  if (!indexNow?.tellsAt) return { ...module, start: () => {}, close: async () => {} }
  const [origin] = origins
  const store = createIndexNowStore(database)
  const tell = createTell(indexNow.tellsAt, indexNow.key, origin)
  const ending = new AbortController()
  let isTroubled = false
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    if ((await readUntold()).length === 0) return
    const turn = await store.take(Date.now(), timing.lease, longestWait)
    if (!turn) return
    const next = await tellAll().then(
      () => ({ dueAt: 0, failures: 0 }),
      (error: unknown) => afterFailure(turn, error),
    )
    await store.giveBack(turn, next)
  }

  const pauseAfter = (failures: number) => Math.min(timing.firstPause * 2 ** (failures - 1), timing.longestPause)
  const longestWait = (failures: number) => Math.max(timing.lease, failures > 0 ? pauseAfter(failures) : 0)

  async function readUntold() {
    return (await store.untold(Date.now(), timing.rest)).flatMap(({ page, change }) => {
      // A page that is public no longer is not told of.
      const path = publicPages.find(({ name }) => name === page)?.path
      return path ? { page, change, address: origin + path } : []
    })
  }

  async function tellAll(): Promise<void> {
    // Read again: whoever had the turn before may have told.
    const untold = await readUntold()
    if (untold.length > 0) {
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(timing.deadline)])
      await tell(
        untold.map(({ address }) => address),
        signal,
      )
      await store.markTold(untold)
    }
    isTroubled = false
  }

  function afterFailure({ failures }: Turn, error: unknown): Turn {
    // Cut short by our own end: nobody failed.
    if (ending.signal.aborted) return { dueAt: 0, failures }
    // It worked since this process failed: in another one.
    if (failures === 0) isTroubled = false
    report(error)
    return { dueAt: Date.now() + pauseAfter(failures + 1), failures: failures + 1 }
  }

  /** Once, until it works again: the same line every hour helps nobody. */
  function report(error: unknown): void {
    if (!isTroubled) problem(error, 'search engines cannot be told of changed pages; it is tried again')
    isTroubled = true
  }

  function lookAndWait(): void {
    running = look()
      .catch(report)
      .then(() => {
        if (!ending.signal.aborted) timer = setTimeout(lookAndWait, timing.poll).unref()
      })
  }

  return {
    ...module,
    start: lookAndWait,
    /** Cuts short what is under way: it is told again at the next start. */
    async close(): Promise<void> {
      clearTimeout(timer)
      ending.abort()
      await running
    },
  }
}
