import { expect, it } from 'vitest'
import { getRouteKind, type Route, startAccessControlSite } from '../support/access-control-site.ts'
import { buildUrlVariants, getExpectedPageStatuses, sessionEndingCalls } from '../support/access-matrix.ts'
import { declaredPages, fillParameters } from '../support/declared-pages.ts'
import { pickOnePerKind, runsFullProofs } from '../support/proof-size.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

describeOnSqlite('access control', (database) => {
  const site = startForSuite(() => startAccessControlSite(database))

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
  it.each(['anonymous', 'customerA'] as const)('gives %s no other access for another spelling of a URL', async (person) => {
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
  })
})
