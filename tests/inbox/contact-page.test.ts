import { expect, it } from 'vitest'
import { rateLimits } from '#contract/rate-limits.ts'
import { toCookieHeader } from '../support/cookie-jar.ts'
import { startApp, startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const EMAIL_SENTENCE = 'Email must be an email address, such as name@example.com.'
const QUESTION = 'We can’t reply without an email or phone number. Add one, or send anyway.'

const extractMain = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? ''
const countOccurrences = (text: string, html: string) => html.split(text).length - 1

describeOnSqlite('the contact page', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })
  const loadToken = async () => /name="form" value="([^"]+)"/.exec((await site.request('GET', '/contact')).text)?.[1] ?? ''
  const send = async (form: Record<string, string>) =>
    site.request('POST', '/contact', { form: { form: await loadToken(), ...form } })
  const listMessages = async (place: string) =>
    (await site.request('GET', `/api/messages?page=1&place=${place}`, { as: 'admin' })).json() as Record<string, string>[]

  it('is one page at two URLs, and is never cached', async () => {
    for (const path of ['/contact', '/contact-us']) {
      const { status, headers, text } = await site.request('GET', path)
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
      expect(text).toMatch(/<link rel="canonical" href="[^"]+\/contact"/)
      expect(text).not.toContain('noindex')
    }
  })

  it("shows each fact of the footer address once, with the owner's additions", async () => {
    const [record] = (await site.request('GET', '/api/footer-address')).json() as Record<string, string>[]
    const entry = { contactTitle: 'Phone', contactDetails: '+1 (217) 555 0142', contactImg: '/art/icons.svg#phone' }
    expect((await site.request('POST', '/api/add-contact', { as: 'admin', body: entry })).status).toBe(201)
    const html = extractMain((await site.request('GET', '/contact')).text)
    for (const fact of [record?.banLocation, record?.banPhone, record?.ukPhone, record?.footerEmail]) {
      expect(countOccurrences(`>${fact}<`, html), fact).toBe(1)
    }
    expect(html).not.toContain(entry.contactDetails)
    expect(html).toContain('Write from the email address on your account, so we can find your orders.')
    for (const part of [
      'href="tel:+12175550142"',
      'href="tel:+12175550188"',
      'href="mailto:hello@example.com"',
      'Mon-Sat 9am-8pm',
      'Sunday closed',
    ]) {
      expect(html).toContain(part)
    }
    expect(html).not.toContain(' required=')
    expect(html).toContain('aria-label="Open on Monday, Tuesday, Wednesday, Thursday, Friday, and Saturday"')
    const changedAddress = { ...record, openingHours: 'Mon-Fri 10:00-16:00' }
    expect((await site.request('PUT', `/api/footer-address/${record?._id}`, { as: 'admin', body: changedAddress })).status).toBe(
      200,
    )
    const changedHtml = extractMain((await site.request('GET', '/contact')).text)
    expect(changedHtml).toContain('aria-label="Open on Monday, Tuesday, Wednesday, Thursday, and Friday"')
    expect(changedHtml).toContain('Mon-Fri 10am-4pm')
  })

  it('stores a message, redirects the sender and confirms it once', async () => {
    const [siteUrl, zipCodes] = ['jordan-homes.example', '62701, 62702']
    const contacts = { name: 'Jordan', email: 'jordan@example.com', number: '1' }
    const values = { ...contacts, subject: 'Two offices', siteUrl, zipCodes, message: 'One\r\nTwo' }
    const { status, headers } = await send(values)
    expect([status, headers.location]).toEqual([303, '/all-messages'])
    expect(String(headers['set-cookie'])).toContain('notice=')
    expect((await listMessages('inbox'))[0]).toMatchObject({ ...values, message: 'One\nTwo', messageStatus: 'UnRead' })
  })

  it.each([
    ['without email and phone', {}],
    ['with only spaces in both', { email: ' ', number: ' ' }],
  ])('asks once before it stores a message %s, and promises no answer', async (_, contacts) => {
    const values = { ...contacts, name: 'Jo <b>', message: 'One "two"' }
    const confirmReply = await send(values)
    expect(confirmReply.status).toBe(400)
    expect(confirmReply.text).toContain(`<p>${QUESTION}</p>`)
    expect(confirmReply.text).toMatch(/class="problem-summary"[^>]* autofocus=""/)
    for (const part of ['value="Jo &lt;b&gt;"', 'One &quot;two&quot;</textarea>']) expect(confirmReply.text).toContain(part)
    expect(confirmReply.text).toMatch(/<button type="submit" [^>]*name="anyway"[^>]*>Send anyway<\/button>/)
    expect((await listMessages('inbox')).map(({ message }) => message)).not.toContain(values.message)

    const anywayReply = await send({ ...values, anyway: 'yes' })
    expect([anywayReply.status, anywayReply.headers.location]).toEqual([303, '/all-messages'])
    const { text } = await site.request('GET', '/all-messages', { headers: { cookie: toCookieHeader(anywayReply) } })
    expect(extractMain(text)).toContain('Message is Updated')
    expect(extractMain(text)).toContain('we can’t reply.')
    expect(extractMain(text)).not.toContain('An answer goes to')
    const [first] = await listMessages('inbox')
    expect(first?.message).toBe(values.message)
    expect(
      (await site.request('PUT', '/api/messages', { as: 'admin', body: { ids: [first?._id], place: 'archive' } })).status,
    ).toBe(200)
  })

  it.each([
    ['number', 'call me'],
    ['email', 'jo@example.com'],
  ])('stores a message with the %s %j without a question', async (name, contact) => {
    expect((await send({ [name]: contact, message: 'Unasked' })).status).toBe(303)
  })

  it('still offers to send the message anyway after another error', async () => {
    const { status, text } = await send({ message: 'x'.repeat(10_001), anyway: 'yes' })
    expect([status, text.includes('>Send anyway</button>')]).toEqual([400, true])
  })

  it('asks no question in the API call', async () => {
    expect((await site.request('POST', '/api/add-message', { body: { message: 'By a program' } })).status).toBe(201)
  })

  it('answers a program that posts without the page’s token like a visitor, and moves its message to spam', async () => {
    const form = { message: 'Buy this', number: '1' }
    const { status, headers } = await site.request('POST', '/contact', { form })
    expect([status, headers.location]).toEqual([303, '/all-messages'])
    expect((await listMessages('spam')).map(({ message }) => message)).toContain('Buy this')
  })

  it('takes a message in its inbox, even if only the browser filled in the hidden field', async () => {
    const message = 'Do you include link building?'
    expect((await send({ message, email: 'jo@example.com', website: 'jordan-homes.example' })).status).toBe(303)
    expect((await listMessages('inbox')).map(({ message }) => message)).toContain(message)
  })

  it("shows an invalid email's error at the field and keeps the text and the form's note", async () => {
    const form = await loadToken()
    expect(form).not.toBe('')
    const { status, text } = await send({ name: 'A "B" <C>', email: 'nonsense', message: 'One\nTwo </textarea>', form })
    expect(status).toBe(400)
    expect(text).toContain('<title>Error: Call or write us about real estate SEO | Rankstead</title>')
    expect(text).toContain(`<a href="#email">${EMAIL_SENTENCE}</a>`)
    const email = /<input id="email"[^>]*>/.exec(text)?.[0]
    for (const part of ['value="nonsense"', 'aria-invalid="true"', 'aria-describedby="email-error"'])
      expect(email).toContain(part)
    expect(text).toContain('value="A &quot;B&quot; &lt;C&gt;"')
    expect(text).toContain('One\nTwo &lt;/textarea&gt;</textarea>')
    expect(text).toContain(`name="form" value="${form}"`)
    expect(text).toContain('noindex')
  })

  it('rejects an empty message and one of 10,001 characters, and keeps the text', async () => {
    const empty = await send({ name: ' ', message: '' })
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('Please enter a message.')])
    const long = await send({ message: 'x'.repeat(10_001), subject: 'Kept' })
    expect([long.status, long.text]).toEqual([400, expect.stringContaining('Message must be at most 10,000 characters.')])
    expect(long.text).toContain(`${'x'.repeat(10_001)}</textarea>`)
    expect(long.text).toContain('value="Kept"')
  })

  it('stores the longest message in any script', async () => {
    const message = '街'.repeat(10_000)
    const body = new FormData()
    body.append('message', message)
    body.append('number', '1')
    body.append('form', await loadToken())
    const encodedForm = new Response(body)
    const { status } = await site.request('POST', '/contact', {
      payload: await encodedForm.text(),
      headers: { 'content-type': encodedForm.headers.get('content-type') ?? '' },
    })
    expect(status).toBe(303)
    expect((await listMessages('inbox'))[0]?.message).toBe(message)
  })
})

describeOnSqlite('the contact form over the rate limit', (database) => {
  it('says how long to wait, and keeps the message', async () => {
    const site = await startApp({ ...(await database.environment()), RATE_LIMITS: 'on' })
    const send = (message: string) => site.request('POST', '/contact', { form: { message, number: '1' } })
    for (let nth = 0; nth < rateLimits.message.address.maxAttempts; nth += 1)
      expect((await send(`Number ${nth}`)).status).toBe(303)
    const { status, headers, text } = await send('One too many')
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
    expect(text).toContain('Too many attempts.')
    expect(text).toContain('One too many</textarea>')
    await site.close()
  })
})

describeOnSqlite('the contact page of an empty site', (database) => {
  it('has the form, and shows no missing contact details', async () => {
    const site = await startApp(await database.environment())
    const html = extractMain((await site.request('GET', '/contact')).text)
    expect(html).toContain('Contact us</h1>')
    expect(html).toContain('Mon-Sat 9am-8pm')
    expect(html).not.toMatch(/tel:|mailto:|class="contact-methods"/)
    await site.close()
  })
})
