import { describe, it } from 'vitest'
import { declaredPages, fillParameters } from '../support/declared-pages.ts'
import { expectSecurePage } from '../support/http-observatory.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { roles, startPublicHttpsSite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

describeOnSqlite('security headers of every page', (database) => {
  const site = startForSuite(async () => startPublicHttpsSite(await database.environment()))

  describe.each(declaredPages)('$path', ({ path }) => {
    it.each(roles)('score an A+ for %s, without inline scripts and styles', async (role) =>
      expectSecurePage(await site.request('GET', fillParameters(path), { as: role })),
    )
  })
})
