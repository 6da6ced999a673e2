import { beforeEach, expect, it } from 'vitest'
import type { EndpointResult } from '../../src/contract/core/endpoint.ts'
import { type getOldPathHitsEndpoint, MAX_MISSING_PATHS } from '../../src/contract/site/old-path-hits-and-redirect-import.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { openDatabase } from '../../src/server/platform/db/open-database.ts'
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

  it('from one flood are few, and the stored list has a limit that keeps the most requested', async () => {
    const rows = Array.from({ length: MAX_MISSING_PATHS }, (_, nth) => ({ subject: `/known/${nth}`, hits: 5, last_at: nth }))
    await database.main.insertInto('path_hit').values(rows).execute()
    for (let nth = 0; nth < 110; nth++) await visit(`/flood/${nth}`)
    const { missing } = await loadHits()
    expect(missing).toHaveLength(MAX_MISSING_PATHS)
    expect(missing.every(({ path }) => path.startsWith('/known/'))).toBe(true)
    await database.main.deleteFrom('path_hit').execute()
    for (let nth = 0; nth < 110; nth++) await visit(`/flood/${nth}`)
    expect((await loadHits()).missing).toHaveLength(100)
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
    expect(await importList(list)).toEqual([200, { message: '3 redirects were saved.', added: 3, changed: 0, unchanged: 0 }])
    expect((await visit('/imported-2?a=1')).headers.location).toBe('/pricing/')
    expect((await visit('/imported-3')).status).toBe(410)
    expect(await importList(list.replace('/imported-1,/pricing/', '/imported-1,/contact'))).toEqual([
      200,
      { message: '1 redirect was saved; 2 had nothing new.', added: 0, changed: 1, unchanged: 2 },
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

  it('are imported all together or not at all', async () => {
    const [status, { fields }] = await importList('/whole-1,/pricing/\n/whole-2,/nowhere\n/whole-3,/setting')
    expect([status, fields?.list]).toEqual([
      400,
      'Line 2: /nowhere is an address that doesn’t exist. Line 3: /setting is an address that visitors can’t open without logging in.',
    ])
    expect((await importList('/whole-1,/pricing/\n/login,/pricing/'))[1].fields?.list).toMatch(/^Line 2: This address has a page/)
    expect((await visit('/whole-1')).status).toBe(404)
  })
})
