import { expect, it } from 'vitest'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

type Stored = { _id: string } & Record<string, string>

describeOnSqlite('social proof', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })
  const loadFirst = async (path: string) => ((await site.request('GET', `/api${path}`)).json() as Stored[])[0] as Stored
  const openHomePage = async () => (await site.request('GET', '/')).text

  it("links the owner's profiles, and has no heading without a profile", async () => {
    const { _id, ...record } = await loadFirst('/footer-social')
    const save = async (links: object) => {
      const { _version, _sample, ...values } = record
      const body = { ...values, ...links }
      expect((await site.request('PUT', `/api/footer-social/${_id}`, { as: 'admin', body })).status).toBe(200)
      return openHomePage()
    }
    const homePage = await save({ fblink: 'https://www.facebook.com/own.office' })
    expect(homePage).toContain('href="https://www.facebook.com/own.office"')
    expect(homePage).not.toContain('Sample links')
    expect(homePage).not.toContain('instagram.com')
    expect(await save({ fblink: '#', inslink: '#' })).not.toContain(record.mainAbout)
  })

  it('shows quotes and counters that have only base fields, without further claims (P-31)', async () => {
    const quote = { image: '/art/own.svg', desc: 'They know our streets.', personName: 'Kim Own', personTitle: 'Agent' }
    expect((await site.request('POST', '/api/add-testimonial', { as: 'admin', body: quote })).status).toBe(201)
    const addedQuote = ((await site.request('GET', '/api/testimonials')).json() as Stored[]).at(-1)
    expect(addedQuote).toMatchObject({ ...quote, quoteSource: '', quoteDate: '', quoteConsent: 'None' })
    const figures = await loadFirst('/counters')
    const baseFields = Object.fromEntries(Object.entries(figures).filter(([name]) => /(Number|Text)$/.test(name)))
    const saveReply = await site.request('PUT', `/api/update-counters/${figures._id}`, { as: 'admin', body: baseFields })
    expect([saveReply.status, await loadFirst('/counters')]).toMatchObject([200, { figuresAsOf: figures.figuresAsOf }])
    const figure = /<figcaption>(?:(?!<figcaption>).)*Kim Own.*?<\/figcaption>/s.exec(await openHomePage())?.[0]
    expect(figure).toContain('Agent')
    expect(figure).not.toContain('class="proof"')
  })
})
