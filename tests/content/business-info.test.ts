import { expect, it } from 'vitest'
import { faqText } from '../../src/contract/content/kinds/faq-text.ts'
import { footerAddress } from '../../src/contract/content/kinds/footer-address.ts'
import { createContentClient } from '../support/content-client.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('business info', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })

  it('opens in its editor at once from a menu, and its entry page stays', async () => {
    const [record] = await createContentClient(site).listPublic(footerAddress)
    const opened = await site.request('GET', '/add-address-footer?open=1', { as: 'admin' })
    expect([opened.status, opened.headers.location]).toEqual([302, `/edit-address-footer/${record?._id}`])
    expect((await site.request('GET', '/add-address-footer', { as: 'admin' })).status).toBe(200)
    expect((await site.request('GET', `${faqText.editor.home}?open=1`, { as: 'admin' })).status).toBe(200)
  })

  it('needs no second office', async () => {
    const { listPublic, save } = createContentClient(site)
    const [record] = await listPublic(footerAddress)
    const values = { ...record, banLocation: '5 Own Street, Springfield', ukLocation: '', ukPhone: '' }
    expect((await save(footerAddress, record?._id ?? '', values)).status).toBe(200)
    const { text } = await site.request('GET', '/contact')
    expect(text).toContain('5 Own Street, Springfield')
    expect(text).not.toContain('+44')
  })
})
