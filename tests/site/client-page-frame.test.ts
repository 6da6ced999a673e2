import { expect, it } from 'vitest'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

describeOnSqlite('the frame of pages', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })
  const loadPage = async (path: string) => (await site.request('GET', path, { as: 'customer' })).text

  it('is light on account and customer pages: help, account, log out and legal links alone (P-341)', async () => {
    for (const path of ['/dashboard', '/my-order', '/pending-order', '/account']) {
      const text = await loadPage(path)
      for (const link of ['/dashboard', '/contact', '/account', '/sign-out', '/privacy', '/terms'])
        expect(text, path).toContain(`href="${link}"`)
      expect(text, path).not.toMatch(/action="\/subscribe"|\/#about-sec|footer-social|Contact Now/)
    }
  })

  it('has the subscribe box and all page links on public pages, for customers too', async () => {
    expect(await loadPage('/pricing/')).toMatch(/\/#about-sec.*action="\/subscribe"/s)
  })
})
