import { expect, it } from 'vitest'
import { legalClause } from '#contract/content/kinds/legal-clause.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { createContentClient } from '../support/content-client.ts'
import { startApp, startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

describeOnSqlite('the privacy page and the terms page', (database) => {
  const site = startAppForSuite(database)
  const add = (legalPage: string, clauseTitle: string) =>
    site.request('POST', '/api/add-legal-clause', {
      as: 'admin',
      body: { legalPage, clauseTitle, clauseText: `First of ${clauseTitle}.\n\nSecond.` },
    })
  const listHeadings = async (path: string) => {
    const { text } = await site.request('GET', path)
    return [...text.matchAll(/<h2 id="[^"]+"[^>]*>([^<]+)</g)].map(([, heading]) => heading)
  }

  it('do not exist without text: no page, no link and no line in the sitemap', async () => {
    for (const path of ['/privacy', '/terms']) {
      expect((await site.request('GET', path)).status).toBe(404)
      for (const from of ['/', '/register', '/sitemap.xml', '/llms.txt'])
        expect([from, path, (await site.request('GET', from)).text.includes(path)]).toEqual([from, path, false])
    }
    const { record } = await createContentClient(site).post(pricingPackage, {
      ...Object.fromEntries(Object.keys(pricingPackage.fields).map((name) => [name, 'Ten keywords'])),
      packageName: 'Basic',
      packagePrice: '499',
      packageTerm: 'Month',
    })
    const openOrderForm = async () =>
      (await site.request('GET', `/order-now/${record._id}?form=one-showing`, { as: 'customer' })).text
    expect(await openOrderForm()).not.toContain('href="/terms"')
    await add('Terms', 'The first')
    expect(await openOrderForm()).toContain('href="/terms"')
    expect((await site.request('GET', '/register')).text).toMatch(/See our <a href="\/terms">Terms<\/a> for what you agree to/)
    expect((await site.request('GET', '/terms')).status).toBe(200)
    expect((await site.request('GET', '/privacy')).status).toBe(404)
    expect((await site.request('GET', '/sitemap.xml')).text).toContain('/terms<')
    const [first] = (await site.request('GET', '/api/legal-clauses')).json() as { _id: string }[]
    await createContentClient(site).hide(legalClause, first?._id ?? '', true)
    expect((await site.request('GET', '/terms')).status).toBe(404)
  })

  it('show their clauses in order, with a table of contents from four clauses on', async () => {
    for (const title of ['One', 'Two', 'Three']) await add('Privacy', title)
    await add('Terms', 'Another page')
    expect(await listHeadings('/privacy')).toEqual(['One', 'Two', 'Three'])
    expect(await listHeadings('/terms')).toEqual(['Another page'])
    expect((await site.request('GET', '/privacy')).text).not.toContain('aria-label="On this page"')
    await add('Privacy', 'Four <i>')
    const { text } = await site.request('GET', '/privacy')
    expect(text).toContain('<p>First of Four &lt;i&gt;.</p><p>Second.</p>')
    const contents = /<nav aria-label="On this page">.*?<\/nav>/s.exec(text)?.[0] ?? ''
    const ids = [...contents.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toHaveLength(4)
    for (const id of ids) expect(text).toContain(`<h2 id="${id}"`)
  })

  it('are linked in every footer, and marked as samples in the demo', async () => {
    const demo = await startApp({ ...(await database.environment()), SEED: 'demo' })
    for (const path of ['/', '/login', '/nothing']) {
      const { text } = await demo.request('GET', path)
      expect(text).toMatch(/<footer.*href="\/privacy".*href="\/terms"/s)
    }
    for (const path of ['/privacy', '/terms']) {
      expect((await demo.request('GET', path)).text).toContain('Sample text: replace before launch')
    }
    await demo.close()
  })
})
