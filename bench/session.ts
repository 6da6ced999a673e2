import { insertAccount } from '../src/server/accounts/store.ts'
import { type Auth, createAuth } from '../src/server/auth/auth.ts'
import { createHashing } from '../src/server/auth/hashing.ts'
import { readConfig } from '../src/server/config.ts'
import { openDatabase } from '../src/server/db/db.ts'
import { cookieHeaderAfter } from '../src/server/http/cookies.ts'
import { headersOf } from '../src/server/http/http.ts'
import { newRecoveryCodes } from '../src/server/second-factor/second-factor.ts'
import { createSessions } from '../src/server/sessions/sessions.ts'
import { createTokenSync } from '../src/server/token-sync/token-sync.ts'
import { isAdmin } from '../src/server/users/users.ts'
import { scratchFolder, settings } from './support/product.ts'
import { median } from './support/rounds.ts'
import { figureRow, ratioRow } from './support/table.ts'

const ROUNDS = 9
const PASSWORD = 'correct horse'
const KNOWN = 20_000
const LOOKED_UP = 500

/** What an authenticated request pays to find its session: from the memory, and where it has to be looked up. */
export async function session() {
  const folder = scratchFolder()
  const config = readConfig({ ...settings(folder.path), PORT: '3000' })
  const database = await openDatabase(config)
  const hashing = createHashing()
  const auth = createAuth({
    database,
    config,
    hashing,
    secret: 'a secret for one measurement only',
    print: () => {},
    newRecoveryCodes,
  })
  const account = { email: 'person@example.com', name: 'Person', hash: await hashing.hash(PASSWORD) }
  await database.write((tx) => insertAccount(tx, account))
  const tokenSync = createTokenSync({ auth, config, log: () => {} })
  const sessions = await createSessions({
    database,
    auth,
    tokenSync,
    config,
    isAdmin: (email) => isAdmin(database.read, email),
  })
  const request = {
    headers: { host: '127.0.0.1', accept: '*/*', 'user-agent': 'a browser', cookie: await newSession(auth, account.email) },
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
      figureRow('from the memory', median(known), { most: 0.1, unit: ' ms', digits: 4 }),
      figureRow('looked up', median(lookedUp), { unit: ' ms', digits: 3 }, 'once in 5 s, or after a change'),
      ratioRow('from the memory, against looked up', {
        median: median(ratios),
        least: Math.min(...ratios),
        most: Math.max(...ratios),
      }),
    ],
  }
}

async function newSession({ api }: Auth, email: string): Promise<string> {
  const { headers } = await api.signInEmail({ body: { email, password: PASSWORD }, returnHeaders: true })
  return cookieHeaderAfter(headers)
}
