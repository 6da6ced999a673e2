import { it } from 'vitest'
import { getRouteKind, startAccessControlSite } from './support/access-control-site.ts'
import { declaredPages, getPageKind } from './support/declared-pages.ts'
import { pickOnePerKind, sampleCasesOnPostgres } from './support/proof-size.ts'
import { startForSuite } from './support/start-for-suite.ts'
import { describeOnEachDatabase } from './support/test-databases.ts'

/** Pages with a form, for each access, with and without a record. */
const FORM_PAGE_PATHS = ['/account', '/pay-now/:id', '/edit-banner', '/banner/:id']
const formPages = declaredPages.filter(({ path }) => FORM_PAGE_PATHS.includes(path))

// On PostgreSQL, this tries one route of each kind. tests/proofs/every-access-rule.test.ts tries all of them there, and all
// pages on SQLite.
describeOnEachDatabase('access control', (database) => {
  const site = startForSuite(() => startAccessControlSite(database))

  it('answers each role with the expected status', async () => {
    for (const route of sampleCasesOnPostgres(database, site.listRoutes(), getRouteKind)) await site.expectRouteAccess(route)
  })

  it.each(pickOnePerKind(declaredPages, getPageKind))(
    'opens $path for the roles that may see it, and gives other roles the reason',
    (page) => site.expectPageAccess(page),
  )

  it.each(formPages)('rejects forms on $path from the roles that may not see it', (page) => site.expectFormsRejected(page))

  it('keeps private data of a person out of every reply to others', () => site.expectNoEmailsOfOthers())

  it('lets no customer end the session of another', () => site.expectSessionsOfOthersStay())
})
