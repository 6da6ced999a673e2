import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extractLink } from '../support/mail-server.ts'
import {
  CONFIRM_SUBJECT,
  FORM_HEADERS,
  type SubscriptionSite,
  startSubscriptionSite,
  toPath,
  WELCOME_SUBJECT,
} from '../support/subscription-site.ts'
import { roles } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const HOUR = 3_600_000

describeOnEachDatabase('a subscription', (kind) => {
  let at: SubscriptionSite
  beforeAll(async () => {
    at = await startSubscriptionSite(await kind.environment())
  })
  afterAll(() => at.close())

  it('starts as pending and emails a link, of which only a hash is stored', async () => {
    const email = at.somebody()
    const reply = await at.subscribe(` ${email.toUpperCase()} `)
    expect(reply.status).toBe(201)
    const row = await at.findSubscriberRow(email)
    expect(reply.json()).toEqual({ message: 'Subscribers is Updated', record: { _id: row?.id, subemail: email } })
    expect(await at.getState(email)).toBe('pending')
    const mail = await at.waitForMail(email, CONFIRM_SUBJECT)
    expect(mail.text).toContain('The link works for 7 days.')
    expect((row?.confirmation_expires_at ?? 0) - (row?.confirmation_sent_at ?? 0)).toBe(7 * 24 * HOUR)
    const link = new URL(extractLink(mail))
    expect([link.origin, link.pathname]).toEqual(['http://127.0.0.1:3000', '/confirm-subscription'])
    const token = link.searchParams.get('token') ?? ''
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16)
    expect(JSON.stringify(row)).not.toContain(token)
    expect(mail.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
  })

  it('gives the same answer for every email and every visitor', async () => {
    const confirmedSubscriber = await at.addConfirmedSubscriber()
    const left = await at.addConfirmedSubscriber()
    await at.press(left.leave)
    const pending = at.somebody()
    await at.subscribe(pending)
    const caught = at.somebody()
    for (const as of roles) {
      for (const subemail of [at.somebody(), pending, confirmedSubscriber.email, left.email, caught]) {
        const body = { subemail, ...(subemail === caught && { website: 'https://x.example' }) }
        const reply = await at.site.request('POST', '/api/add-subscriber', { as, body })
        const record = { _id: expect.stringMatching(/^[\da-f-]{36}$/), subemail }
        expect([reply.status, reply.json()]).toEqual([201, { message: 'Subscribers is Updated', record }])
      }
    }
    expect([await at.findSubscriberRow(caught), await at.listMailSubjects(caught)]).toEqual([undefined, []])
  })

  it('emails a pending address once an hour at most, each time with a new link', async () => {
    const email = at.somebody()
    for (let time = 0; time < 20; time++) await at.subscribe(email, {}, time % 2 ? at.site : at.other)
    expect(await at.listMailSubjects(email)).toEqual([CONFIRM_SUBJECT])
    const first = await at.confirmLink(email)
    await at.passTime(email, HOUR - 5_000)
    await at.subscribe(email)
    expect(await at.listMailSubjects(email)).toEqual([CONFIRM_SUBJECT])
    await at.passTime(email, 5_000)
    for (let time = 0; time < 5; time++) await at.subscribe(email)
    expect(await at.listMailSubjects(email)).toEqual([CONFIRM_SUBJECT, CONFIRM_SUBJECT])
    const second = await at.confirmLink(email, 2)
    expect(first).not.toBe(second)
    expect((await at.press(first)).status).toBe(400)
    expect((await at.press(second)).status).toBe(303)
  })

  it('emails no confirmed subscriber', async () => {
    const { email } = await at.addConfirmedSubscriber()
    await at.passTime(email, 24 * HOUR)
    await at.subscribe(email)
    expect(await at.listMailSubjects(email)).toEqual([CONFIRM_SUBJECT, WELCOME_SUBJECT])
    expect(await at.getState(email)).toBe('confirmed')
  })

  it('makes one row and one email of 50 requests at once in two processes, and one welcome of 20 presses', async () => {
    const email = at.somebody()
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => at.subscribe(email, {}, nth % 2 ? at.site : at.other)),
    )
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await at.listMailSubjects(email)).toEqual([CONFIRM_SUBJECT])
    const link = await at.confirmLink(email)
    const presses = await Promise.all(Array.from({ length: 20 }, () => at.press(link)))
    expect(presses.map(({ status }) => status).sort()).toEqual([303, ...Array(19).fill(400)])
    expect(await at.listMailSubjects(email)).toEqual([CONFIRM_SUBJECT, WELCOME_SUBJECT])
    expect((await at.list()).records.filter(({ subemail }) => subemail === email).length).toBe(1)
  })

  describe('the link in the email', () => {
    it('changes nothing when a mail scanner opens it', async () => {
      const email = at.somebody()
      await at.subscribe(email)
      const link = await at.confirmLink(email)
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET']) await at.site.request(method, toPath(link))
      const page = await at.site.request('GET', toPath(link))
      expect([page.status, page.text]).toEqual([200, expect.stringMatching(/<button[^>]*>Confirm subscription<\/button>/)])
      expect(await at.getState(email)).toBe('pending')
      await at.press(link)
      expect(await at.getState(email)).toBe('confirmed')

      const leave = extractLink(await at.waitForMail(email, WELCOME_SUBJECT))
      for (const method of ['GET', 'HEAD']) await at.site.request(method, toPath(leave))
      expect((await at.site.request('GET', toPath(leave))).text).toMatch(/<button[^>]*>Unsubscribe<\/button>/)
      expect(await at.getState(email)).toBe('confirmed')
    })

    it('explains a wrong, used, expired or incomplete link and leads back to the form', async () => {
      const email = at.somebody()
      await at.subscribe(email)
      const link = await at.confirmLink(email)
      await at.passTime(email, 7 * 24 * HOUR)
      const over = await at.press(link)
      expect(await at.getState(email)).toBe('pending')
      await at.passTime(email, -HOUR)
      expect((await at.press(link)).headers.location).toBe('/confirm-subscription')
      const [used, wrong] = [await at.press(link), await at.press(`${link}x`)]
      for (const reply of [over, used, wrong, await at.press('http://x/confirm-subscription?token=')]) {
        expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('This link does not work')])
        expect(reply.text).toMatch(/<title>Error: /)
        expect(reply.text).toContain('href="/subscribe"')
      }
      expect((await at.site.request('GET', '/confirm-subscription')).text).toContain('A part of it is missing')
      expect(await at.listMailSubjects(email)).toEqual([CONFIRM_SUBJECT, WELCOME_SUBJECT])
    })

    it('works through the calls too', async () => {
      const email = at.somebody()
      await at.subscribe(email)
      const call = (path: string, link: string) =>
        at.site.request('POST', `/api${path}`, { body: { token: new URL(link).searchParams.get('token') } })
      const done = await call('/confirm-subscription', await at.confirmLink(email))
      expect([done.status, done.json()]).toEqual([200, { message: 'Your subscription is confirmed' }])
      const left = await call('/unsubscribe', extractLink(await at.waitForMail(email, WELCOME_SUBJECT)))
      expect([left.status, left.json()]).toEqual([200, { message: 'You are unsubscribed' }])
    })
  })

  describe('unsubscribing', () => {
    it('takes one POST from a mail program without cookies and origin, also twice', async () => {
      const { email } = await at.addConfirmedSubscriber()
      const { headers, text } = await at.waitForMail(email, WELCOME_SUBJECT)
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
        const { status, text } = await at.press(link, payload, type)
        expect([status, text]).toEqual([200, expect.stringContaining('You are unsubscribed')])
        expect(await at.getState(email)).toBeUndefined()
      }
      expect((await at.exportCsv()).text).not.toContain(email)
      expect((await at.findSubscriberRow(email))?.ended_at).toBeGreaterThan(0)
    })

    it('allows a new subscription as pending, and the old link still works', async () => {
      const { email, leave } = await at.addConfirmedSubscriber()
      await at.press(leave)
      await at.passTime(email, HOUR)
      await at.subscribe(email)
      expect(await at.getState(email)).toBe('pending')
      expect((await at.exportCsv()).text).not.toContain(email)
      expect((await at.press(await at.confirmLink(email, 2))).status).toBe(303)
      expect(await at.getState(email)).toBe('confirmed')
      expect(extractLink(await at.waitForMail(email, WELCOME_SUBJECT, 2))).toBe(leave)
      await at.press(leave)
      expect(await at.getState(email)).toBeUndefined()
    })

    it('and subscribing within the hour sends no second email: the first link works again', async () => {
      const { email, leave } = await at.addConfirmedSubscriber()
      await at.press(leave)
      expect((await at.press(await at.confirmLink(email))).status).toBe(400)
      await at.subscribe(email)
      expect(await at.listMailSubjects(email)).toEqual([CONFIRM_SUBJECT, WELCOME_SUBJECT])
      expect((await at.press(await at.confirmLink(email))).status).toBe(303)
      expect(await at.getState(email)).toBe('confirmed')
    })

    it('rejects a link that the site did not make', async () => {
      const { email, leave } = await at.addConfirmedSubscriber()
      const token = new URL(leave).searchParams.get('token') ?? ''
      const [id = '', signature = ''] = token.split('.')
      const stranger = (await at.findSubscriberRow((await at.addConfirmedSubscriber()).email))?.id
      const shortened = token.slice(0, -1)
      for (const wrong of [id, `${id}.`, `.${signature}`, `${stranger}.${signature}`, `${token}x`, shortened]) {
        const { status, text } = await at.press(`http://x/unsubscribe?token=${wrong}`)
        expect([wrong, status, text.includes('This link does not work')]).toEqual([wrong, 400, true])
      }
      expect(await at.getState(email)).toBe('confirmed')
    })
  })

  it('rejects a POST from another site', async () => {
    const { email, leave } = await at.addConfirmedSubscriber()
    const pending = at.somebody()
    await at.subscribe(pending)
    const link = await at.confirmLink(pending)
    const stranger = at.somebody()
    const elsewhere: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]
    for (const headers of elsewhere) {
      for (const path of [toPath(link), toPath(leave), '/subscribe']) {
        const reply = await at.site.request('POST', path, {
          payload: `subemail=${stranger}`,
          headers: { ...FORM_HEADERS, ...headers },
        })
        expect([path, reply.status]).toEqual([path, 403])
      }
      const call = await at.site.request('POST', '/api/add-subscriber', { body: { subemail: stranger }, headers })
      expect(call.status).toBe(403)
    }
    expect([await at.getState(email), await at.getState(pending), await at.getState(stranger)]).toEqual([
      'confirmed',
      'pending',
      undefined,
    ])
  })

  it("shows the page's form again with the error and the text", async () => {
    const send = (payload: string) => at.site.request('POST', '/subscribe', { payload, headers: FORM_HEADERS })
    const wrong = await send('subemail=nonsense&website=')
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('Email must be an email address')
    expect(wrong.text).toContain('value="nonsense"')
    const email = at.somebody()
    const { status, headers } = await send(`subemail=${encodeURIComponent(email)}&website=`)
    expect([status, headers.location]).toEqual([303, '/all-subscriber'])
    const caught = at.somebody()
    const alike = await send(`subemail=${encodeURIComponent(caught)}&website=x`)
    expect([alike.status, alike.headers.location]).toEqual([303, '/all-subscriber'])
    expect([await at.getState(email), await at.findSubscriberRow(caught)]).toEqual(['pending', undefined])
    for (const path of ['/subscribe', '/confirm-subscription?token=x', '/unsubscribe?token=x', '/unsubscribe']) {
      const { text } = await at.site.request('GET', path)
      expect([path, text.match(/<h1/g)?.length]).toEqual([path, 1])
      expect(text).toContain('<meta name="robots" content="noindex"/>')
    }
  })
})
