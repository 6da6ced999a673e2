import { it } from 'vitest'
import { startAccessControlSite } from '../support/access-control-site.ts'
import { declaredPages } from '../support/declared-pages.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

// tests/access-control.test.ts tries every route on SQLite, and pages of each kind on both databases.
describeOnEachDatabase('every access rule', (database) => {
  const site = startForSuite(() => startAccessControlSite(database))

  it.runIf(database.name === 'PostgreSQL')('answers each role with the expected status on every route', async () => {
    for (const route of site.listRoutes()) await site.expectRouteAccess(route)
  })

  if (database.name === 'SQLite') {
    it.each(declaredPages)('opens $path for the roles that may see it, and gives other roles the reason', (page) =>
      site.expectPageAccess(page),
    )

    it.each(declaredPages)('rejects forms on $path from the roles that may not see it', (page) => site.expectFormsRejected(page))
  }

  it('keeps private data of a person out of every reply to others', () => site.expectNoEmailsOfOthers())
})
