import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { payeeEmail } from '#contract/content/kinds/payee-email.ts'
import { loadPayee } from '#server/content/business/load-business.ts'
import { keepEmailsUnsent } from '../support/concurrent-reminders.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { createTestBrowser, registerAccount } from '../support/test-accounts.ts'
import { password, startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

/** Puts a zero-width space, a no-break space and a byte order mark around a text, and a word joiner into it. */
const hide = (text: string) => `\u200b\u00a0${text.slice(0, 2)}\u2060${text.slice(2)}\ufeff`

describeOnSqlite('invisible characters (P-303)', (database) => {
  const site = startAppForSuite({ environment: async () => keepEmailsUnsent(await database.environment()) })
  const siteDatabase = startForSuite(() => openSiteDatabase(site.environment))
  const phone = '+1 202-555-0142'
  const address = { banLocation: '100 Example Street', ukLocation: '', ukPhone: '' }

  it.each([
    ['/add-email', { paypalEmail: '\u200bpay@example-agency.com' }, { paypalEmail: 'pay@example-agency.com' }],
    ['/add-user', { userEmail: 'partner@example.org\u200b', userRole: 'Admin' }, { userEmail: 'partner@example.org' }],
    ['/add-user', { userEmail: hide('agent@example.org') }, { userEmail: 'agent@example.org' }],
    [
      '/add-footer-address',
      { ...address, banPhone: hide(phone), footerEmail: hide('hello@example.com') },
      { banPhone: phone, footerEmail: 'hello@example.com' },
    ],
    ['/add-subscriber', { subemail: hide('reader@example.com') }, { subemail: 'reader@example.com' }],
    [
      '/add-message',
      { email: hide('rosa@example.com'), number: hide(phone), message: 'Hello' },
      { email: 'rosa@example.com', number: phone },
    ],
    [
      '/add-redirect',
      { oldPath: hide('/old-page'), newPath: hide('/pricing/'), state: 'Moved' },
      { oldPath: '/old-page', newPath: '/pricing/' },
    ],
    ['/add-search-settings', { googleCode: hide('abcdefgh12345678') }, { googleCode: 'abcdefgh12345678' }],
  ])('are not stored by %s', async (path, body, stored) => {
    const reply = await site.request('POST', `/api${path}`, { as: 'admin', body })
    expect([reply.status, reply.json()]).toMatchObject([201, { record: stored }])
  })

  it('don’t keep a person from logging in', async () => {
    await registerAccount(site, hide('dana@example.com'))
    await createTestBrowser(site).logIn('dana@example.com')
    const body = { email: hide('dana@example.com'), password }
    expect((await site.request('POST', '/api/sign-in', { body })).status).toBe(200)
  })

  it('don’t reach the mail server or the payment provider from what earlier versions stored', async () => {
    const { main } = siteDatabase
    await main
      .updateTable('subscriber')
      .set({ email: hide('reader@example.com') })
      .execute()
    const [mail] = await main.selectFrom('email_outbox').select('body').where('recipient', '=', 'reader@example.com').execute()
    const token = /confirm-subscription\?token=([\w.-]+)/.exec(mail?.body ?? '')?.[1]
    expect((await site.request('POST', '/api/confirm-subscription', { body: { token: hide(token ?? '') } })).status).toBe(200)
    const mails = (await siteDatabase.listMails()).filter((line) => line.startsWith('reader@example.com: '))
    expect(mails).toHaveLength(2)
    const data = sql<string>`replace(data, 'pay@', ${hide('pay@')})`
    await main.updateTable('content_record').set({ data }).where('kind', '=', payeeEmail.kind).execute()
    expect(await loadPayee(main)).toEqual({ email: 'pay@example-agency.com', isSample: false })
  })
})
