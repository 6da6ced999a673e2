import { expect, it, test } from 'vitest'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { payeeEmail } from '#contract/content/kinds/payee-email.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { AuditLogEntry } from '#contract/operations/audit-log.ts'
import { auditedCalls, unauditedCalls, writingCalls } from './support/audited-calls.ts'
import { adminEmail, startAppForSuite } from './support/test-app.ts'
import { buildRecordValues } from './support/test-content-module.ts'
import { describeOnSqlite } from './support/test-databases.ts'
import { buildUploadForm, createTestImage } from './support/test-images.ts'

test('every call that writes is audited, or declares why not', () => {
  const accountedFor = [...Object.keys(auditedCalls), ...Object.keys(unauditedCalls)]
  expect(accountedFor.toSorted(), 'List each call in tests/support/audited-calls.ts').toEqual(writingCalls.toSorted())
})

describeOnSqlite('the audit log of content actions', (database) => {
  const site = startAppForSuite(database)

  const call = async (method: string, path: string, body: unknown = {}) => {
    const { status, text } = await site.request(method, `/api${path}`, { as: 'admin', body })
    expect([path, status, text]).toEqual([path, expect.toBeOneOf([200, 201]), expect.anything()])
    return JSON.parse(text) as { record: { _id: string } }
  }
  const seenEntryIds = new Set<string>()
  /** Returns the entries since the last call, sorted, because entries of one millisecond have no order. */
  async function listNewEntries(): Promise<string[]> {
    const { text } = await site.request('GET', `/api/audit-entries?size=100&actor=${adminEmail}`, { as: 'admin' })
    const newEntries = (JSON.parse(text) as { entries: AuditLogEntry[] }).entries.filter(({ _id }) => !seenEntryIds.has(_id))
    for (const { _id } of newEntries) seenEntryIds.add(_id)
    return newEntries.map(({ what }) => what).toSorted()
  }

  it('records each image that an admin adds, describes, crops, deletes or restores', async () => {
    await listNewEntries()
    const { record } = await call('POST', '/media', buildUploadForm(await createTestImage(400, 300), { alt: 'A house' }))
    expect(await listNewEntries()).toEqual(['Added the image “A house”'])
    await call('POST', '/media', buildUploadForm(await createTestImage(400, 300)))
    expect(await listNewEntries()).toEqual([])
    await call('PUT', `/media/${record._id}`, { alt: 'A red house' })
    await call('POST', `/crop-media/${record._id}`, { left: 0, top: 0, width: 100, height: 100 })
    expect(await listNewEntries()).toEqual(['Added the image “A red house”', 'Described the image “A red house”'])
    await call('DELETE', `/media/${record._id}`)
    await call('POST', `/undelete-media/${record._id}`)
    await call('DELETE', `/media/${record._id}`)
    await call('POST', '/media', buildUploadForm(await createTestImage(400, 300)))
    const [deleted, restored] = ['Deleted the image “A red house”', 'Restored the image “A red house”']
    expect(await listNewEntries()).toEqual([deleted, deleted, restored, restored])
    // The log has no entry for a refused upload.
    await site.request('POST', '/api/media', { as: 'admin', body: buildUploadForm(Buffer.from('no picture')) })
    expect(await listNewEntries()).toEqual([])
  })

  it('records the order of a list and all changes of the release', async () => {
    const ids: string[] = []
    for (const nth of [1, 2]) ids.push((await call('POST', '/add-faq-item', buildRecordValues(faqItem, nth))).record._id)
    await listNewEntries()
    await call('PUT', '/content-order/faq-item', { ids: ids.toReversed() })
    expect(await listNewEntries()).toEqual(['Reordered: FAQ item'])
    await call('PUT', '/content-order/faq-item', { ids: ids.toReversed() })
    expect(await listNewEntries()).toEqual([])
    for (const id of ids) await call('DELETE', `/content/faq-item/${id}?draft=1`)
    expect(await listNewEntries()).toEqual([])
    await call('POST', '/draft/schedule', { at: Date.now() + 3_600_000 })
    await listNewEntries()
    await call('POST', '/draft/schedule', { at: null })
    await call('POST', '/draft/schedule', { at: null })
    expect(await listNewEntries()).toEqual(['Canceled scheduled publishing'])
    await call('POST', '/draft/discard')
    await call('POST', '/draft/discard')
    expect(await listNewEntries()).toEqual(['Discarded drafts: 2 changes'])
  })

  it('records each exported list and its number of rows', async () => {
    await listNewEntries()
    for (const path of [
      '/subscribers.csv',
      '/orders.csv',
      '/accounting.csv',
      '/content-export',
      '/customer-data?email=ann@example.com',
    ])
      expect((await site.request('GET', `/api${path}`, { as: 'admin' })).status).toBe(200)
    const content = expect.stringMatching(/^Exported all website content: \d+ records$/)
    expect(await listNewEntries()).toEqual([
      'Exported a customer’s data',
      content,
      'Exported orders: 0 rows',
      'Exported payments for accounting: 0 rows',
      'Exported the subscribers: 0 rows',
    ])
    // The log has no entry for a refused export.
    expect((await site.request('GET', '/api/subscribers.csv', { as: 'customer' })).status).toBe(403)
    expect(await listNewEntries()).toEqual([])
    const files = endpoints.filter(({ file, access }) => file && !file.isFramed && access === 'admin').map(({ path }) => path)
    expect(files.toSorted()).toEqual(['/accounting.csv', '/content-export', '/customer-data', '/orders.csv', '/subscribers.csv'])
  })

  it('records adds and updates of every content kind', async () => {
    for (const contentKind of contentKinds) {
      const { add, update } = getReadAddAndUpdateEndpoints(contentKind)
      await listNewEntries()
      const { record } = await call('POST', add.path, buildRecordValues(contentKind, 3))
      const another = {
        ...buildRecordValues(contentKind, 4),
        ...(contentKind.unique && { [contentKind.unique]: buildRecordValues(contentKind, 3)[contentKind.unique] }),
      }
      if (update) await call('PUT', update.path.replace(':id', record._id), another)
      const expectedEntries =
        contentKind === payeeEmail ? ['Added the payment account', 'Changed the payment account'] : ['Added: ', 'Changed: ']
      const loggedActions = await listNewEntries()
      expect([contentKind.kind, loggedActions.length]).toEqual([contentKind.kind, update ? 2 : 1])
      for (const [nth, action] of loggedActions.entries()) expect(action).toContain(expectedEntries[nth])
    }
  })
})
