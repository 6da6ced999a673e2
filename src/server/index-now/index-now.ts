import { publicPages } from '../../contract/public-pages.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import type { Module } from '../module.ts'
import { createQueue } from '../queue/queue.ts'
import { markTold, openTurn, turns, untoldPages } from './store.ts'
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
  const tell = createTell({ url: indexNow.tellsAt, key: indexNow.key, origin })
  let isTroubled = false

  async function readUntold() {
    return (await untoldPages(database.read, Date.now(), timing.rest)).flatMap(({ page, change }) => {
      // A page that is public no longer is not told of.
      const path = publicPages.find(({ name }) => name === page)?.path
      return path ? { page, change, address: origin + path } : []
    })
  }

  async function tellAll(signal: AbortSignal): Promise<void> {
    // Read again: whoever had the turn before may have told.
    const untold = await readUntold()
    if (untold.length === 0) return
    const addresses = untold.map(({ address }) => address)
    await tell(addresses, signal)
    await database.write((tx) => markTold(tx, untold))
  }

  const { start, close } = createQueue<Tables['index_now_turn']>({
    database,
    table: turns,
    timing,
    name: 'search engines',
    problem,
    atOnce: 1,
    work: (_turn, signal) => tellAll(signal),
    done: (tx) => {
      isTroubled = false
      return openTurn(tx)
    },
    failed: ({ attempts }, error) => {
      // Once, until it works again, here or in another process: the same line every hour helps nobody.
      if (!isTroubled || attempts === 1) problem(error, 'search engines cannot be told of changed pages; it is tried again')
      isTroubled = true
      return undefined
    },
    isRepeatable: true,
    isNeeded: async () => (await readUntold()).length > 0,
  })
  return { ...module, start, close }
}
