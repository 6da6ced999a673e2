import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { standardPackageValues } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { openTableRowCounts } from '../support/table-row-counts.ts'
import { createTestBrowser, registerAndLogIn, type TestBrowser } from '../support/test-accounts.ts'
import { customerEmail, getSessionCookie, startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const RESTORED_MESSAGE = 'We kept what you typed before you logged in.'
const HALF_AN_HOUR = 30 * 60_000

describeOnSqlite('the order form', (database) => {
  let formPath: string
  const site = startAppForSuite(database)
  const rowCounter = startForSuite(() => openTableRowCounts(site.environment))
  beforeAll(async () => {
    formPath = await addPackage('Standard')
  })
  afterEach(() => void vi.useRealTimers())

  /** Adds a package. Returns the path of its order form. */
  async function addPackage(packageName: string): Promise<string> {
    const reply = await site.request('POST', '/api/add-pricing', { as: 'admin', body: { ...standardPackageValues, packageName } })
    return `/order-now/${(reply.json() as { record: { _id: string } }).record._id}?form=one-showing`
  }
  const buildOrderFields = (changes: Record<string, string> = {}) => ({
    packageName: 'Standard',
    packagePrice: '999',
    customerEmail,
    customerName: 'Zoë Sample',
    customerAddress: '1 Kept Street',
    customerCountry: 'United States',
    _once: 'one-showing',
    ...changes,
  })
  /** Sends the form after the session has ended, which redirects to the log-in page. */
  async function sendInEndedSession(
    fields = buildOrderFields(),
  ): Promise<{ person: TestBrowser; cookie: string; location: string }> {
    const [person, otherBrowser] = [createTestBrowser(site), createTestBrowser(site)]
    await person.logIn(customerEmail)
    await otherBrowser.logIn(customerEmail)
    await otherBrowser.send('/account', { _form: 'end-others' })
    const { status, headers } = await person.send(formPath, fields)
    expect(status).toBe(302)
    return { person, cookie: String(headers['set-cookie'] ?? ''), location: String(headers.location) }
  }

  it('is filled in again, once, after the customer had to log in', async () => {
    const { person, location } = await sendInEndedSession()
    expect(location).toBe(`/login?from=${encodeURIComponent(formPath)}&ended`)
    const { headers } = await person.send(location, { email: customerEmail, password: 'correct horse' })
    expect(headers.location).toBe(formPath)
    const { text } = await person.open(formPath)
    for (const part of ['Zoë Sample', '1 Kept Street', 'United States', RESTORED_MESSAGE]) expect(text).toContain(part)
    expect((await person.open(formPath)).text).not.toContain('1 Kept Street')
    const placedFields = buildOrderFields({ customerAddress: '2 Placed Street' })
    expect((await person.send(formPath, placedFields)).headers.location).toMatch(/^\/pending-order/)
    // The next form holds the billing details of the last order.
    expect((await person.open(formPath)).text).toContain('2 Placed Street')
  })

  it('hides the typed text from the URL, the cookie, and another person who logs in', async () => {
    const { person, cookie, location } = await sendInEndedSession()
    expect(cookie).toMatch(/^rankstead\.typed=[\w-]+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/)
    const value = Buffer.from(/=([\w-]+)/.exec(cookie)?.[1] ?? '', 'base64url').toString('latin1')
    for (const part of ['Sample', 'Kept', customerEmail])
      expect([location.includes(part), value.includes(part)]).toEqual([false, false])
    await registerAndLogIn(site, 'another@example.com')
    await person.logIn('another@example.com')
    const { text } = await person.open(formPath)
    expect([text.includes('Kept'), text.includes(RESTORED_MESSAGE)]).toEqual([false, false])
  })

  it('is empty after half an hour, for another package, and with a forged cookie', async () => {
    const { person } = await sendInEndedSession()
    await person.logIn(customerEmail)
    expect((await person.open(await addPackage('Basic'))).text).not.toContain('1 Kept Street')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HALF_AN_HOUR + 1 })
    expect((await person.open(formPath)).text).not.toContain('1 Kept Street')
    vi.useRealTimers()
    const forgedCookie = Buffer.from(JSON.stringify({ path: formPath, owner: customerEmail, values: {} })).toString('base64url')
    const session = await getSessionCookie(site, customerEmail)
    for (const cookieValue of [forgedCookie, '%', 'a'.repeat(3_000)]) {
      const { status, text } = await site.request('GET', formPath, {
        headers: { cookie: `${session}; rankstead.typed=${cookieValue}` },
      })
      expect([status, text.includes(RESTORED_MESSAGE)]).toEqual([200, false])
    }
  })

  it('keeps the longest valid values, and names a value that is too long for a cookie', async () => {
    const longestFields = { customerName: '東'.repeat(200), customerAddress: '京'.repeat(500), customerCountry: '国'.repeat(200) }
    const { person, cookie } = await sendInEndedSession(buildOrderFields(longestFields))
    expect(cookie.length).toBeLessThan(4_096)
    await person.logIn(customerEmail)
    expect((await person.open(formPath)).text).toContain(longestFields.customerAddress)
    const noise = Array.from({ length: 4_000 }, () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000))).join('')
    const tooLong = await sendInEndedSession(buildOrderFields({ customerAddress: noise }))
    await tooLong.person.logIn(customerEmail)
    const { text } = await tooLong.person.open(formPath)
    expect([text.includes('Zoë Sample'), text.includes(noise)]).toEqual([true, false])
    expect(text).toContain('Please type this again: “Address”.')
    expect(
      (await sendInEndedSession(buildOrderFields({ customerName: '', customerAddress: '', customerCountry: '' }))).cookie,
    ).toBe('')
  })

  it('places no order for a package deleted meanwhile, and links to the other packages', async () => {
    const premium = await addPackage('Premium')
    await site.signIn('customer')
    expect((await site.request('GET', premium, { as: 'customer' })).status).toBe(200)
    const id = /order-now\/([^?]+)/.exec(premium)?.[1] ?? ''
    expect((await site.request('DELETE', `/api/content/pricing-package/${id}`, { as: 'admin' })).status).toBe(200)
    const form = await site.request('GET', premium, { as: 'customer' })
    const parts = ['This package isn’t available', 'href="/pricing"'].map((part) => form.text.includes(part))
    expect([form.status, ...parts]).toEqual([404, true, true])
    const fields = buildOrderFields({ packageName: 'Premium' })
    const changes = await rowCounter.countChanges(async () => {
      const { status, text } = await site.request('POST', premium, { as: 'customer', form: fields })
      expect([status, text.includes('You haven’t ordered anything.'), text.includes('See packages')]).toEqual([404, true, true])
      expect(text).toContain('This package is no longer available.')
      for (const packageReference of [{ packageId: id }, { packageName: 'Premium', packagePrice: '999' }]) {
        const { customerName, customerAddress, customerCountry } = buildOrderFields()
        const body = { ...packageReference, customerName, customerAddress, customerCountry }
        expect((await site.request('POST', '/api/new-order', { as: 'customer', body })).status).toBe(409)
      }
    })
    expect(changes).toEqual({})
  })
})
