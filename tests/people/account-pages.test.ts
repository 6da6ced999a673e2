import { expect, it } from 'vitest'
import { createTestBrowser } from '../support/test-accounts.ts'
import { adminEmail, customerEmail, startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const SESSION_ENDED = 'Your session has ended. Log in to continue.'
const extractMain = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? ''

describeOnSqlite('the account pages', (database) => {
  const site = startAppForSuite(database)

  /** Logs in with two browsers and ends the first session from the second. Returns the first browser. */
  async function endSessionFromOtherBrowser() {
    const [person, otherBrowser] = [createTestBrowser(site), createTestBrowser(site)]
    await person.logIn(customerEmail)
    await otherBrowser.logIn(customerEmail)
    expect((await otherBrowser.send('/account', { _form: 'end-others' })).status).toBe(303)
    expect((await otherBrowser.open('/account')).text).toMatch(/devices? (was|were) logged out\./)
    return person
  }

  it('say that the session has ended, and lead back to the page after a log-in', async () => {
    const person = await endSessionFromOtherBrowser()
    const { headers } = await person.open('/account?x=1')
    expect(headers.location).toBe('/login?from=%2Faccount%3Fx%3D1&ended')
    expect((await person.open(String(headers.location))).text).toContain(SESSION_ENDED)
    expect((await person.send('/account', { _form: 'end-others' })).headers.location).toBe('/login?from=%2Faccount&ended')
    const credentials = { email: customerEmail, password: 'correct horse' }
    expect((await person.send(String(headers.location), credentials)).headers.location).toBe('/account?x=1')
  })

  it('don’t mention a session to new visitors and after a log-out', async () => {
    const person = createTestBrowser(site)
    expect((await person.open('/account')).headers.location).toBe('/login?from=%2Faccount')
    await person.logIn(customerEmail)
    expect((await person.send('/sign-out', {})).headers.location).toBe('/sign-out')
    const { headers } = await person.open('/account')
    expect(headers.location).toBe('/login?from=%2Faccount')
    expect((await person.open(String(headers.location))).text).not.toContain(SESSION_ENDED)
  })

  it('lead to the dashboard after a log-in, where the first link of an admin is the admin area', async () => {
    const person = createTestBrowser(site)
    const { headers } = await person.send('/login', { email: adminEmail, password: 'correct horse' })
    expect(headers.location).toBe('/dashboard')
    const main = extractMain((await person.open('/dashboard')).text)
    expect(/<(?:a|button|h1)[^>]*>[^<]*/.exec(main)?.[0]).toMatch(/^<a [^>]*href="\/admin"[^>]*>Go to admin overview$/)
    expect(extractMain((await site.request('GET', '/dashboard', { as: 'customer' })).text)).not.toContain('Go to admin overview')
  })

  it('answer 400 to a form of another page, and keep the session', async () => {
    const [person, otherBrowser] = [createTestBrowser(site), createTestBrowser(site)]
    await person.logIn(customerEmail)
    await otherBrowser.logIn(customerEmail)
    for (const fields of [{}, { _form: '' }, { _form: 'nothing' }, { _form: 'constructor' }]) {
      const { status, text } = await person.send('/account', fields as Record<string, string>)
      expect([status, text.includes('We couldn’t find this form.')]).toEqual([400, true])
    }
    expect((await otherBrowser.open('/account')).status).toBe(200)
  })

  it.each([
    ['an unconfirmed email', customerEmail, 'We sent a link to your inbox.'],
    ['a confirmed email', adminEmail, 'Your email address is already confirmed.'],
  ])('show the reply of "Send the link again" for %s next to the button', async (_, email, sentence) => {
    const person = createTestBrowser(site)
    await person.logIn(email)
    for (const [path, fields] of [
      ['/account', { _form: 'confirmation' }],
      ['/verify-email', {}],
    ] as const) {
      const { status, headers } = await person.send(path, fields)
      expect([status, headers.location]).toEqual([303, path])
      expect(extractMain((await person.open(path)).text)).toContain(`>${sentence}</p>`)
      expect((await person.open(path)).text).not.toContain(sentence)
    }
  })

  it('give a script the next URL in a 204, because scripts can’t read redirects', async () => {
    const loginReply = await site.request('POST', '/login', {
      form: { email: customerEmail, password: 'correct horse' },
      headers: { 'x-requested-with': 'fetch' },
    })
    expect([loginReply.status, loginReply.headers.location, loginReply.text]).toEqual([204, '/dashboard', ''])
    expect(String(loginReply.headers['set-cookie'])).toContain('session')
  })

  it('name the wrong field of a password change, and return no password', async () => {
    const person = createTestBrowser(site)
    await person.logIn(customerEmail)
    const fields = { _form: 'password', password: 'not this one', newPassword: 'a new password' }
    const { status, text } = await person.send('/account', fields)
    expect([status, text.includes('<a href="#password-password">Incorrect password.</a>')]).toEqual([400, true])
    expect(/<details[^>]*open[^>]*>.*?<\/details>/s.exec(text)?.[0]).toContain('name="newPassword"')
    for (const typed of ['not this one', 'a new password']) expect(text).not.toContain(typed)
  })
})
