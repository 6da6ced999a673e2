import { signInEndpoint } from '../src/contract/people/authentication.ts'
import { readConfig } from '../src/server/config/config.ts'
import { openDatabase } from '../src/server/migrations/open-database.ts'
import { createModules } from '../src/server/modules.ts'
import { createPasswordHasher } from '../src/server/people/auth/password-hasher.ts'
import { createInProcessCall, toWebHeaders } from '../src/server/platform/http/register-api.ts'
import { signedOutSession } from '../src/server/platform/http/request-session-types.ts'
import { buildCookieHeaderFromReply } from '../src/server/platform/http/web-headers.ts'
import { loadPageRenderer } from '../src/server/site/pages/load-page-renderer.ts'
import { budgets } from './budget-definitions.ts'
import { pickSize } from './support/bench-size.ts'
import { median } from './support/compare-servers.ts'
import { buildProductSettings, createScratchFolder } from './support/product-server.ts'
import { buildFigureRow, buildRatioRow } from './support/report-table.ts'

const ROUNDS = pickSize({ short: 1, whole: 9 })
const CACHED_LOOKUPS = pickSize({ short: 100, whole: 20_000 })
const DATABASE_LOOKUPS = pickSize({ short: 10, whole: 500 })

/** Measures how long a request takes to find its session, in the cache and in the database. */
export async function benchmarkSessionLookup() {
  const folder = createScratchFolder()
  const { ADMIN_EMAIL: email = '', ADMIN_PASSWORD: password = '', ...env } = buildProductSettings(folder.path)
  const config = readConfig({ ...env, ADMIN_EMAIL: email, ADMIN_PASSWORD: password, PORT: '3000' })
  const [database, renderer] = await Promise.all([openDatabase(config), loadPageRenderer()])
  const log = { line: () => {}, problem: () => {} }
  const { users, sessions, handlers } = await createModules({ config, database, renderer, log, hashing: createPasswordHasher() })
  await users.prepareFirstAdmin()
  const caller = { session: signedOutSession, headers: new Headers(), replyHeaders: new Headers() }
  await createInProcessCall(handlers)(caller)(signInEndpoint, { body: { email, password } })
  const cookie = buildCookieHeaderFromReply(caller.replyHeaders)
  const request = {
    headers: { host: '127.0.0.1', accept: '*/*', 'user-agent': 'a browser', cookie },
    ip: '127.0.0.1',
  }

  async function measureLookup(times: number, clearsCache: boolean): Promise<number> {
    const startedAt = performance.now()
    for (let nth = 0; nth < times; nth++) {
      if (clearsCache) sessions.clearCache()
      const { viewer } = await sessions.find(toWebHeaders(request))
      if (viewer.kind === 'visitor') throw new Error('The session was not found.')
    }
    return (performance.now() - startedAt) / times
  }

  const cachedTimes: number[] = []
  const databaseTimes: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    cachedTimes.push(await measureLookup(CACHED_LOOKUPS, false))
    databaseTimes.push(await measureLookup(DATABASE_LOOKUPS, true))
  }
  await database.close()
  folder.remove()
  const ratios = cachedTimes.map((one, round) => one / (databaseTimes[round] ?? Number.NaN))
  return {
    title: "finding a request's session on SQLite, including its headers",
    rows: [
      buildFigureRow('from the cache', median(cachedTimes), budgets.session),
      buildFigureRow('from the database', median(databaseTimes), { unit: ' ms', digits: 3 }, 'once in 5 s, or after a change'),
      buildRatioRow('from the cache, against the database', {
        median: median(ratios),
        least: Math.min(...ratios),
        most: Math.max(...ratios),
      }),
    ],
  }
}
