import { afterAll, beforeAll, describe, it } from 'vitest'
import { declaredPages, fillParameters } from '../support/declared-pages.ts'
import { expectSecurePage } from '../support/http-observatory.ts'
import { roles, startPublicHttpsSite, type TestApp } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

describeOnSqlite('security headers of every page', (database) => {
  let site: TestApp
  beforeAll(async () => {
    site = await startPublicHttpsSite(await database.environment())
  })
  afterAll(() => site.close())

  describe.each(declaredPages)('$path', ({ path }) => {
    it.each(roles)('score an A+ for %s, without inline scripts and styles', async (role) =>
      expectSecurePage(await site.request('GET', fillParameters(path), { as: role })),
    )
  })
})
