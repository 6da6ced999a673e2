import { afterAll, beforeAll, it } from 'vitest'
import { startAccessControlSite } from '../support/access-control-site.ts'
import { declaredPages, getPageKind } from '../support/declared-pages.ts'
import { sampleCasesOnPostgres } from '../support/proof-size.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

// tests/access-control.test.ts tries every route on SQLite, and one page of each kind.
describeOnEachDatabase('every access rule', (database) => {
  let site: Awaited<ReturnType<typeof startAccessControlSite>>
  beforeAll(async () => {
    site = await startAccessControlSite(database)
  })
  afterAll(() => site.close())

  it('answers each role with the expected status on every route', async () => {
    for (const route of site.listRoutes()) await site.expectRouteAccess(route)
  })

  it.each(sampleCasesOnPostgres(database, declaredPages, getPageKind))(
    'opens $path for the roles that may see it, and gives other roles the reason',
    (page) => site.expectPageAccess(page),
  )

  it.each(sampleCasesOnPostgres(database, declaredPages, getPageKind))(
    'rejects forms on $path from the roles that may not see it',
    (page) => site.expectFormsRejected(page),
  )

  it('keeps private data of a person out of every reply to others', () => site.expectNoEmailsOfOthers())
})
