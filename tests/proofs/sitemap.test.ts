import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { getTextVersionPath, publicPages } from '#contract/core/public-pages.ts'
import { readConfig } from '#server/config/config.ts'
import { parseRecordRow } from '#server/content/records/record-row.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { createAdminCall, sendAdminForm } from '../support/admin-page-action.ts'
import { parseSitemap } from '../support/parse-sitemap.ts'
import { allowSearchEngines, publicSiteSettings, startApp, startAppForSuite, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const ORIGIN = 'https://shop.example'

type FixedName = (typeof publicPages)[number]['name']
type Saved = { _id: string; page?: string }

describeOnEachDatabase('the sitemap', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo', ...publicSiteSettings(ORIGIN), RATE_LIMITS: 'on' })
  beforeAll(async () => {
    await allowSearchEngines(site)
  })

  async function readEntries(target = site) {
    const { status, headers, text } = await target.request('GET', '/sitemap.xml')
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    return parseSitemap(text)
  }
  /** Returns the last change of each page, by name. */
  async function readChangeTimes(target = site) {
    const listed = await readEntries(target)
    return Object.fromEntries(
      publicPages.map(({ name, path }) => [name, Date.parse(listed.find(({ loc }) => loc === ORIGIN + path)?.lastmod ?? '')]),
    ) as Record<FixedName, number>
  }
  /** Lists the pages that a change gives a later time. Expects that no time goes back. */
  async function listMovedPages(change: () => Promise<unknown>): Promise<string[]> {
    const before = await readChangeTimes()
    await change()
    const after = await readChangeTimes()
    for (const { name } of publicPages) expect(after[name]).toBeGreaterThanOrEqual(before[name])
    return publicPages.filter(({ name }) => after[name] > before[name]).map(({ name }) => name)
  }
  async function add(path: string, body: object): Promise<void> {
    const reply = await site.request('POST', `/api${path}`, { as: 'admin', body })
    expect([path, reply.status]).toEqual([path, 201])
  }
  const fetchRecords = async (path: string) => (await site.request('GET', `/api${path}`)).json() as Saved[]
  async function save(path: string, record: Saved | undefined, change: object): Promise<void> {
    const reply = await site.request('PUT', `/api${path}/${record?._id}`, { as: 'admin', body: { ...record, ...change } })
    expect([path, reply.status]).toEqual([path, 200])
  }

  it('lists every public page once at its own URL, with the time of its last change', async () => {
    const listed = await readEntries()
    const services = ((await (await site.request('GET', '/api/service-items')).json()) as { _path?: string }[]).map(
      ({ _path }) => _path,
    )
    const paths = [...publicPages.map(({ path }) => path), ...services]
    expect(listed.map(({ loc }) => loc)).toEqual(paths.map((path) => ORIGIN + path))
    for (const { lastmod } of listed) expect(Math.abs(Date.now() - Date.parse(lastmod ?? ''))).toBeLessThan(60_000)
  })

  it('updates the time of exactly the pages that show a change', async () => {
    const [faq] = await fetchRecords('/faq-items')
    const questionValues = { accodingTitle: 'Is this new?', faqPage: 'Both' }
    expect(await listMovedPages(() => save('/faq-item', faq, questionValues))).toEqual(['Home', 'Pricing'])
    const question = { accodingTitle: 'And this?', accodingText: 'Also.' }
    expect(await listMovedPages(() => add('/add-faq-item', question))).toEqual(['Home', 'Pricing'])
    const [saved] = await fetchRecords('/faq-items')
    expect(await listMovedPages(() => save('/faq-item', saved, {}))).toEqual([])
  })

  it('keeps the time of a page whose header or footer changes, or whose record was saved without a change', async () => {
    const [address] = await fetchRecords('/footer-address')
    // The contact page shows the phone number itself.
    expect(await listMovedPages(() => save('/footer-address', address, { banPhone: '+1 202-555-0199' }))).toEqual(['Contact'])
    const [social] = await fetchRecords('/footer-social')
    expect(await listMovedPages(() => save('/footer-social', social, { mainAbout: 'Find us' }))).toEqual([])
    for (const path of ['/copyrights', '/logo']) {
      const [record] = await fetchRecords(path)
      expect(await listMovedPages(() => save(path, record, {}))).toEqual([])
    }
    const saveService = async (change: object) => save('/service-item', (await fetchRecords('/service-items'))[0], change)
    expect(await listMovedPages(() => saveService({ serviceWhen: 'Within a week.' }))).toEqual([])
    expect(await listMovedPages(() => saveService({ serviceSummary: 'All of it.' }))).toEqual(['Services'])
  })

  it('dates a legal clause and a search listing on their page, and a moved clause on both', async () => {
    const clause = { legalPage: 'Terms', clauseTitle: 'A new clause', clauseText: 'Its text.' }
    expect(await listMovedPages(() => add('/add-legal-clause', clause))).toEqual(['Terms'])
    const added = (await fetchRecords('/legal-clauses')).at(-1)
    expect(await listMovedPages(() => save('/legal-clauses', added, { legalPage: 'Privacy' }))).toEqual(['Privacy', 'Terms'])
    const findPricingListing = async () => (await fetchRecords('/search-listings')).find(({ page }) => page === 'Pricing')
    if (!(await findPricingListing())) await add('/add-search-listing', { page: 'Pricing' })
    const listing = await findPricingListing()
    const title = { pageTitle: 'A title for those who search' }
    expect(await listMovedPages(() => save('/search-listings', listing, title))).toEqual(['Pricing'])
  })

  it('does not change after an invisible change or a rejected save', async () => {
    const redirect = { oldPath: '/an-old-page', state: 'Moved', newPath: '/pricing/' }
    expect(await listMovedPages(() => add('/add-redirect', redirect))).toEqual([])
    const refused = () => site.request('POST', '/api/add-faq-item', { as: 'admin', body: { accodingTitle: '' } })
    expect(await listMovedPages(refused)).toEqual([])
  })

  it('never goes back in time, even if the clock does, and agrees in every process', async () => {
    const [faq] = await fetchRecords('/faq-items')
    const now = Date.now
    try {
      Date.now = () => now() - 3_600_000
      expect(await listMovedPages(() => save('/faq-item', faq, { accodingTitle: 'An hour ago?' }))).toEqual(['Home', 'Pricing'])
    } finally {
      Date.now = now
    }
    const other = await startApp({ ...site.environment, SEED: 'none', RATE_LIMITS: 'on' })
    await expect.poll(() => readChangeTimes(other)).toEqual(await readChangeTimes())
    await other.close()
  })

  /** Returns what search engines get at each URL, and the owner's sentence about it. */
  async function readSearchEngineView() {
    const listed = [...publicPages.map(({ path }) => path), '/service/citations']
    const open = async (path: string, as: 'anonymous' | 'admin' = 'anonymous') => site.request('GET', path, { as })
    const getRobotsHeader = async (path: string) => (await open(path)).headers['x-robots-tag']
    const documents = await Promise.all(listed.map(async (path) => (await open(path)).text))
    const files = await Promise.all([...listed.map(getTextVersionPath), '/llms.txt'].map(getRobotsHeader))
    const { searchEngines } = (await open('/api/going-live', 'admin')).json() as { searchEngines: string }
    return {
      noindex: new Set(documents.map((text) => text.split('<meta name="robots" content="noindex"/>').length - 1)),
      files: new Set(files),
      robots: (await open('/robots.txt')).text,
      sitemap: (await open('/sitemap.xml')).status,
      state: searchEngines,
      overview: /Search engines:<\/strong> (?:<!-- -->)?([^<]*)/.exec((await open('/admin', 'admin')).text)?.[1],
    }
  }
  const KEPT_OUT = {
    noindex: new Set([1]),
    files: new Set(['noindex']),
    robots: 'User-agent: *\nDisallow: /\n',
    sitemap: 404,
    state: 'keptOut',
    overview: 'kept out until you replace the sample content.',
  }
  const ALLOWED = {
    noindex: new Set([0]),
    files: new Set([undefined]),
    robots: `User-agent: *\nDisallow: /api/\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
    sitemap: 200,
    state: 'allowedWithSamples',
    overview: 'allowed, but some content is still sample content.',
  }

  it('is hidden on a site with samples until an admin allows search engines, and pages say noindex', async () => {
    const submitDecision = async (isAllowed: 'yes' | 'no') =>
      (await sendAdminForm(createAdminCall(site), '/admin', { _form: 'search-engines', isAllowed })).notice
    expect(await readSearchEngineView()).toEqual(ALLOWED)
    expect(await submitDecision('no')).toContain('Search engines are kept out while the site has sample content')
    expect(await readSearchEngineView()).toEqual(KEPT_OUT)
    for (const as of ['anonymous', 'customer'] as const) {
      const { status } = await site.request('PUT', '/api/search-engines', { as, body: { isAllowed: true } })
      expect(status).toBe(as === 'anonymous' ? 401 : 403)
    }
    expect(await submitDecision('yes')).toContain('Search engines may list the site')
    expect(await readSearchEngineView()).toEqual(ALLOWED)
  })

  it('is public without a decision once no sample is left', async () => {
    await site.request('PUT', '/api/search-engines', { as: 'admin', body: { isAllowed: false } })
    const stored = await openDatabase(readConfig({ ...site.environment, RATE_LIMITS: 'on' }))
    const marked = await stored.main.selectFrom('content_record').selectAll().where('sample', 'is not', null).execute()
    const saveRows = (rows: typeof marked) =>
      stored.write(async (tx) => {
        for (const { id, ...columns } of rows) await tx.updateTable('content_record').set(columns).where('id', '=', id).execute()
      })
    const unmarked = marked.map((row) => ({ ...row, sample: null }))
    await saveRows(unmarked.map((row) => ({ ...row, hidden: parseRecordRow(row).sampleFields ? 1 : 0 })))
    await add('/add-faq-item', { accodingTitle: 'Who wrote this?', accodingText: 'The owner.' })
    expect(await readSearchEngineView()).toEqual({ ...ALLOWED, state: 'allowed', overview: 'allowed.' })
    await saveRows(marked)
    await stored.close()
    await allowSearchEngines(site)
  })

  it('lists pages whose structured data states no sample', async () => {
    const items = await listSampleValues(site)
    expect(items).toEqual(expect.arrayContaining(['100 Example Street, Springfield, IL 62701', '39.79982, -89.64371']))
    for (const { loc } of await readEntries()) {
      const { text } = await site.request('GET', loc.slice(ORIGIN.length))
      const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, block = '']) => block)
      expect(blocks.length).toBeGreaterThan(0)
      expect(items.filter((item) => blocks.some((block) => block.includes(JSON.stringify(item))))).toEqual([])
    }
  })

  it('is cached and compressed, with an ETag, until the next save', async () => {
    const read = (headers: Record<string, string>, method = 'GET') => site.request(method, '/sitemap.xml', { headers })
    const zipped = await site.app.server.inject({ url: '/sitemap.xml', headers: { 'accept-encoding': 'br' } })
    expect(zipped.headers['content-encoding']).toBe('br')
    const plain = await read({})
    expect(brotliDecompressSync(zipped.rawPayload).toString()).toBe(plain.text)
    expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=0, must-revalidate', vary: 'accept-encoding' })
    const tag = { 'if-none-match': String(plain.headers.etag) }
    const again = await read(tag)
    expect([again.status, again.text]).toEqual([304, ''])
    const head = await read({}, 'HEAD')
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', plain.headers.etag])
    await add('/add-faq-item', { accodingTitle: 'Anything else?', accodingText: 'No.' })
    expect((await read(tag)).status).toBe(200)
  })
})

/** Returns every sample value in the content of the site. */
async function listSampleValues(site: TestApp): Promise<string[]> {
  const all = (await site.request('GET', '/api/content', { as: 'admin' })).json() as Record<string, Sample[]>
  const items = Object.values(all).flatMap((records) =>
    records.flatMap((record) => (record._sampleFields ?? []).map((name) => String(record[name]))),
  )
  return items.filter((item) => item !== '')
}

type Sample = { _sampleFields?: string[] } & Record<string, unknown>
