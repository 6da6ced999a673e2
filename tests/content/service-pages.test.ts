import { expect, it } from 'vitest'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import { pageStructuredDataSchema } from '#server/content/site-audit/page-structured-data-schema.ts'
import { listDemoValues } from '../support/demo-content.ts'
import { parseSitemap } from '../support/parse-sitemap.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Service = Record<string, string> & { _id: string; _path?: string }

/** The base fields of a service that an add sends (P-5, P-10). */
const baseFields = { serviceIcon: '/art/icons.svg#pin', serviceTitle: 'Signs', serviceDetails: 'We put up signs.' }
const completeService = { ...baseFields, serviceWork: 'We put up signs at corners.', serviceReceives: 'A sign' }
const ORIGIN = 'http://127.0.0.1:3000'

describeOnEachDatabase('a service page', (database) => {
  let nth = 0
  const site = startAppForSuite(database, { SEED: 'demo' })

  const asAdmin = (method: string, path: string, body?: object) => site.request(method, `/api${path}`, { as: 'admin', body })
  const listServices = async () => (await site.request('GET', '/api/service-items')).json() as Service[]
  async function add(values: object): Promise<Service> {
    const reply = await asAdmin('POST', '/add-service-item', values)
    expect([reply.status, reply.text]).toEqual([201, expect.anything()])
    return (reply.json() as { record: Service }).record
  }
  const addWithTitle = (serviceTitle: string) =>
    add({ ...completeService, serviceTitle, serviceWork: `How we put up ${serviceTitle}, number ${++nth}.` })
  /** Saves the five base fields only, as the original client does (P-5). */
  async function rename(service: Service, serviceTitle: string): Promise<Service> {
    const { serviceIcon, serviceImg, serviceName, serviceDetails } = service
    const body = { serviceIcon, serviceImg, serviceName, serviceDetails, serviceTitle }
    const reply = await asAdmin('PUT', `/service-item/${service._id}`, body)
    expect([reply.status, reply.text]).toEqual([200, expect.anything()])
    return (reply.json() as { record: Service }).record
  }
  const hide = (id: string, hidden: boolean) => asAdmin('PUT', `/content-visibility/service-item/${id}`, { hidden })
  async function getReply(path: string) {
    const { status, headers } = await site.request('GET', path)
    return headers.location ? [status, headers.location] : [status]
  }
  const loadSitemap = async () => parseSitemap((await site.request('GET', '/sitemap.xml')).text)
  const findLastmod = async (path: string) => (await loadSitemap()).find(({ loc }) => loc === ORIGIN + path)?.lastmod
  const open = async (path: string) => (await site.request('GET', path)).text
  const matchText = (html: string, pattern: RegExp) => html.match(pattern)?.[1]?.replaceAll('&amp;', '&')

  it('exists for each demo service, with links on both pages and an entry in the sitemap', async () => {
    const paths = (await listServices()).map(({ _path }) => _path ?? '')
    expect(paths).toHaveLength(listDemoValues(serviceItem).length)
    const [home, services, sitemap] = await Promise.all([open('/'), open('/service/'), loadSitemap()])
    for (const path of paths) {
      expect(await getReply(path)).toEqual([200])
      for (const html of [home, services]) expect(html).toContain(`href="${path}"`)
      expect(sitemap).toContainEqual(expect.objectContaining({ loc: ORIGIN + path, lastmod: expect.any(String) }))
    }
    expect(sitemap).toHaveLength(publicPages.length + paths.length)
  })

  it('states its own title, description, URL, image and valid structured data, and its breadcrumbs', async () => {
    const sharedImages = new Set<string | undefined>()
    for (const { _path = '', serviceTitle = '' } of await listServices()) {
      const html = await open(_path)
      expect(html.match(/<h1\b/g)).toHaveLength(1)
      expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${_path}"/>`)
      const title = matchText(html, /<title>(.*?)<\/title>/)
      const description = matchText(html, /<meta name="description" content="([^"]*)"/)
      expect([_path, description?.length]).toEqual([_path, expect.toSatisfy((length: number) => length >= 110 && length <= 155)])
      expect(description).toMatch(/\.$/)
      const image = matchText(html, /<meta property="og:image" content="([^"]*)"/)
      for (const one of [title, description, image]) sharedImages.add(one)
      const graph = pageStructuredDataSchema.parse(
        JSON.parse(matchText(html, /<script type="application\/ld\+json">(.*?)<\/script>/) ?? ''),
      )
      const isOwn = (node: (typeof graph)['@graph'][number]) =>
        node['@type'] === 'BreadcrumbList' || node['@id'].endsWith('#service')
      expect(graph['@graph'].filter(isOwn)).toMatchObject([
        {
          '@type': 'BreadcrumbList',
          itemListElement: [{ item: `${ORIGIN}/` }, { item: `${ORIGIN}/service/` }, { name: serviceTitle, item: ORIGIN + _path }],
        },
        {
          '@type': 'Service',
          url: ORIGIN + _path,
          areaServed: expect.arrayContaining([expect.objectContaining({ name: expect.any(String) })]),
          provider: { '@id': `${ORIGIN}/#business` },
          isRelatedTo: expect.arrayContaining([{ '@id': expect.stringContaining(`${ORIGIN}/pricing/#`) }]),
        },
      ])
      expect(html).toContain(`<span aria-current="page">${serviceTitle}</span>`)
    }
    expect(sharedImages.size).toBe(8 * 3)
    expect(sharedImages).not.toContain(undefined)
  })

  // No query decides this.
  it.runIf(database.name === 'SQLite')('is cached like other public pages and prerendered by browsers', async () => {
    const first = await site.request('GET', '/service/citations')
    expect(first.headers).toMatchObject({ etag: expect.any(String), 'speculation-rules': '"/speculation-rules.json"' })
    const cachedReply = await site.request('GET', '/service/citations', {
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect(cachedReply.status).toBe(304)
    const rules = await open('/speculation-rules.json')
    expect(rules).toContain('"/service/:slug"')
  })

  // No query decides this.
  it.runIf(database.name === 'SQLite')('has an image for link previews', async () => {
    const imagePath =
      matchText(await open('/service/reporting'), /<meta property="og:image" content="[^"]*?(\/share\/[^"]*)"/) ?? ''
    expect(imagePath).toMatch(/^\/share\/service-reporting\.png\?v=/)
    const { status, headers } = await site.request('GET', imagePath)
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    expect(await getReply('/share/service-nothing.png')).toEqual([404])
  })

  it('does not exist for a record with base fields only, which shows without a link (P-148)', async () => {
    const { _path } = await add(baseFields)
    expect(_path).toBeUndefined()
    expect(await getReply('/service/signs')).toEqual([301, '/service/'])
    for (const path of ['/', '/service/']) {
      const html = await open(path)
      expect(html).toContain('We put up signs.')
      expect(html).not.toContain('href="/service/signs"')
    }
    expect(await findLastmod('/service/signs')).toBeUndefined()
  })

  it('has a URL from its title, with a number for duplicates, and redirects from its old URLs', async () => {
    const first = await addWithTitle('Yard signs')
    const second = await addWithTitle('Yard signs')
    expect([first._path, second._path]).toEqual(['/service/yard-signs', '/service/yard-signs-2'])
    const renamedService = await rename(first, 'Corner signs')
    expect(renamedService).toMatchObject({ _path: '/service/corner-signs', serviceWork: first.serviceWork })
    expect(await getReply('/service/corner-signs')).toEqual([200])
    expect(await getReply('/service/yard-signs')).toEqual([301, '/service/corner-signs'])
    expect(await getReply('/service/yard-signs/?from=mail')).toEqual([301, '/service/corner-signs?from=mail'])
    expect(await getReply('/service/yard-signs-2')).toEqual([200])
    expect(await getReply('/service/yard-signs.txt')).toEqual([301, '/service/corner-signs.txt'])
    expect(await getReply('/share/service-yard-signs.png')).toEqual([301, '/share/service-corner-signs.png'])
    expect(await getReply('/share/service-yard-signs.jpg')).toEqual([301, '/share/service-corner-signs.jpg'])
    await rename(renamedService, 'Street signs')
    expect(await getReply('/service/yard-signs')).toEqual([301, '/service/street-signs'])
    expect(await getReply('/service/corner-signs')).toEqual([301, '/service/street-signs'])
  })

  it('disappears while its record is hidden and after a deletion', async () => {
    const { _id, _path = '' } = await addWithTitle('Flags')
    expect(await getReply(_path)).toEqual([200])
    await hide(_id, true)
    for (const path of [_path, `${_path}.txt`, '/share/service-flags.png']) expect(await getReply(path)).toEqual([410])
    expect(await findLastmod(_path)).toBeUndefined()
    await hide(_id, false)
    expect(await getReply(_path)).toEqual([200])
    await asAdmin('DELETE', `/content/service-item/${_id}`)
    expect(await getReply(_path)).toEqual([410])
    // Another service takes the path meanwhile.
    const other = await addWithTitle('Flags')
    expect(other._path).toBe(_path)
    await asAdmin('POST', `/undelete/service-item/${_id}`)
    const restoredService = (await listServices()).find((one) => one._id === _id)
    expect(restoredService?._path).toBe('/service/flags-2')
    expect([await getReply(_path), await getReply('/service/flags-2')]).toEqual([[200], [200]])
  })

  it('gets its old URL back with an old version, and keeps it after reordering', async () => {
    const { _id, _path = '' } = await addWithTitle('Banners')
    await rename((await listServices()).find((one) => one._id === _id) as Service, 'Big banners')
    expect((await asAdmin('POST', `/restore/service-item/${_id}`, { version: 1 })).status).toBe(200)
    expect(await getReply('/service/big-banners')).toEqual([301, _path])
    const ids = (await listServices()).map((one) => one._id).toReversed()
    expect((await asAdmin('PUT', '/content-order/service-item', { ids })).status).toBe(200)
    expect(await getReply(_path)).toEqual([200])
  })

  it('changes its sitemap date with its own and shared records, not with other services', async () => {
    const [one, other] = await listServices()
    const findTimes = async () => Promise.all([findLastmod(one?._path ?? ''), findLastmod(other?._path ?? '')])
    const before = await findTimes()
    await asAdmin('PUT', `/service-item/${one?._id}`, { ...one, serviceWhen: 'Within a week.' })
    const after = await findTimes()
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true])
    const [prices] = (await site.request('GET', '/api/pricings')).json() as Service[]
    await asAdmin('PUT', `/pricing/${prices?._id}`, { ...prices, packagePrice: '501' })
    const last = await findTimes()
    expect([last[0] === after[0], last[1] === after[1]]).toEqual([false, false])
  })

  it("shows in the search preview editor, with the owner's text from its record", async () => {
    const [one] = await listServices()
    const body = { ...one, pageTitle: 'Words for those who search' }
    expect((await asAdmin('PUT', `/service-item/${one?._id}`, body)).status).toBe(200)
    expect(await open(one?._path ?? '')).toContain('<title>Words for those who search | ')
    const facts = (await asAdmin('GET', '/page-facts')).json() as { page: string; record?: object }[]
    expect(facts.find(({ page }) => page === one?._path)).toMatchObject({
      title: 'Words for those who search',
      record: {
        title: one?.serviceTitle,
        isOwn: true,
        editor: expect.stringContaining(`${one?._id}#edit-service-item-pageTitle`),
      },
    })
  })

  it('is part of the site audit and of the audit before a save', async () => {
    const { findings } = (await asAdmin('GET', '/site-checks')).json() as { findings: { rule: string; says: string }[] }
    expect(
      findings.filter(({ rule }) => ['broken-link', 'structured-data', 'page-answers', 'main-heading'].includes(rule)),
    ).toEqual([])
    const [one] = await listServices()
    const { _id, _path = '', _version, ...values } = one as Service
    const change = { id: _id, values: { ...values, pageDescription: 'Too short.' } }
    const auditReply = await asAdmin('POST', '/site-checks/service-item', change)
    expect(auditReply.json()).toMatchObject({
      findings: [
        {
          rule: 'description-length',
          pages: [_path],
          place: { path: expect.stringContaining(`${_id}#edit-service-item-pageDescription`) },
        },
      ],
    })
  })
})
