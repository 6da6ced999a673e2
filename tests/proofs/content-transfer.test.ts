import { beforeAll, expect, it } from 'vitest'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import type { ImportSummary } from '#contract/content/content-transfer.ts'
import { banner } from '#contract/content/kinds/banner.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { legalClause } from '#contract/content/kinds/legal-clause.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import { buildImportForm, readContentArchive, writeContentArchive } from '../support/content-archive.ts'
import { removeServerFields } from '../support/remove-server-fields.ts'
import { adminEmail, customerEmail, startAppForSuite, type TestApp } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { createTestDatabases, describeOnEachDatabase } from '../support/test-databases.ts'
import { buildUploadForm, createTestImage } from '../support/test-images.ts'

type Imported = { message: string; summary: ImportSummary; plan: string; error?: string; fields?: Record<string, string> }
type ContentRecordJson = Record<string, string> & { _id: string; _version: number }

const ORIGIN = 'http://127.0.0.1:3000'
/** The contact form holds the time when it was shown. */
const FORM_TOKEN_FIELD = /name="form" value="[^"]+"/
const PAYEE_EMAIL = 'payee-of-the-original@example.com'

describeOnEachDatabase('a copy of a site', (database) => {
  /** The source is always on SQLite, so that one suite crosses over to PostgreSQL. */
  const original = createTestDatabases(() => undefined)
  let file: Uint8Array
  const source = startAppForSuite(original, { SEED: 'demo', ORIGIN })
  const copy = startAppForSuite(database, { ORIGIN })
  beforeAll(async () => {
    await makeOwnerChanges(source)
    file = await exportSite(source)
  })

  const exportSite = async (site: TestApp) => (await site.request('GET', '/api/content-export', { as: 'admin' })).bytes
  const send = async (site: TestApp, bytes: Uint8Array, fields: Record<string, string> = {}) => {
    const { status, text } = await site.request('POST', '/api/content-import', {
      as: 'admin',
      body: buildImportForm(bytes, fields),
    })
    return { status, ...(JSON.parse(text) as Imported) }
  }
  const call = async (site: TestApp, method: string, path: string, body: unknown = {}) => {
    const { status, text } = await site.request(method, `/api${path}`, { as: 'admin', ...(method !== 'GET' && { body }) })
    expect([path, status, text]).toEqual([path, expect.toBeOneOf([200, 201]), expect.anything()])
    return JSON.parse(text)
  }
  const list = (site: TestApp, kind: string): Promise<ContentRecordJson[]> => call(site, 'GET', `/content/${kind}?hidden=1`)
  /** Reads an archive and blanks the time of its export. */
  const readTexts = (bytes: Uint8Array) => {
    const { manifest, ...rest } = readContentArchive(bytes)
    return { ...rest, manifest: { ...manifest, madeAt: '' } }
  }

  async function rename(site: TestApp, from: string, to: string) {
    const service = (await list(site, serviceItem.kind)).find(({ serviceTitle }) => serviceTitle === from) as ContentRecordJson
    await call(site, 'PUT', `/service-item/${service._id}`, { ...removeServerFields(service), serviceTitle: to })
  }

  /** Makes every type of change that an owner makes: images, crops, a new order, hidden and deleted records. */
  async function makeOwnerChanges(site: TestApp) {
    const { record } = await call(
      site,
      'POST',
      '/media',
      buildUploadForm(await createTestImage(900, 700), { alt: 'A house in Elm Street' }),
    )
    await call(site, 'PUT', `/media/${record._id}`, { focusX: 20 })
    const part = await call(site, 'POST', `/crop-media/${record._id}`, { left: 10, top: 10, width: 400, height: 300 })
    const [first] = await list(site, banner.kind)
    await call(site, 'PUT', `/update-banner/${first?._id}`, {
      ...removeServerFields(first as ContentRecordJson),
      bannerImage: part.record.url,
    })
    const items = await list(site, faqItem.kind)
    await call(site, 'PUT', `/content-visibility/faq-item/${items[0]?._id}`, { hidden: true })
    await call(site, 'DELETE', `/content/faq-item/${items[1]?._id}`)
    const ids = (await list(site, faqItem.kind)).map(({ _id }) => _id)
    await call(site, 'PUT', '/content-order/faq-item', { ids: ids.toReversed() })
    await call(site, 'POST', '/add-redirect', { oldPath: '/old-office', state: 'Moved', newPath: '/contact' })
    await rename(site, 'Citations', 'Directory entries')
    // Swaps two titles, so that each service gets the path of the other.
    const [links, reports] = ['Link outreach', 'Reporting']
    await rename(site, links, 'Meanwhile')
    await rename(site, reports, links)
    await rename(site, 'Meanwhile', reports)
    await call(site, 'POST', '/add-email', { paypalEmail: PAYEE_EMAIL })
    await call(site, 'POST', '/add-faq-item?draft=1', { accodingTitle: 'Words of the draft', accodingText: 'Not yet.' })
    await site.request('POST', '/api/add-message', { body: { message: 'Words of a visitor' } })
    await site.request('POST', '/api/add-subscriber', { body: { subemail: 'reader@example.com' } })
  }

  it('is complete after one import: every public page and list is identical, byte for byte', async () => {
    const checkReply = await send(copy, file, { check: '1' })
    expect(checkReply).toMatchObject({ status: 200, message: 'The file is complete. Nothing has changed yet.' })
    expect(checkReply.summary).toMatchObject({ changed: 0, removed: 0, pictures: { added: 2, changed: 0 } })
    expect((await list(copy, faqItem.kind)).length + (await call(copy, 'GET', '/media')).length).toBe(0)
    const importReply = await send(copy, file, { plan: checkReply.plan })
    expect(importReply.message).toBe(`Content imported: ${checkReply.summary.added} added, 0 changed, 0 removed.`)
    expect(importReply.summary).toEqual(checkReply.summary)

    for (const { path } of publicPages) {
      const documents = [source, copy].map(async (site) => (await site.request('GET', path)).text.replace(FORM_TOKEN_FIELD, ''))
      const [before, after] = await Promise.all(documents)
      expect([path, after === before, after?.length]).toEqual([path, true, before?.length])
    }
    for (const contentKind of contentKinds.filter(({ recent, read: readAccess }) => !recent && readAccess === undefined)) {
      const { path } = getReadAddAndUpdateEndpoints(contentKind).list
      const lists = [source, copy].map(async (site) => {
        const records = JSON.parse((await site.request('GET', `/api${path}`)).text) as ContentRecordJson[]
        return records.map(({ _version, ...record }) => record)
      })
      const [before, after] = await Promise.all(lists)
      expect([contentKind.kind, after]).toEqual([contentKind.kind, before])
    }
    const pictures = readContentArchive(file).manifest.pictures
    expect(pictures).toMatchObject([
      { alt: 'A house in Elm Street', focusX: 20, croppedFrom: null, fileName: 'photo' },
      { alt: 'A house in Elm Street', croppedFrom: pictures[0]?.id },
    ])
    for (const { id, format } of pictures) {
      const [before, after] = [source, copy].map((site) => site.request('GET', `/media/${id}.${format}`))
      expect((await after)?.bytes).toEqual((await before)?.bytes)
    }
    expect(readTexts(await exportSite(copy))).toEqual(readTexts(file))
    expect((await source.request('GET', '/old-office')).headers.location).toBe(
      (await copy.request('GET', '/old-office')).headers.location,
    )
  })

  it('redirects every former path of a page to its current path', async () => {
    const getRedirect = async (site: TestApp, path: string) => {
      const { status, headers } = await site.request('GET', path)
      return [path, status, headers.location]
    }
    expect(await getRedirect(copy, '/service/citations')).toEqual(['/service/citations', 301, '/service/directory-entries'])
    for (const { _path = '' } of await list(source, serviceItem.kind))
      expect(await getRedirect(copy, _path)).toEqual([_path, 200, undefined])
    expect(await getRedirect(copy, '/service/meanwhile')).toEqual(await getRedirect(source, '/service/meanwhile'))
  })

  it('accepts a file of the first version, which holds current paths and plain texts only', async () => {
    const { manifest, content, pictures } = readContentArchive(file)
    const records = (content[serviceItem.kind] ?? []).map(({ _slugs, ...record }) => record)
    const first = {
      manifest: { ...manifest, version: 1 as const },
      content: { ...content, [serviceItem.kind]: records },
      pictures,
    }
    const { status, summary } = await send(copy, writeContentArchive(first), { check: '1' })
    // The demo's Markdown would show as it is.
    expect([status, summary.kinds.map(({ kind }) => kind)]).toEqual([200, [faqItem.kind, legalClause.kind]])
  })

  it('reports no change when the same file is imported again', async () => {
    const { message, summary } = await send(copy, file, { check: '1' })
    expect(message).toBe('The file is complete. It has the same content as this site.')
    expect(summary).toMatchObject({ added: 0, changed: 0, removed: 0, kinds: [] })
    const before = await list(copy, faqItem.kind)
    await send(copy, file)
    expect(await list(copy, faqItem.kind)).toEqual(before)
  })

  it('contains no account, password, message, subscriber, payment account or staged change', async () => {
    const text = Buffer.from(file).toString('latin1')
    for (const secret of [
      adminEmail,
      customerEmail,
      PAYEE_EMAIL,
      'Words of a visitor',
      'reader@example.com',
      'Words of the draft',
    ])
      expect([secret, text.includes(secret)]).toEqual([secret, false])
    expect(Object.keys(readContentArchive(file).content)).toEqual(
      contentKinds.filter(({ recent }) => !recent).map(({ kind }) => kind),
    )
  })

  it('replaces the content, and an admin can restore or undelete each earlier record', async () => {
    const [hidden, ...rest] = (await list(copy, faqItem.kind)).toReversed()
    const { record: ownRecord } = await call(copy, 'POST', '/add-faq-item', buildRecordValues(faqItem, 9))
    const changed = rest[0] as ContentRecordJson
    const removed = rest[1] as ContentRecordJson
    await call(copy, 'PUT', `/faq-item/${changed._id}`, { ...removeServerFields(changed), accodingTitle: 'Our own words' })
    await call(copy, 'DELETE', `/content/faq-item/${removed._id}`)
    await call(copy, 'PUT', `/content-visibility/faq-item/${hidden?._id}`, { hidden: false })
    await call(copy, 'PUT', `/media/${readContentArchive(file).manifest.pictures[0]?.id}`, { alt: 'Described otherwise' })

    const { summary, plan } = await send(copy, file, { check: '1' })
    expect(summary).toMatchObject({ added: 1, changed: 2, removed: 1, pictures: { added: 0, changed: 1 } })
    expect(summary.kinds).toEqual([{ kind: 'faq-item', title: 'FAQ item', added: 1, changed: 2, removed: 1, isMoved: false }])
    await send(copy, file, { plan })
    expect(readTexts(await exportSite(copy))).toEqual(readTexts(file))
    // A record from the trash keeps its history.
    const { versions = [] } = { versions: (await call(copy, 'GET', `/history/faq-item/${removed._id}`)) as { event: string }[] }
    expect(versions.map(({ event }) => event)).toEqual(['undeleted', 'deleted', 'added'])

    const history = (await call(copy, 'GET', `/history/faq-item/${changed._id}`)) as { version: number; by: string }[]
    expect(history[0]?.by).toBe(adminEmail)
    const version = history[1]?.version
    const restored = await call(copy, 'POST', `/restore/faq-item/${changed._id}`, { version })
    expect(restored.record.accodingTitle).toBe('Our own words')
    const { record } = await call(copy, 'POST', `/undelete/faq-item/${ownRecord._id}`)
    expect(record.accodingTitle).toBe(ownRecord.accodingTitle)
    await send(copy, file)
  })

  it('is rejected if the site or the file changed after the check', async () => {
    const { plan } = await send(copy, file, { check: '1' })
    const { record } = await call(copy, 'POST', '/add-faq-item', buildRecordValues(faqItem, 7))
    const refused = await send(copy, file, { plan })
    expect([refused.status, refused.error]).toEqual([409, expect.stringContaining('Check the file again.')])
    expect((await list(copy, faqItem.kind)).some(({ _id }) => _id === record._id)).toBe(true)
    const other = readContentArchive(file)
    other.content.banner = []
    const again = await send(copy, file, { check: '1' })
    expect((await send(copy, writeContentArchive(other), { plan: again.plan })).status).toBe(409)
    await send(copy, file)
  })

  it('is exported and imported by admins only, and the audit log records both', async () => {
    for (const [as, status] of [
      ['anonymous', 401],
      ['customer', 403],
    ] as const) {
      expect((await copy.request('GET', '/api/content-export', { as })).status).toBe(status)
      expect((await copy.request('POST', '/api/content-import', { as, body: buildImportForm(file) })).status).toBe(status)
    }
    const { entries } = await call(copy, 'GET', '/audit-entries?action=content.imported')
    expect(entries.at(-1)).toMatchObject({
      actor: adminEmail,
      what: expect.stringMatching(/^Imported website content: \d+ added, 0 changed, 0 removed$/),
    })
    const { entries: exports } = await call(source, 'GET', '/audit-entries?action=content.exported')
    expect(exports).toMatchObject([
      { actor: adminEmail, what: expect.stringMatching(/^Exported all website content: \d+ records$/) },
    ])
  })

  it('keeps redirecting paths that it used before the import', async () => {
    await rename(copy, 'Directory entries', 'Listings')
    expect((await send(copy, file)).summary).toMatchObject({ added: 0, changed: 1, removed: 0 })
    const { status, headers } = await copy.request('GET', '/service/listings')
    expect([status, headers.location]).toEqual([301, '/service/directory-entries'])
    expect((await send(copy, file, { check: '1' })).summary).toMatchObject({ kinds: [] })
  })
})
