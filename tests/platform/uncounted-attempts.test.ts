import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { UserError } from '#contract/core/user-error.ts'
import { signedOutSession } from '#platform/http/request-session-types.ts'
import { readConfig } from '#server/config/config.ts'
import { type Database, openDatabase } from '#server/migrations/open-database.ts'
import { createRateLimitsModule, type RateLimits } from '#server/rate-limits/rate-limits.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('an attempt that the server can’t uncount', (kind) => {
  let database: Database
  let limits: RateLimits
  let problems: string[]
  let replyHeaders: Headers
  beforeEach(async () => {
    const config = readConfig({ ...(await kind.environment()), RATE_LIMITS: 'on' })
    database = await openDatabase(config)
    problems = []
    replyHeaders = new Headers()
    limits = createRateLimitsModule({
      database,
      config,
      problem: (_error, sentence) => problems.push(sentence),
      secret: 'secret',
      mail: { enqueue: async () => '', wake: () => {} },
      adminEmails: async () => [],
    })
  })
  afterEach(() => database.close())

  const signIn = (work: () => Promise<string>) =>
    limits.guard('signIn', 'ann@example.com', { headers: new Headers(), replyHeaders, session: signedOutSession }, work)
  const dropCounters = () => sql`drop table attempt_counter`.execute(database.main)

  it('still logs the person in and remembers the browser', async () => {
    const work = async () => {
      await dropCounters()
      return 'signed in'
    }
    expect(await signIn(work)).toBe('signed in')
    expect(replyHeaders.getSetCookie()).toHaveLength(1)
    expect(problems).toEqual(['could not update the counts of an attempt (signIn)'])
  })

  it('does not hide the error of the work', async () => {
    const work = async () => {
      await dropCounters()
      throw new UserError(503, 'Nothing was saved.')
    }
    await expect(signIn(work)).rejects.toThrow('Nothing was saved.')
    expect(problems).toEqual(['could not update the counts of an attempt (signIn)'])
  })
})
