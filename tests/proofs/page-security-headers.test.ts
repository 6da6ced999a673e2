import { afterAll, beforeAll, describe, it } from 'vitest'
import { pages } from '../support/access-control-site.ts'
import { expectSafePage } from '../support/http-observatory.ts'
import { publicSiteSettings, roles, startApp, type TestApp } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const UNUSED_ID = '00000000-0000-4000-8000-000000000000'

describeOnSqlite('security headers of every page', (database) => {
  let site: TestApp
  beforeAll(async () => {
    site = await startApp({
      ...(await database.environment()),
      SEED: 'demo',
      ...publicSiteSettings('https://shop.example'),
      RATE_LIMITS: 'on',
    })
  })
  afterAll(() => site.close())

  describe.each(pages)('$path', ({ path }) => {
    it.each(roles)('score an A+ for %s, without inline scripts and styles', async (role) =>
      expectSafePage(await site.request('GET', path.replace(':id', UNUSED_ID), { as: role })),
    )
  })
})
