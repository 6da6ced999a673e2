import { beforeEach, expect, it } from 'vitest'
import { type EndpointResult, UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import { type getOldPathHitsEndpoint, MAX_MISSING_PATHS } from '#contract/site/old-paths.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { removeServerFields } from '../support/remove-server-fields.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Hits = EndpointResult<typeof getOldPathHitsEndpoint>

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

describeOnEachDatabase('old paths', (kind) => {
  const site = startAppForSuite(kind, { SEED: 'demo' })
  const database = startForSuite(() => openDatabase(readConfig(site.environment)))
  beforeEach(async () => {
    await loadHits()
    await database.main.deleteFrom('path_hit').execute()
  })

  const loadHits = async (): Promise<Hits> => (await site.request('GET', '/api/old-path-hits', { as: 'admin' })).json()
  const visit = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    site.request(method, path, { headers: { 'user-agent': FIREFOX, ...headers } })
  const listMissing = async () => (await loadHits()).missing.map(({ path, hits }) => [path, hits])
  const addRedirect = async (oldPath: string, newPath: string) => {
    const body = { oldPath, state: newPath === '' ? 'Gone' : 'Moved', newPath }
    const reply = await site.request('POST', '/api/add-redirect', { as: 'admin', body })
    return (reply.json() as { record: { _id: string } }).record._id
  }
  const importList = async (list: string) => {
    const reply = await site.request('POST', '/api/redirect-import', { as: 'admin', body: { list } })
    return [reply.status, reply.json() as { message: string; fields?: { list: string } }] as const
  }
  const previewFile = async (bytes: string | Uint8Array<ArrayBuffer>) => {
    const body = new FormData()
    body.append(UPLOAD_FILE_PART, new Blob([bytes]), 'redirects.csv')
    return site.request('POST', '/api/redirect-import-preview', { as: 'admin', body })
  }

  it('that lead nowhere are counted without their query, most requested first', async () => {
    for (const path of ['/blog/a', '/blog/b?token=secret', '/blog/b', '/service/no-such-service']) await visit(path)
    await visit('/blog/b', { 'user-agent': GOOGLEBOT })
    expect(await listMissing()).toEqual([
      ['/blog/b', 3],
      ['/service/no-such-service', 1],
      ['/blog/a', 1],
    ])
  })

  it('leave out private paths, opted-out visitors, probes and other requests', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    for (const path of [
      `/order-now/${id}`,
      `/my-order/${id}`,
      '/unsubscribe/jo@example.com',
      '/wp-login.php',
      '/.env',
      '/pricing/',
    ])
      await visit(path)
    const headers = { dnt: '1', 'sec-gpc': '1', 'user-agent': 'curl/8.5.0', 'sec-purpose': 'prefetch' }
    for (const [name, value] of Object.entries(headers)) await visit('/blog/a', { [name]: value })
    await visit('/blog/a', {}, 'HEAD')
    await visit('/api/nothing')
    expect(await listMissing()).toEqual([])
  })

  it('are stored up to a limit that keeps the most requested', async () => {
    const rows = Array.from({ length: MAX_MISSING_PATHS }, (_, nth) => ({ subject: `/known/${nth}`, hits: 5, last_at: nth }))
    await database.main.insertInto('path_hit').values(rows).execute()
    for (let nth = 0; nth < 10; nth++) await visit(`/flood/${nth}`)
    const { missing } = await loadHits()
    expect(missing).toHaveLength(MAX_MISSING_PATHS)
    expect(missing.every(({ path }) => path.startsWith('/known/'))).toBe(true)
  })

  it('that redirect are counted per redirect and no longer listed as missing', async () => {
    await visit('/moved-page')
    const [moved, query, gone] = [
      await addRedirect('/moved-page', '/pricing/'),
      await addRedirect('/?p=9', '/service/'),
      await addRedirect('/closed-page', ''),
    ]
    for (const path of ['/moved-page', '/moved-page/', '/?p=9', '/closed-page']) await visit(path)
    const { missing, redirects } = await loadHits()
    expect(missing).toEqual([])
    expect(Object.fromEntries(redirects.map(({ id, hits }) => [id, hits]))).toEqual({ [moved]: 2, [query]: 1, [gone]: 1 })
  })

  it('can be imported as a list, and importing again changes nothing', async () => {
    const list = 'old,new\n/imported-1,/pricing/\n/imported-2?a=1,/imported-1\n/imported-3,gone'
    expect(await importList(list)).toEqual([
      200,
      { message: '3 redirects were saved.', added: 3, changed: 0, unchanged: 0, noted: [] },
    ])
    expect((await visit('/imported-2?a=1')).headers.location).toBe('/pricing/')
    expect((await visit('/imported-3')).status).toBe(410)
    expect(await importList(list.replace('/imported-1,/pricing/', '/imported-1,/contact'))).toEqual([
      200,
      {
        message: '1 redirect was saved; 2 had nothing new. Row 2, /imported-1: It leads to /pricing/ today.',
        added: 0,
        changed: 1,
        unchanged: 2,
        noted: [{ place: 'Row 2', from: '/imported-1', to: '/contact', state: 'Moved', note: 'It leads to /pricing/ today.' }],
      },
    ])
  })

  it('may lead to a former address of a service, in any spelling', async () => {
    const services = (await site.request('GET', '/api/service-items')).json() as Record<string, string>[]
    const { _id, _path = '', ...fields } = services.find((one) => one._path === '/service/citations') ?? {}
    const body = { ...removeServerFields(fields), serviceTitle: 'Directory listings' }
    expect((await site.request('PUT', `/api/service-item/${_id}`, { as: 'admin', body })).status).toBe(200)
    const list = `/imported-4,${_path}\n/imported-5,/Service/CITATIONS/\n/imported-6,/Pricing`
    expect(await importList(list)).toMatchObject([200, { added: 3 }])
    expect((await visit('/imported-5')).headers.location).toBe('/service/directory-listings')
    const findings = (await site.request('GET', '/api/site-checks', { as: 'admin' })).text
    expect(findings).not.toContain('/imported-')
  })

  it('are saved where they can be, and the other rows are named', async () => {
    const redirectionExport = `source,target,regex,code,type,hits,title,status
"/kept-1/","/pricing/",0,301,"url",0,"","active"
"/listing-[0-9]+","/service/",1,301,"url",0,"","active"
"/alias","/pricing/",0,0,"pass",0,"","active"
"/kept-2/","",0,410,"error",0,"","active"`
    expect(await importList(redirectionExport)).toMatchObject([
      200,
      {
        message:
          '2 redirects were saved. Row 3, /listing-[0-9]+: It’s a pattern for several addresses. List those addresses instead. Row 4, /alias: It shows another page without a redirect.',
        added: 2,
      },
    ])
    expect((await visit('/kept-1')).headers.location).toBe('/pricing/')
    expect((await visit('/kept-2')).status).toBe(410)
    expect((await visit('/alias')).status).toBe(404)
  })

  it('that would help no visitor are left out with the reason', async () => {
    const list = [
      '/helps-1,/pricing/',
      '/helps-2,/nowhere',
      '/helps-3,/setting',
      '/login,/pricing/',
      '/circle-1,/circle-2',
      '/circle-2,/CIRCLE-1/',
      '/helps-4,/circle-1',
      '/helps-5,/helps-6?utm=1',
      '/helps-6,/pricing/',
      '/helps-7,/helps-8',
      '/helps-8,gone',
    ]
    const [status, reply] = await importList(list.join('\n'))
    expect([status, (reply as unknown as { noted: object[] }).noted]).toEqual([
      200,
      [
        ['Row 2', '/helps-2', '/nowhere', 'The redirect from /helps-2 leads to /nowhere, which doesn’t exist.'],
        [
          'Row 3',
          '/helps-3',
          '/setting',
          'The redirect from /helps-3 leads to /setting, which visitors can’t open without logging in.',
        ],
        ['Row 4', '/login', '/pricing/', 'The redirect from /login is never used, because that address has a page.'],
        ['Row 5', '/circle-1', '/circle-2', 'It leads back to itself, so visitors would go in circles.'],
        ['Row 6', '/circle-2', '/CIRCLE-1/', 'It leads back to itself, so visitors would go in circles.'],
        ['Row 7', '/helps-4', '/circle-1', 'It leads back to itself, so visitors would go in circles.'],
        ['Row 10', '/helps-7', '/helps-8', 'It leads to /helps-8, which is gone.'],
      ].map(([place, from, to, note]) => ({ place, from, to, note })),
    ])
    expect((await visit('/helps-5')).headers.location).toBe('/pricing/?utm=1')
    expect((await visit('/helps-2')).status).toBe(404)
    const [refusal, { fields }] = await importList('/helps-2,/nowhere')
    expect([refusal, fields?.list]).toEqual([400, 'Row 1: The redirect from /helps-2 leads to /nowhere, which doesn’t exist.'])
  })

  it('in another spelling change the redirect that is there', async () => {
    await addRedirect('/spelled', '/pricing/')
    expect(await importList('/Spelled/,/contact')).toMatchObject([200, { added: 0, changed: 1 }])
    expect((await visit('/spelled')).headers.location).toBe('/contact')
  })

  it('are shown as a preview of a file in any encoding, and nothing is saved', async () => {
    const text = 'Old,New,Closest page\r\n/caf\u00e9,,/pricing/\r\n/shown,/pricing/,\r\nno-slash,/pricing/,\r\n'
    const bigEndian = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
    for (const bytes of [
      text,
      `\ufeff${text}`,
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le'),
      bigEndian,
      Buffer.from(text, 'latin1'),
    ]) {
      const reply = await previewFile(typeof bytes === 'string' ? bytes : new Uint8Array(bytes))
      expect([reply.status, reply.json()]).toEqual([
        200,
        {
          rows: [
            { place: 'Row 2', from: '/caf\u00e9', to: '', state: 'Gone' },
            { place: 'Row 3', from: '/shown', to: '/pricing/', state: 'Moved' },
            {
              place: 'Row 4',
              from: 'no-slash',
              to: '/pricing/',
              note: 'Old address must be an address on this site that begins with a slash, such as /old-page.',
            },
          ],
          otherPlaces: [],
          list: expect.stringContaining('/shown'),
        },
      ])
    }
    expect((await visit('/shown')).status).toBe(404)
    expect((await previewFile('"/a,/b')).json()).toMatchObject({
      fields: { list: 'Row 1 has a quotation mark that nothing closes.' },
    })
  })
})
