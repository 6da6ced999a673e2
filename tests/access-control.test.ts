import { expect, it } from 'vitest'
import { type Route, startAccessControlSite } from './support/access-control-site.ts'
import { buildUrlVariants, getExpectedPageStatuses, sessionEndingCalls } from './support/access-matrix.ts'
import { declaredPages, fillParameters, getPageKind } from './support/declared-pages.ts'
import { pickOnePerKind, runsFullProofs, sampleCasesOnPostgres } from './support/proof-size.ts'
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

  /** Lists pages, and calls that don't end a session. */
  function listRoutesUnderTest(): readonly Route[] {
    const calls = site
      .listRoutes()
      .filter(({ method, url }) => /^(GET|POST|PUT|DELETE)$/.test(method) && url.startsWith('/api/') && !/\*$|docs/.test(url))
    const pageRoutes = declaredPages.map((page) => ({
      method: 'GET',
      url: page.path,
      expected: getExpectedPageStatuses(page, 200),
    }))
    const all = [...calls, ...pageRoutes].filter(({ method, url }) => !sessionEndingCalls.includes(`${method} ${url}`))
    return runsFullProofs ? all : pickOnePerKind(all, getRouteKind)
  }

  // The server normalizes a URL before it looks at session, record or database.
  it.runIf(database.name === 'SQLite').each(['anonymous', 'customerA'] as const)(
    'gives %s no other access for another spelling of a URL',
    async (person) => {
      expect(listRoutesUnderTest().length).toBeGreaterThan(20)
      for (const { method, url } of listRoutesUnderTest()) {
        const usualStatus = (await site.send(person, method, fillParameters(url))).status
        // A variant may reach a route that reads a form instead of JSON.
        const asForm = site.buildRequestOptions(person, method, '/')
        const usualFormStatus = method === 'GET' ? usualStatus : (await site.request(method, fillParameters(url), asForm)).status
        const harmless = [400, 404, ...(method === 'GET' ? [] : [405, 415]), usualStatus, usualFormStatus]
        const outcomes = buildUrlVariants(fillParameters(url)).map(async (spelling) => {
          const { status, headers } = await site.sendExactUrl(person, method, spelling)
          const redirectsHere = status === 301 && headers.location?.toLowerCase() === fillParameters(url).toLowerCase()
          return [method, spelling, redirectsHere ? usualStatus : status]
        })
        // A variant finds nothing, answers as the URL itself does, or redirects to it.
        expect((await Promise.all(outcomes)).filter(([, , status]) => !harmless.includes(status as number))).toEqual([])
      }
    },
  )

  it('keeps private data of a person out of every reply to others', () => site.expectNoEmailsOfOthers())

  it('lets no customer end the session of another', () => site.expectSessionsOfOthersStay())
})

/** Routes of one kind share method, depth, the presence of parameters, and expected statuses. */
function getRouteKind({ method, url, expected }: Route) {
  return [method, url.split('/').length, url.includes(':'), expected]
}
