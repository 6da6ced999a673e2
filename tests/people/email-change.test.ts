import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { CustomerDetailsReply } from '#contract/sales/customers.ts'
import type { Order } from '#contract/sales/orders.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { extractLink, startMailServer } from '../support/mail-server.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { createTestBrowser, makeAdmin, registerAndLogIn } from '../support/test-accounts.ts'
import { adminEmail, customerEmail, password } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const APPROVE = 'Approve your new email address'
const CONFIRM = 'Confirm your new email address'
const CHANGED = 'Your email address was changed'
const EXPIRED = expect.stringContaining('Your account page shows where the change is.')

describeOnEachDatabase('the change of an email', (database) => {
  const server = startForSuite(startMailServer)
  const work = startForSuite(async () => startWorkSite({ ...(await database.environment()), SMTP_URL: server.url }))

  const listSubjects = (address: string) =>
    server.received.filter(({ recipients }) => recipients[0] === address).map(({ subject }) => subject)
  async function waitForLink(address: string, subject: string) {
    const findMail = () => server.received.findLast((mail) => mail.recipients[0] === address && mail.subject === subject)
    await expect.poll(findMail).toBeDefined()
    return new URL(extractLink(findMail()))
  }
  const ask = (browser: Awaited<ReturnType<typeof registerAndLogIn>>, email: string, word = password) =>
    browser.call('POST', '/api/email-change', { email, password: word })
  const agree = (browser: Awaited<ReturnType<typeof registerAndLogIn>>, { searchParams }: URL) =>
    browser.call('POST', '/api/confirm-email-change', { token: searchParams.get('token') })

  it('needs the password and both links, and moves the orders and what belongs to them', async () => {
    const { site, call, placePaidOrder } = work
    const [order, next] = [await placePaidOrder(), await placePaidOrder('Basic')]
    await call('POST', `/order-message/${order}`, 'admin', { text: 'Welcome' })
    await call('POST', '/customer-notes', 'admin', { email: customerEmail, text: 'Prefers calls' })
    await call('PUT', '/follow-ups', 'admin', { email: customerEmail, on: '2199-01-01', note: 'Second office' })
    await call('POST', '/add-subscriber', 'customer', { subemail: customerEmail })
    const person = createTestBrowser(site)
    await person.logIn(customerEmail)
    const otherDevice = createTestBrowser(site)
    await otherDevice.logIn(customerEmail)

    expect((await ask(person, 'new@example.com', 'not this one')).json()).toMatchObject({
      fields: { password: 'Incorrect password.' },
    })
    expect((await ask(person, customerEmail)).json()).toMatchObject({ fields: { email: 'Your account has this email already.' } })
    // Works without script.
    const asked = await person.send('/account', { _form: 'email', email: 'New@example.com', password })
    expect([asked.status, asked.headers.location]).toEqual([303, '/account'])
    const stored = await openSiteDatabase(site.environment)
    await sql`insert into "account" ("id", "accountId", "providerId", "userId", "createdAt", "updatedAt")
      select 'linked', 'linked', 'google', "id", "createdAt", "updatedAt" from "user" where "email" = ${customerEmail}`.execute(
      stored.main,
    )
    const [approval, confirmation] = [await waitForLink(customerEmail, APPROVE), await waitForLink('new@example.com', CONFIRM)]
    const stranger = await registerAndLogIn(site, 'other-person@example.com')
    expect((await agree(stranger, confirmation)).json()).toMatchObject({ fields: { token: EXPIRED } })
    // Opening a link changes nothing (P-370).
    expect((await person.open(confirmation.pathname + confirmation.search)).text).toContain('to new@example.com')
    expect((await person.open('/account')).text).toContain('You asked to change it to new@example.com.')
    expect((await agree(person, confirmation)).json()).toEqual({
      message: `Thank you. Now use the link that we sent to ${customerEmail}.`,
    })
    expect((await person.call('GET', '/api/email-change')).json()).toEqual({ email: 'new@example.com', waitsFor: ['old'] })
    expect((await person.call('GET', '/api/account')).json()).toMatchObject({ email: customerEmail })
    const done = await person.send(approval.pathname + approval.search, {})
    expect([done.status, done.headers.location]).toEqual([303, '/account'])

    expect((await person.open('/account')).text).toContain(
      'Your email is now new@example.com. All other devices were logged out.',
    )
    expect((await otherDevice.call('GET', '/api/account')).status).toBe(401)
    expect((await createTestBrowser(site).logIn(customerEmail)).status).toBe(401)
    expect((await createTestBrowser(site).logIn('new@example.com')).status).toBe(200)
    for (const address of [customerEmail, 'new@example.com']) await waitForLink(address, CHANGED)
    // The log-in with a provider ends, because the old address may be lost (P-371).
    expect((await sql`select 1 from "account" where "id" = 'linked'`.execute(stored.main)).rows).toEqual([])
    await stored.close()
    const ownOrders = (await person.call('GET', '/api/orders?page=1')).json<Order[]>()
    expect(ownOrders.map(({ _id }) => _id)).toEqual([next, order])
    expect((await person.call('GET', `/api/order-messages/${order}`)).json()).toMatchObject([{ text: 'Welcome' }])
    const load = async (email: string) => (await call<CustomerDetailsReply>('GET', `/customer?email=${email}`, 'admin')).reply
    expect(await load('new@example.com')).toMatchObject({
      totals: { orders: 2 },
      subscription: 'none',
      followUp: { note: 'Second office' },
      notes: [{ text: 'Prefers calls' }],
    })
    expect(await load(customerEmail)).toMatchObject({
      hasAccount: false,
      orders: [],
      notes: [],
      followUp: null,
      subscription: 'pending',
    })
    // Whoever registers the old address next sees none of it (P-68).
    const nextOwner = await registerAndLogIn(site, customerEmail)
    expect((await nextOwner.call('GET', `/api/order-work/${order}`)).status).toBe(404)
    expect((await agree(person, approval)).json()).toMatchObject({ fields: { token: EXPIRED } })
  })

  it('moves an admin’s rights and open work, and joins orders that the new address has already', async () => {
    const { site, call, placePaidOrder } = work
    const order = await placePaidOrder('Standard', 'stranger')
    const admin = await registerAndLogIn(site, 'colleague@example.com')
    await makeAdmin(site, 'colleague@example.com')
    const { deliverables } = (await call<OrderWork>('GET', `/order-work/${order}`, 'admin')).reply
    await call('PUT', `/deliverable/${deliverables[0]?._id}`, 'admin', { assignee: 'colleague@example.com' })
    const stored = await openSiteDatabase(site.environment)
    // An order that the owner made for an address without an account.
    await stored.main.updateTable('orders').set({ customer_email: 'second@example.com' }).where('id', '=', order).execute()
    await stored.main
      .updateTable('customer_counter')
      .set({ email: 'second@example.com' })
      .where('email', '=', 'stranger@example.com')
      .execute()
    const own = await admin.call('POST', '/api/new-order', {
      ...{ packageName: 'Basic', packagePrice: '499', customerName: 'Sam Sample' },
      ...{ customerAddress: '1 Example Street', customerCountry: 'United States' },
    })
    expect(own.status).toBe(201)

    await ask(admin, 'second@example.com')
    await agree(admin, await waitForLink('colleague@example.com', APPROVE))
    expect((await agree(admin, await waitForLink('second@example.com', CONFIRM))).status).toBe(200)
    expect((await admin.call('GET', '/api/admin-users')).json()).toContainEqual(
      expect.objectContaining({ userEmail: 'second@example.com', _state: 'active' }),
    )
    const work_ = (await call<OrderWork>('GET', `/order-work/${order}`, 'admin')).reply
    expect(work_.deliverables[0]).toMatchObject({ assignee: 'second@example.com' })
    const moved = stored.main.selectFrom('orders').select('customer_number').where('customer_email', '=', 'second@example.com')
    expect((await moved.orderBy('number').execute()).map((row) => Number(row.customer_number))).toEqual([1, 2])
    await stored.close()
    expect((await call<CustomerDetailsReply>('GET', '/customer?email=second@example.com', 'admin')).reply.totals).toMatchObject({
      orders: 2,
      toPay: 1,
    })
  })

  it('answers the same for an address with an account, which gets a word and no link', async () => {
    const { site } = work
    const person = await registerAndLogIn(site, 'curious@example.com')
    const [known, unknown] = [await ask(person, adminEmail), await ask(person, 'unknown@example.com')]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    await waitForLink('unknown@example.com', CONFIRM)
    await waitForLink(adminEmail, 'Someone tried to register with your address')
    expect(listSubjects(adminEmail)).not.toContain(CONFIRM)
    // An address that an admin invited would bring its rights.
    await makeAdmin(site, 'invited@example.com')
    await ask(person, 'invited@example.com')
    await waitForLink('invited@example.com', 'Someone tried to register with your address')
    expect(listSubjects('invited@example.com')).not.toContain(CONFIRM)
  })

  it('ends with Cancel, another password, a newer request, a day, or an account at the new address', async () => {
    const { site } = work
    const person = await registerAndLogIn(site, 'undecided@example.com')
    const askForLinks = async (email: string) => {
      server.received.length = 0
      expect((await ask(person, email)).status).toBe(200)
      return [await waitForLink('undecided@example.com', APPROVE), await waitForLink(email, CONFIRM)] as const
    }
    const [canceled] = await askForLinks('one@example.com')
    await person.send('/account', { _form: 'cancel-email' })
    expect((await person.open('/account')).text).toContain('Your email stays as it was. The links no longer work.')
    expect((await agree(person, canceled)).status).toBe(400)

    const [older] = await askForLinks('two@example.com')
    const [approval, confirmation] = await askForLinks('three@example.com')
    expect((await agree(person, older)).status).toBe(400)
    await agree(person, approval)
    await registerAndLogIn(site, 'three@example.com')
    expect((await agree(person, confirmation)).json()).toMatchObject({
      error: 'three@example.com has an account by now. Choose another email.',
    })

    const [, late] = await askForLinks('four@example.com')
    const stored = await openSiteDatabase(site.environment)
    await sql`update "verification" set "expiresAt" = ${new Date(0).toISOString()}`.execute(stored.main)
    await stored.close()
    expect((await agree(person, late)).status).toBe(400)
    expect((await person.call('GET', '/api/email-change')).json()).toEqual({ email: null, waitsFor: [] })

    const [beforeReset] = await askForLinks('five@example.com')
    await person.call('POST', '/api/change-password', { password, newPassword: 'a second password' })
    expect((await agree(person, beforeReset)).status).toBe(400)
    expect((await person.call('GET', '/api/account')).json()).toMatchObject({ email: 'undecided@example.com' })
  })

  it('happens once if both buttons are pressed at the same time', async () => {
    const person = await registerAndLogIn(work.site, 'quick@example.com')
    await ask(person, 'quicker@example.com')
    const links = [await waitForLink('quick@example.com', APPROVE), await waitForLink('quicker@example.com', CONFIRM)]
    await Promise.all(links.map((link) => agree(person, link)))
    expect((await createTestBrowser(work.site).logIn('quicker@example.com')).status).toBe(200)
    await waitForLink('quick@example.com', CHANGED)
    expect(listSubjects('quick@example.com').filter((subject) => subject === CHANGED)).toHaveLength(1)
  })

  it('needs a password first in an account of a provider', async () => {
    const person = await registerAndLogIn(work.site, 'provided@example.com')
    const stored = await openSiteDatabase(work.site.environment)
    await sql`delete from "account" where "userId" in (select "id" from "user" where "email" = 'provided@example.com')`.execute(
      stored.main,
    )
    await stored.close()
    expect((await ask(person, 'elsewhere@example.com')).status).toBe(409)
    expect((await person.open('/account')).text).toContain('To change it, add a password first.')
  })
})
