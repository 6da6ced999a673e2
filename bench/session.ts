import { signIn } from '../src/contract/people/accounts.ts'
import { readConfig } from '../src/server/config/config.ts'
import { createModules } from '../src/server/modules.ts'
import { createHashing } from '../src/server/people/auth/hashing.ts'
import { openDatabase } from '../src/server/platform/db/db.ts'
import { createInProcessCall, headersOf } from '../src/server/platform/http/http.ts'
import { cookieHeaderAfter } from '../src/server/platform/http/request-headers.ts'
import { noSession } from '../src/server/platform/http/session.ts'
import { loadRenderer } from '../src/server/site/pages/render.ts'
import { budgets } from './budgets.ts'
import { scratchFolder, settings } from './support/product.ts'
import { median } from './support/rounds.ts'
import { figureRow, ratioRow } from './support/table.ts'

const ROUNDS = 9
const KNOWN = 20_000
const LOOKED_UP = 500

/** What an authenticated request pays to find its session: from the memory, and where it has to be looked up. */
export async function session() {
  const folder = scratchFolder()
  const { ADMIN_EMAIL: email = '', ADMIN_PASSWORD: password = '', ...env } = settings(folder.path)
  const config = readConfig({ ...env, ADMIN_EMAIL: email, ADMIN_PASSWORD: password, PORT: '3000' })
  const [database, renderer] = await Promise.all([openDatabase(config), loadRenderer()])
  const log = { line: () => {}, problem: () => {} }
  const { users, sessions, handlers } = await createModules({ config, database, renderer, log, hashing: createHashing() })
  await users.prepareFirstAdmin()
  const caller = { session: noSession, headers: new Headers(), replyHeaders: new Headers() }
  await createInProcessCall(handlers)(caller)(signIn, { body: { email, password } })
  const cookie = cookieHeaderAfter(caller.replyHeaders)
  const request = {
    headers: { host: '127.0.0.1', accept: '*/*', 'user-agent': 'a browser', cookie },
    ip: '127.0.0.1',
  }

  async function find(times: number, isForgotten: boolean): Promise<number> {
    const begun = performance.now()
    for (let nth = 0; nth < times; nth++) {
      if (isForgotten) sessions.forget()
      const { viewer } = await sessions.find(headersOf(request))
      if (viewer.kind === 'visitor') throw new Error('The session was not found.')
    }
    return (performance.now() - begun) / times
  }

  const known: number[] = []
  const lookedUp: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    known.push(await find(KNOWN, false))
    lookedUp.push(await find(LOOKED_UP, true))
  }
  await database.close()
  folder.remove()
  const ratios = known.map((one, round) => one / (lookedUp[round] ?? Number.NaN))
  return {
    title: "finding a request's session, SQLite, the request's headers included",
    rows: [
      figureRow('from the memory', median(known), budgets.session),
      figureRow('looked up', median(lookedUp), { unit: ' ms', digits: 3 }, 'once in 5 s, or after a change'),
      ratioRow('from the memory, against looked up', {
        median: median(ratios),
        least: Math.min(...ratios),
        most: Math.max(...ratios),
      }),
    ],
  }
}
