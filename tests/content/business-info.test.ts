import { expect, it } from 'vitest'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { faqSectionHeading } from '#contract/content/kinds/faq-section-heading.ts'
import { footerSocialLinks } from '#contract/content/kinds/footer-social-links.ts'
import { createAdminCall, sendAdminForm } from '../support/admin-page-action.ts'
import { createContentClient } from '../support/content-client.ts'
import { removeServerFields } from '../support/remove-server-fields.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

describeOnSqlite('business info', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })

  it('opens in its editor at once from a menu, and its entry page stays', async () => {
    const [record] = await createContentClient(site).listPublic(businessInfo)
    const opened = await site.request('GET', '/add-address-footer?open=1', { as: 'admin' })
    expect([opened.status, opened.headers.location]).toEqual([302, `/edit-address-footer/${record?._id}`])
    expect((await site.request('GET', '/add-address-footer', { as: 'admin' })).status).toBe(200)
    expect((await site.request('GET', `${faqSectionHeading.editor.home}?open=1`, { as: 'admin' })).status).toBe(200)
  })

  it('has the social links on the same screen, each with its own save', async () => {
    const { listPublic } = createContentClient(site)
    const [[record], [social]] = await Promise.all([listPublic(businessInfo), listPublic(footerSocialLinks)])
    const path = `/edit-address-footer/${record?._id}`
    expect((await site.request('GET', path, { as: 'admin' })).text).toContain('<form id="edit-footer-social"')
    const { _id, ...values } = { ...social, fblink: 'https://www.facebook.com/own.office' }
    const fields = removeServerFields(values) as Record<string, string>
    const answer = await sendAdminForm(createAdminCall(site), path, { ...fields, _form: footerSocialLinks.kind })
    expect(answer.notice).toBe('Social Link is Updated')
    expect((await listPublic(footerSocialLinks)).map(({ fblink }) => fblink)).toEqual(['https://www.facebook.com/own.office'])
    expect((await site.request('GET', '/')).text.match(/facebook\.com\/own\.office/g)).toHaveLength(2)
    const own = await site.request('GET', `/edit-social-footer/${_id}`, { as: 'admin' })
    expect(own.text).toContain('value="https://www.facebook.com/own.office"')
  })

  it('needs no second office', async () => {
    const { listPublic, save } = createContentClient(site)
    const [record] = await listPublic(businessInfo)
    const values = { ...record, banLocation: '5 Own Street, Springfield', ukLocation: '', ukPhone: '' }
    expect((await save(businessInfo, record?._id ?? '', values)).status).toBe(200)
    const { text } = await site.request('GET', '/contact')
    expect(text).toContain('5 Own Street, Springfield')
    expect(text).not.toContain('+44')
  })
})
