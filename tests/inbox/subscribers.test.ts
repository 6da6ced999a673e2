import { describe, expect, it } from 'vitest'
import { extractLink } from '../support/mail-server.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import {
  FORM_HEADERS,
  SUBSCRIBER_WELCOME_SUBJECT,
  SUBSCRIPTION_CONFIRM_SUBJECT,
  startSubscriptionSite,
  toPath,
} from '../support/subscription-site.ts'
import { roles } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const HOUR = 3_600_000

describeOnEachDatabase('a subscription', (kind) => {
  const subscriptions = startForSuite(async () => startSubscriptionSite(await kind.environment()))

  it('starts as pending and emails a link, which the database stores only as a hash', async () => {
    const email = subscriptions.nextEmail()
    const reply = await subscriptions.subscribe(` ${email.toUpperCase()} `)
    expect(reply.status).toBe(201)
    const row = await subscriptions.findSubscriberRow(email)
    expect(reply.json()).toEqual({ message: 'Subscribers is Updated', record: { _id: row?.id, subemail: email } })
    expect(await subscriptions.getState(email)).toBe('pending')
    const mail = await subscriptions.waitForMail(email, SUBSCRIPTION_CONFIRM_SUBJECT)
    expect(mail.text).toContain('The link works for 7 days.')
    expect((row?.confirmation_expires_at ?? 0) - (row?.confirmation_sent_at ?? 0)).toBe(7 * 24 * HOUR)
    const link = new URL(extractLink(mail))
    expect([link.origin, link.pathname]).toEqual(['http://127.0.0.1:3000', '/confirm-subscription'])
    const token = link.searchParams.get('token') ?? ''
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16)
    expect(JSON.stringify(row)).not.toContain(token)
    expect(mail.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
  })

  it('gets the same reply for every email and every role (P-126)', async () => {
    const confirmedSubscriber = await subscriptions.addConfirmedSubscriber()
    const formerSubscriber = await subscriptions.addConfirmedSubscriber()
    await subscriptions.submitLink(formerSubscriber.leave)
    const pending = subscriptions.nextEmail()
    await subscriptions.subscribe(pending)
    const spamEmail = subscriptions.nextEmail()
    for (const as of roles) {
      for (const subemail of [subscriptions.nextEmail(), pending, confirmedSubscriber.email, formerSubscriber.email, spamEmail]) {
        const body = { subemail, ...(subemail === spamEmail && { website: 'https://x.example' }) }
        const reply = await subscriptions.site.request('POST', '/api/add-subscriber', { as, body })
        const record = { _id: expect.stringMatching(/^[\da-f-]{36}$/), subemail }
        expect([reply.status, reply.json()]).toEqual([201, { message: 'Subscribers is Updated', record }])
      }
    }
    expect([await subscriptions.findSubscriberRow(spamEmail), await subscriptions.listMailSubjects(spamEmail)]).toEqual([
      undefined,
      [],
    ])
  })

  it('emails a pending address at most once an hour, each time with a new link', async () => {
    const email = subscriptions.nextEmail()
    for (let time = 0; time < 20; time++)
      await subscriptions.subscribe(email, {}, time % 2 ? subscriptions.site : subscriptions.other)
    expect(await subscriptions.listMailSubjects(email)).toEqual([SUBSCRIPTION_CONFIRM_SUBJECT])
    const first = await subscriptions.getConfirmLink(email)
    await subscriptions.passTime(email, HOUR - 5_000)
    await subscriptions.subscribe(email)
    expect(await subscriptions.listMailSubjects(email)).toEqual([SUBSCRIPTION_CONFIRM_SUBJECT])
    await subscriptions.passTime(email, 5_000)
    for (let time = 0; time < 5; time++) await subscriptions.subscribe(email)
    expect(await subscriptions.listMailSubjects(email)).toEqual([SUBSCRIPTION_CONFIRM_SUBJECT, SUBSCRIPTION_CONFIRM_SUBJECT])
    const second = await subscriptions.getConfirmLink(email, 2)
    expect(first).not.toBe(second)
    expect((await subscriptions.submitLink(first)).status).toBe(400)
    expect((await subscriptions.submitLink(second)).status).toBe(303)
  })

  it('emails no confirmed subscriber', async () => {
    const { email } = await subscriptions.addConfirmedSubscriber()
    await subscriptions.passTime(email, 24 * HOUR)
    await subscriptions.subscribe(email)
    expect(await subscriptions.listMailSubjects(email)).toEqual([SUBSCRIPTION_CONFIRM_SUBJECT, SUBSCRIBER_WELCOME_SUBJECT])
    expect(await subscriptions.getState(email)).toBe('confirmed')
  })

  it('is stored and emailed once for 50 concurrent requests, and welcomed once for 20 presses', async () => {
    const email = subscriptions.nextEmail()
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, nth) =>
        subscriptions.subscribe(email, {}, nth % 2 ? subscriptions.site : subscriptions.other),
      ),
    )
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await subscriptions.listMailSubjects(email)).toEqual([SUBSCRIPTION_CONFIRM_SUBJECT])
    const link = await subscriptions.getConfirmLink(email)
    const presses = await Promise.all(Array.from({ length: 20 }, () => subscriptions.submitLink(link)))
    expect(presses.map(({ status }) => status).sort()).toEqual([303, ...Array(19).fill(400)])
    expect(await subscriptions.listMailSubjects(email)).toEqual([SUBSCRIPTION_CONFIRM_SUBJECT, SUBSCRIBER_WELCOME_SUBJECT])
    expect((await subscriptions.list()).records.filter(({ subemail }) => subemail === email).length).toBe(1)
  })

  describe('the link in the email', () => {
    it('changes nothing when a mail scanner opens it', async () => {
      const email = subscriptions.nextEmail()
      await subscriptions.subscribe(email)
      const link = await subscriptions.getConfirmLink(email)
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET']) await subscriptions.site.request(method, toPath(link))
      const page = await subscriptions.site.request('GET', toPath(link))
      expect([page.status, page.text]).toEqual([200, expect.stringMatching(/<button[^>]*>Confirm subscription<\/button>/)])
      expect(await subscriptions.getState(email)).toBe('pending')
      await subscriptions.submitLink(link)
      expect(await subscriptions.getState(email)).toBe('confirmed')

      const leave = extractLink(await subscriptions.waitForMail(email, SUBSCRIBER_WELCOME_SUBJECT))
      for (const method of ['GET', 'HEAD']) await subscriptions.site.request(method, toPath(leave))
      expect((await subscriptions.site.request('GET', toPath(leave))).text).toMatch(/<button[^>]*>Unsubscribe<\/button>/)
      expect(await subscriptions.getState(email)).toBe('confirmed')
    })

    it('explains that it is wrong, used, expired or incomplete, and leads back to the form', async () => {
      const email = subscriptions.nextEmail()
      await subscriptions.subscribe(email)
      const link = await subscriptions.getConfirmLink(email)
      await subscriptions.passTime(email, 7 * 24 * HOUR)
      const expiredReply = await subscriptions.submitLink(link)
      expect(await subscriptions.getState(email)).toBe('pending')
      await subscriptions.passTime(email, -HOUR)
      expect((await subscriptions.submitLink(link)).headers.location).toBe('/confirm-subscription')
      const [usedReply, wrong] = [await subscriptions.submitLink(link), await subscriptions.submitLink(`${link}x`)]
      for (const reply of [
        expiredReply,
        usedReply,
        wrong,
        await subscriptions.submitLink('http://x/confirm-subscription?token='),
      ]) {
        expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('This link doesn’t work')])
        expect(reply.text).toMatch(/<title>Error: /)
        expect(reply.text).toContain('href="/subscribe"')
      }
      expect((await subscriptions.site.request('GET', '/confirm-subscription')).text).toContain('This link is incomplete')
      expect(await subscriptions.listMailSubjects(email)).toEqual([SUBSCRIPTION_CONFIRM_SUBJECT, SUBSCRIBER_WELCOME_SUBJECT])
    })

    it('works through the API calls too', async () => {
      const email = subscriptions.nextEmail()
      await subscriptions.subscribe(email)
      const call = (path: string, link: string) =>
        subscriptions.site.request('POST', `/api${path}`, { body: { token: new URL(link).searchParams.get('token') } })
      const confirmReply = await call('/confirm-subscription', await subscriptions.getConfirmLink(email))
      expect([confirmReply.status, confirmReply.json()]).toEqual([200, { message: 'Your subscription is confirmed' }])
      const unsubscribeReply = await call(
        '/unsubscribe',
        extractLink(await subscriptions.waitForMail(email, SUBSCRIBER_WELCOME_SUBJECT)),
      )
      expect([unsubscribeReply.status, unsubscribeReply.json()]).toEqual([200, { message: 'You’re unsubscribed' }])
    })
  })

  describe('unsubscribing', () => {
    it('needs one POST from a mail program without cookies and origin, and may repeat', async () => {
      const { email } = await subscriptions.addConfirmedSubscriber()
      const { headers, text } = await subscriptions.waitForMail(email, SUBSCRIBER_WELCOME_SUBJECT)
      const header = (name: string) => headers.find(({ key }) => key === name)?.value
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      const link = header('list-unsubscribe')?.slice(1, -1) ?? ''
      expect(text).toContain(link)
      const parts = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
      const wrongLinks = [
        ['List-Unsubscribe=One-Click', FORM_HEADERS],
        [parts, { 'content-type': 'multipart/form-data; boundary=x' }],
        ['List-Unsubscribe=One-Click', FORM_HEADERS],
      ] as const
      for (const [payload, type] of wrongLinks) {
        const { status, text } = await subscriptions.submitLink(link, payload, type)
        expect([status, text]).toEqual([200, expect.stringContaining('You’re unsubscribed')])
        expect(await subscriptions.getState(email)).toBeUndefined()
      }
      expect((await subscriptions.exportCsv()).text).not.toContain(email)
      expect((await subscriptions.findSubscriberRow(email))?.ended_at).toBeGreaterThan(0)
    })

    it('allows a new, pending subscription, and the old link still works', async () => {
      const { email, leave } = await subscriptions.addConfirmedSubscriber()
      await subscriptions.submitLink(leave)
      await subscriptions.passTime(email, HOUR)
      await subscriptions.subscribe(email)
      expect(await subscriptions.getState(email)).toBe('pending')
      expect((await subscriptions.exportCsv()).text).not.toContain(email)
      expect((await subscriptions.submitLink(await subscriptions.getConfirmLink(email, 2))).status).toBe(303)
      expect(await subscriptions.getState(email)).toBe('confirmed')
      expect(extractLink(await subscriptions.waitForMail(email, SUBSCRIBER_WELCOME_SUBJECT, 2))).toBe(leave)
      await subscriptions.submitLink(leave)
      expect(await subscriptions.getState(email)).toBeUndefined()
    })

    it('makes the first link work again if the person subscribes within the hour, without a second email', async () => {
      const { email, leave } = await subscriptions.addConfirmedSubscriber()
      await subscriptions.submitLink(leave)
      expect((await subscriptions.submitLink(await subscriptions.getConfirmLink(email))).status).toBe(400)
      await subscriptions.subscribe(email)
      expect(await subscriptions.listMailSubjects(email)).toEqual([SUBSCRIPTION_CONFIRM_SUBJECT, SUBSCRIBER_WELCOME_SUBJECT])
      expect((await subscriptions.submitLink(await subscriptions.getConfirmLink(email))).status).toBe(303)
      expect(await subscriptions.getState(email)).toBe('confirmed')
    })

    // No query decides this.
    it.runIf(kind.name === 'SQLite')('answers 400 to a link that the site did not make', async () => {
      const { email, leave } = await subscriptions.addConfirmedSubscriber()
      const token = new URL(leave).searchParams.get('token') ?? ''
      const [id = '', signature = ''] = token.split('.')
      const stranger = (await subscriptions.findSubscriberRow((await subscriptions.addConfirmedSubscriber()).email))?.id
      const shortToken = token.slice(0, -1)
      for (const wrong of [id, `${id}.`, `.${signature}`, `${stranger}.${signature}`, `${token}x`, shortToken]) {
        const { status, text } = await subscriptions.submitLink(`http://x/unsubscribe?token=${wrong}`)
        expect([wrong, status, text.includes('This link doesn’t work')]).toEqual([wrong, 400, true])
      }
      expect(await subscriptions.getState(email)).toBe('confirmed')
    })
  })

  it('drops no email in silence: autofill can’t tick the hidden box, and a sentence says why a ticked one is refused', async () => {
    for (const path of ['/', '/subscribe']) {
      const { text } = await subscriptions.site.request('GET', path)
      const boxes = text.match(/<input[^>]*name="website"[^>]*>/g) ?? []
      expect([path, boxes.filter((box) => !box.includes('type="checkbox"'))]).toEqual([path, []])
      expect(boxes.length).toBeGreaterThan(0)
    }
    const email = subscriptions.nextEmail()
    const payload = `subemail=${encodeURIComponent(email)}&website=on`
    const { status, text } = await subscriptions.site.request('POST', '/subscribe', { payload, headers: FORM_HEADERS })
    expect([status, text.includes('so we didn’t add your email'), text.includes(`value="${email}"`)]).toEqual([400, true, true])
    expect(text).not.toContain('checked')
    expect(await subscriptions.findSubscriberRow(email)).toBeUndefined()
  })

  it('keeps the typed text in a form with an error', async () => {
    const send = (payload: string) => subscriptions.site.request('POST', '/subscribe', { payload, headers: FORM_HEADERS })
    const wrong = await send('subemail=nonsense&website=')
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('Email must be an email address')
    expect(wrong.text).toContain('value="nonsense"')
    const email = subscriptions.nextEmail()
    const { status, headers } = await send(`subemail=${encodeURIComponent(email)}&website=`)
    expect([status, headers.location]).toEqual([303, '/all-subscriber'])
    expect(await subscriptions.getState(email)).toBe('pending')
    for (const path of ['/subscribe', '/confirm-subscription?token=x', '/unsubscribe?token=x', '/unsubscribe']) {
      const { text } = await subscriptions.site.request('GET', path)
      expect([path, text.match(/<h1/g)?.length]).toEqual([path, 1])
      expect(text).toContain('<meta name="robots" content="noindex"/>')
    }
  })
})
