import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { openDatabase } from '#server/migrations/open-database.ts'
import { startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** Runs a statement while the server runs. */
async function runStatement({ DATA_DIR = '', DATABASE_URL }: Record<string, string>, statement: string) {
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL })
  await database.main.executeQuery(CompiledQuery.raw(statement))
  await database.close()
}

/** Checks the parts that every error page has. Returns the page. */
async function expectErrorPage(site: TestApp, path: string, status: number, title: string): Promise<string> {
  const reply = await site.request('GET', path)
  expect([path, reply.status]).toEqual([path, status])
  for (const part of ['<header', '<footer', 'Subscribe by email', 'Back Home', '<meta name="robots" content="noindex"']) {
    expect(reply.text).toContain(part)
  }
  expect(reply.text).toContain(`>${title}</h1>`)
  expect(reply.text).toContain(`<title>${title} | `)
  expect(reply.headers['cache-control']).toBe('private, no-store')
  expect(reply.text.includes('mention the number')).toBe(status >= 500)
  if (status >= 500) expect(reply.text).toContain(`mention the number ${reply.headers['x-request-id']}.`)
  return reply.text
}

describeOnEachDatabase('error pages', (database) => {
  // No query decides this.
  it.runIf(database.name === 'SQLite')('answer 404 or 410 with header, footer and a link home', async () => {
    const site = await startApp({ ...(await database.environment()), SEED: 'demo' })
    const goneRedirect = { oldPath: '/old-offer', state: 'Gone', newPath: '' }
    expect((await site.request('POST', '/api/add-redirect', { as: 'admin', body: goneRedirect })).status).toBe(201)
    for (const [path, status, title, explanation] of [
      ['/nothing', 404, 'Page not found', 'There’s no page at this address.'],
      ['/old-offer', 410, 'This page is gone', 'We took it down for good.'],
    ] as const) {
      const html = await expectErrorPage(site, path, status, title)
      const [main] = /<main.*<\/main>/s.exec(html) ?? []
      expect(main).toContain(explanation)
      for (const link of ['/service/', '/pricing/', '/contact']) expect(main).toContain(`href="${link}"`)
      expect(html).not.toContain('aria-current')
    }
    await site.close()
  })

  it('answer 500 without details for a fault in one page, and other pages work', async () => {
    const environment = await database.environment()
    const site = await startApp({ ...environment, SEED: 'demo' })
    await runStatement(environment, "update content_record set data = 'no JSON at all' where kind = 'pricing-package'")
    const html = await expectErrorPage(site, '/pricing/', 500, 'Something went wrong')
    expect(html).not.toMatch(/JSON|SyntaxError|at \w+ \(/)
    expect(html).toContain('100 Example Street, Springfield')
    expect((await site.request('GET', '/service/')).status).toBe(200)
    const { status, headers, text } = await site.request('GET', '/api/pricings')
    const number = headers['x-request-id']
    expect([status, text]).toEqual([503, expect.stringContaining(`mention the number ${number}."}`)])
    await site.close()
  })

  it('have a plain header and footer if their content can’t be read', async () => {
    const environment = await database.environment()
    const site = await startApp({ ...environment, SEED: 'demo' })
    await runStatement(environment, 'drop table content_record')
    for (const path of ['/pricing/', '/login', '/nothing']) await expectErrorPage(site, path, 500, 'Something went wrong')
    await site.close()
  })

  it.runIf(database.name === 'PostgreSQL')('answer 503 while the database is unavailable', async () => {
    const environment = await database.environment()
    const site = await startApp({ ...environment, SEED: 'demo' })
    const name = new URL(environment.DATABASE_URL ?? '').pathname.slice(1)
    const server = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` })
    await server.connect()
    await server.query(`alter database ${name} allow_connections false`)
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    for (const path of ['/pricing/', '/login']) await expectErrorPage(site, path, 503, 'Something went wrong')
    const { headers } = await site.request('GET', '/login')
    expect(headers['retry-after']).toBe('5')
    await server.query(`alter database ${name} allow_connections true`)
    await server.end()
    await expect.poll(async () => (await site.request('GET', '/pricing/')).status).toBe(200)
    await site.close()
  })
})
