import { expect, it } from 'vitest'
import { createTestBrowser } from '../support/test-accounts.ts'
import { adminEmail, customerEmail, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const SESSION_ENDED = 'Your session has ended. Log in to continue.'
const extractMain = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? ''

describeOnEachDatabase('the account pages', (database) => {
  const site = startAppForSuite(database)

  /** Somebody whose session was ended from another browser of theirs. */
  async function loggedOutFromElsewhere() {
    const [person, elsewhere] = [createTestBrowser(site), createTestBrowser(site)]
    await person.logIn(customerEmail)
    await elsewhere.logIn(customerEmail)
    expect((await elsewhere.send('/account', { _form: 'end-others' })).status).toBe(303)
    return person
  }

  it('tell whoever had a session that it has ended, and bring them back', async () => {
    const person = await loggedOutFromElsewhere()
    const { headers } = await person.open('/account?x=1')
    expect(headers.location).toBe('/login?from=%2Faccount%3Fx%3D1&ended')
    expect((await person.open(String(headers.location))).text).toContain(SESSION_ENDED)
    expect((await person.send('/account', { _form: 'end-others' })).headers.location).toBe('/login?from=%2Faccount&ended')
    const credentials = { email: customerEmail, password: 'correct horse' }
    expect((await person.send(String(headers.location), credentials)).headers.location).toBe('/account?x=1')
  })

  it('say nothing of a session to whoever never had one, or has just logged out', async () => {
    const person = createTestBrowser(site)
    expect((await person.open('/account')).headers.location).toBe('/login?from=%2Faccount')
    await person.logIn(customerEmail)
    expect((await person.send('/sign-out', {})).headers.location).toBe('/sign-out')
    const { headers } = await person.open('/account')
    expect(headers.location).toBe('/login?from=%2Faccount')
    expect((await person.open(String(headers.location))).text).not.toContain(SESSION_ENDED)
  })

  it('lead a plain log-in to the dashboard, where an admin finds the way to the admin area first', async () => {
    const person = createTestBrowser(site)
    const { headers } = await person.send('/login', { email: adminEmail, password: 'correct horse' })
    expect(headers.location).toBe('/dashboard')
    const main = extractMain((await person.open('/dashboard')).text)
    expect(/<(?:a|button|h1)[^>]*>[^<]*/.exec(main)?.[0]).toMatch(/^<a [^>]*href="\/admin"[^>]*>Admin area$/)
    expect(extractMain((await site.request('GET', '/dashboard', { as: 'customer' })).text)).not.toContain('Admin area')
  })

  it('refuse a form that they do not have, and log nobody out for it', async () => {
    const [person, elsewhere] = [createTestBrowser(site), createTestBrowser(site)]
    await person.logIn(customerEmail)
    await elsewhere.logIn(customerEmail)
    for (const fields of [{}, { _form: '' }, { _form: 'nothing' }, { _form: 'constructor' }]) {
      const { status, text } = await person.send('/account', fields as Record<string, string>)
      expect([status, text.includes('This page has no such form.')]).toEqual([400, true])
    }
    expect((await elsewhere.open('/account')).status).toBe(200)
  })

  it.each([
    ['an address that is not confirmed', customerEmail, 'We sent a link to your inbox.'],
    ['one that is', adminEmail, 'Your email address is confirmed already.'],
  ])('say of "Send the link again", for %s, what the call says, where it was pressed', async (_, email, sentence) => {
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

  it('tell a script that sends a form where to go: redirects are hidden from it', async () => {
    const loginReply = await site.request('POST', '/login', {
      payload: new URLSearchParams({ email: customerEmail, password: 'correct horse' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-with': 'fetch' },
    })
    expect([loginReply.status, loginReply.headers.location, loginReply.text]).toEqual([204, '/dashboard', ''])
    expect(String(loginReply.headers['set-cookie'])).toContain('session')
  })

  it('name the field at fault of a refused password change, and send no password back', async () => {
    const person = createTestBrowser(site)
    await person.logIn(customerEmail)
    const fields = { _form: 'password', password: 'not this one', newPassword: 'a new password' }
    const { status, text } = await person.send('/account', fields)
    expect([status, text.includes('<a href="#password-password">The password is not right.</a>')]).toEqual([400, true])
    expect(/<details[^>]*open[^>]*>.*?<\/details>/s.exec(text)?.[0]).toContain('name="newPassword"')
    for (const typed of ['not this one', 'a new password']) expect(text).not.toContain(typed)
  })
})
