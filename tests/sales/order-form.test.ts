import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openRowCounter } from '../support/row-counter.ts'
import { createTestBrowser, registerAndLogIn, type TestBrowser } from '../support/test-accounts.ts'
import { customerEmail, getSessionCookie, startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const standardPackage = {
  packageName: 'Standard',
  packagePrice: '999',
  packageButtonText: 'Order Standard',
  ...Object.fromEntries(['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'].map((n) => [`packagePoint${n}`, `Point ${n}`])),
}
const RESTORED_MESSAGE = 'What you typed before you logged in is here again.'
const HALF_AN_HOUR = 30 * 60_000

describeOnEachDatabase('the order form', (database) => {
  let site: TestApp
  let stored: Awaited<ReturnType<typeof openRowCounter>>
  let form: string
  beforeAll(async () => {
    const environment = await database.environment()
    site = await startApp(environment)
    stored = await openRowCounter(environment)
    form = await fetchForm('Standard')
  })
  afterAll(async () => {
    await site.close()
    await stored.close()
  })
  afterEach(() => void vi.useRealTimers())

  /** The address of the form of a new package. */
  async function fetchForm(packageName: string): Promise<string> {
    const reply = await site.request('POST', '/api/add-pricing', { as: 'admin', body: { ...standardPackage, packageName } })
    return `/order-now/${(reply.json() as { record: { _id: string } }).record._id}?form=one-showing`
  }
  const typed = (changes: Record<string, string> = {}) => ({
    packageName: 'Standard',
    packagePrice: '999',
    customerEmail,
    customerName: 'Zoë Sample',
    customerAddress: '1 Kept Street',
    customerCountry: 'United States',
    _once: 'one-showing',
    ...changes,
  })
  /** Somebody whose session has ended while they were typing, sent to the log-in page. */
  async function sentToLogin(words = typed()): Promise<{ person: TestBrowser; cookie: string; location: string }> {
    const [person, elsewhere] = [createTestBrowser(site), createTestBrowser(site)]
    await person.logIn(customerEmail)
    await elsewhere.logIn(customerEmail)
    await elsewhere.send('/account', { _form: 'end-others' })
    const { status, headers } = await person.send(form, words)
    expect(status).toBe(302)
    return { person, cookie: String(headers['set-cookie'] ?? ''), location: String(headers.location) }
  }

  it('is filled in again, once, for whoever has to log in before it can be sent', async () => {
    const { person, location } = await sentToLogin()
    expect(location).toBe(`/login?from=${encodeURIComponent(form)}&ended`)
    const { headers } = await person.send(location, { email: customerEmail, password: 'correct horse' })
    expect(headers.location).toBe(form)
    const { text } = await person.open(form)
    for (const words of ['Zoë Sample', '1 Kept Street', 'United States', RESTORED_MESSAGE]) expect(text).toContain(words)
    expect((await person.open(form)).text).not.toContain('1 Kept Street')
    expect((await person.send(form, typed())).headers.location).toMatch(/^\/pending-order/)
  })

  it('tells what was typed to nobody else: not by its address, the cookie, or to another person who logs in there', async () => {
    const { person, cookie, location } = await sentToLogin()
    expect(cookie).toMatch(/^rankstead\.typed=[\w-]+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/)
    const value = Buffer.from(/=([\w-]+)/.exec(cookie)?.[1] ?? '', 'base64url').toString('latin1')
    for (const words of ['Sample', 'Kept', customerEmail])
      expect([location.includes(words), value.includes(words)]).toEqual([false, false])
    await registerAndLogIn(site, 'another@example.com')
    await person.logIn('another@example.com')
    const { text } = await person.open(form)
    expect([text.includes('Kept'), text.includes(RESTORED_MESSAGE)]).toEqual([false, false])
  })

  it('is empty again after half an hour, at another package, and by a cookie that somebody made up', async () => {
    const { person } = await sentToLogin()
    await person.logIn(customerEmail)
    expect((await person.open(await fetchForm('Basic'))).text).not.toContain('1 Kept Street')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HALF_AN_HOUR + 1 })
    expect((await person.open(form)).text).not.toContain('1 Kept Street')
    vi.useRealTimers()
    const forged = Buffer.from(JSON.stringify({ path: form, owner: customerEmail, values: {} })).toString('base64url')
    const session = await getSessionCookie(site, customerEmail)
    for (const made of [forged, '%', 'a'.repeat(3_000)]) {
      const { status, text } = await site.request('GET', form, { headers: { cookie: `${session}; rankstead.typed=${made}` } })
      expect([status, text.includes(RESTORED_MESSAGE)]).toEqual([200, false])
    }
  })

  it('keeps the longest words that an order may have, and nothing of more than a browser would', async () => {
    const longest = { customerName: '東'.repeat(200), customerAddress: '京'.repeat(500), customerCountry: '国'.repeat(200) }
    const { person, cookie } = await sentToLogin(typed(longest))
    expect(cookie.length).toBeLessThan(4_096)
    await person.logIn(customerEmail)
    expect((await person.open(form)).text).toContain(longest.customerAddress)
    const noise = Array.from({ length: 4_000 }, () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000))).join('')
    expect((await sentToLogin(typed({ customerAddress: noise }))).cookie).toBe('')
    expect((await sentToLogin(typed({ customerName: '', customerAddress: '', customerCountry: '' }))).cookie).toBe('')
  })

  it('places no order for a package that was taken away after it was shown, and says what is left', async () => {
    const premium = await fetchForm('Premium')
    await site.signIn('customer')
    expect((await site.request('GET', premium, { as: 'customer' })).status).toBe(200)
    const id = /order-now\/([^?]+)/.exec(premium)?.[1] ?? ''
    await stored.main.deleteFrom('content_record').where('id', '=', id).execute()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = new URLSearchParams(typed({ packageName: 'Premium' })).toString()
    const changes = await stored.countChanges(async () => {
      const { status, text } = await site.request('POST', premium, { as: 'customer', headers, payload })
      expect([status, text.includes('No order was placed.'), text.includes('See packages')]).toEqual([404, true, true])
      expect(text).toContain('This package is no longer offered.')
      for (const named of [{ packageId: id }, { packageName: 'Premium', packagePrice: '999' }]) {
        const { customerName, customerAddress, customerCountry } = typed()
        const body = { ...named, customerName, customerAddress, customerCountry }
        expect((await site.request('POST', '/api/new-order', { as: 'customer', body })).status).toBe(409)
      }
    })
    expect(changes).toEqual({})
  })
})
