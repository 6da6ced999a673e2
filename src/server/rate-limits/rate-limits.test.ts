import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { UserError } from '../../contract/core/user-error.ts'
import { type Database, openDatabase } from '../platform/db/open-database.ts'
import { signedOutSession } from '../platform/http/request-session-types.ts'
import { createRateLimitsModule, type RateLimits } from './rate-limits.ts'

let dataDir: string
let database: Database
let limits: RateLimits
let problems: string[]

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rankstead-rate-limits-'))
  database = await openDatabase({ dataDir, databaseUrl: undefined })
  problems = []
  limits = createRateLimitsModule({
    database,
    problem: (_error, sentence) => problems.push(sentence),
    config: { rateLimits: true, origins: ['http://localhost:3000'] },
    secret: 'secret',
    mail: { enqueue: async () => '', wake: () => {} },
    adminEmails: async () => [],
  })
})
afterEach(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true })
})

const signIn = (work: () => Promise<string>) =>
  limits.guard(
    'signIn',
    'ann@example.com',
    { headers: new Headers(), replyHeaders: new Headers(), session: signedOutSession },
    work,
  )
/** Without the table, the server can't take an attempt back. */
const dropCounters = () => sql`drop table attempt_counter`.execute(database.main)

it('returns the result of the work if its attempt can’t be taken back', async () => {
  const work = async () => {
    await dropCounters()
    return 'signed in'
  }
  expect(await signIn(work)).toBe('signed in')
  expect(problems).toEqual(['could not take back an attempt (signIn)'])
})

it('throws the error of the work if its attempt can’t be taken back', async () => {
  const work = async () => {
    await dropCounters()
    throw new UserError(503, 'Nothing was saved.')
  }
  await expect(signIn(work)).rejects.toThrow('Nothing was saved.')
  expect(problems).toEqual(['could not take back an attempt (signIn)'])
})
