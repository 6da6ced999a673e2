import { describe, expect, it } from 'vitest'
import { accountActionConfirmationCopy } from '#contract/content/kinds/account-action-confirmation-copy.ts'
import { contactCopy } from '#contract/content/kinds/contact-copy.ts'
import { formConfirmationCopy } from '#contract/content/kinds/form-confirmation-copy.ts'
import { getDefaultCopyTexts } from '#contract/core/define-page-copy-kind.ts'
import { ORDER_REVIEW_STATE_CODES } from '#server/sales/orders/orders.ts'
import { createContentClient } from '../support/content-client.ts'
import { extractLink, startMailServer } from '../support/mail-server.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { createTestBrowser, registerAndLogIn, type TestBrowser } from '../support/test-accounts.ts'
import { customerEmail, startApp } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const confirmationLabels = getDefaultCopyTexts(formConfirmationCopy)
const accountLabels = getDefaultCopyTexts(accountActionConfirmationCopy)
const { replyTime } = getDefaultCopyTexts(contactCopy)
const password = 'a second password'

const extractMain = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? ''
/** Parses a confirmation: its heading, status line, next sentence, and the links of its buttons. */
function parseConfirmation(html: string) {
  const [, heading, status, next] =
    /<h1[^>]*>([^<]*)<\/h1><p role="status"[^>]*>([^<]*)<\/p><p class="lead">([^<]*)<\/p>/.exec(extractMain(html)) ?? []
  const nextStepLinks = [...extractMain(html).matchAll(/<a class="button[^>]*href="([^"]*)"/g)].map(([, href]) => href)
  return { heading, status, next, nextStepLinks }
}

describeOnSqlite('a confirmation', (database) => {
  const server = startForSuite(startMailServer)
  const site = startForSuite(async () => startApp({ ...(await database.environment()), SEED: 'demo', SMTP_URL: server.url }))

  async function waitForEmailedPath(email: string, subject: string): Promise<string> {
    const findMail = () => server.received.find((mail) => mail.recipients[0] === email && mail.subject === subject)
    await expect.poll(findMail).toBeDefined()
    const { pathname, search } = new URL(extractLink(findMail()))
    return pathname + search
  }

  const sendMessage = (person: TestBrowser, email: string) => person.send('/contact', { email, message: 'Hello', anyway: 'yes' })
  const subscribe = (person: TestBrowser, email = 'reader@example.com') => person.send('/subscribe', { subemail: email })

  /** Each action that ends with a confirmation, and the confirmation's parts. The action returns the path of the page. */
  const confirmedActions: [string, (person: TestBrowser) => Promise<string>, ReturnType<typeof parseConfirmation>][] = [
    [
      'of a message',
      async (person) => String((await sendMessage(person, 'jo@example.com')).headers.location),
      {
        heading: confirmationLabels.messageHeading,
        status: 'Message is Updated',
        next: `${confirmationLabels.messageNext} ${replyTime}`,
        nextStepLinks: ['/pricing/'],
      },
    ],
    [
      'of a message without an address, which promises no answer,',
      async (person) => String((await sendMessage(person, '')).headers.location),
      {
        heading: confirmationLabels.messageHeading,
        status: 'Message is Updated',
        next: confirmationLabels.unansweredNext,
        nextStepLinks: ['/contact'],
      },
    ],
    [
      'of the subscribe box',
      async (person) => String((await subscribe(person)).headers.location),
      {
        heading: confirmationLabels.askedHeading,
        status: 'Subscribers is Updated',
        next: confirmationLabels.subscribeNext,
        nextStepLinks: ['/service/'],
      },
    ],
    [
      'of a confirmed subscription',
      async (person) => {
        const email = `confirms-${database.name.length}@example.com`
        await subscribe(person, email)
        const path = await waitForEmailedPath(email, 'Please confirm your subscription')
        return String((await person.send(path, {})).headers.location)
      },
      {
        heading: confirmationLabels.confirmedHeading,
        status: 'Your subscription is confirmed',
        next: confirmationLabels.confirmNext,
        nextStepLinks: ['/service/'],
      },
    ],
    [
      'of a confirmed email',
      async (person) => {
        const email = `verifies-${database.name.length}@example.com`
        await person.send('/register', { email, password })
        const path = await waitForEmailedPath(email, 'Confirm your email address')
        return String((await person.send(path, {})).headers.location)
      },
      {
        heading: accountLabels.confirmedHeading,
        status: 'Your email address is confirmed.',
        next: accountLabels.confirmedNext,
        nextStepLinks: ['/dashboard'],
      },
    ],
    [
      'of a requested password link',
      async (person) => String((await person.send('/reset', { email: 'nobody@example.com' })).headers.location),
      { heading: 'Thank You', status: accountLabels.resetSent, next: accountLabels.resetNext, nextStepLinks: ['/'] },
    ],
    [
      'of a new password',
      async (person) => {
        const email = `forgets-${database.name.length}@example.com`
        await registerAndLogIn(site, email)
        await person.send('/reset', { email })
        const path = await waitForEmailedPath(email, 'Choose a new password')
        return String((await person.send(path, { password })).headers.location)
      },
      {
        heading: accountLabels.passwordHeading,
        status: 'Your password was changed. Log in with the new one.',
        next: accountLabels.passwordNext,
        nextStepLinks: ['/login'],
      },
    ],
    [
      'of logging out',
      async (person) => {
        await person.logIn(customerEmail)
        return String((await person.send('/sign-out', {})).headers.location)
      },
      {
        heading: accountLabels.signedOutHeading,
        status: 'You’re logged out.',
        next: accountLabels.signedOutNext,
        nextStepLinks: ['/login'],
      },
    ],
  ]

  it.each(confirmedActions)(
    '%s has a heading, a status line and one next step, and shows again on reload',
    async (_, action, parts) => {
      const person = createTestBrowser(site)
      const path = await action(person)
      const first = await person.open(path)
      expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, no-store'])
      expect(parseConfirmation(first.text)).toEqual(parts)
      const reloadedPage = await person.open(path)
      expect([reloadedPage.status, parseConfirmation(reloadedPage.text)]).toEqual([200, parts])
    },
  )

  async function placeOrder(person: TestBrowser): Promise<string> {
    const [pricingPackage] = (await site.request('GET', '/api/pricings')).json() as { packageName: string }[]
    const details = { customerName: 'Jo', customerAddress: 'A street', customerCountry: 'US' }
    const orderReply = await person.call('POST', '/api/new-order', { packageName: pricingPackage?.packageName, ...details })
    return orderReply.json<{ record: { _id: string } }>().record._id
  }

  it('of an order that is canceled while money may arrive doesn’t say that nothing was charged', async () => {
    const person = await registerAndLogIn(site, 'cancels-pending@example.com')
    const stored = await openSiteDatabase(site.environment)
    for (const code of Object.values(ORDER_REVIEW_STATE_CODES)) {
      const id = await placeOrder(person)
      await stored.main.updateTable('orders').set({ under_review: code }).where('id', '=', id).execute()
      expect((await person.send(`/order-cancelled/${id}`, {})).headers.location).toBe('/admin')
      const { heading, next } = parseConfirmation((await person.open('/admin')).text)
      const expectedNext =
        code === ORDER_REVIEW_STATE_CODES.none ? accountLabels.cancelledNext : accountLabels.cancelledMoneyMayArriveNext
      expect([code, heading, next]).toEqual([code, accountLabels.cancelledHeading, expectedNext])
    }
    await stored.close()
  })

  it('of a canceled order shows until the customer logs out', async () => {
    const person = await registerAndLogIn(site, `cancels-${database.name.length}@example.com`)
    const _id = await placeOrder(person)
    expect((await person.send(`/order-cancelled/${_id}`, {})).headers.location).toBe('/admin')
    for (const _ of ['first', 'again']) {
      expect(parseConfirmation((await person.open('/admin')).text)).toEqual({
        heading: accountLabels.cancelledHeading,
        status: 'You have cancelled the payment',
        next: accountLabels.cancelledNext,
        nextStepLinks: ['/my-order'],
      })
    }
    await person.send('/sign-out', {})
    expect((await person.open('/admin')).headers.location).toBe('/login?from=%2Fadmin')
  })

  it('of a placed order names it, and links to its payment while it is unpaid', async () => {
    const customerEmail = `orders-${database.name.length}@example.com`
    const person = await registerAndLogIn(site, customerEmail)
    const [pricingPackage] = (await site.request('GET', '/api/pricings')).json() as Record<string, string>[]
    const { _id = '', packageName = '', packagePrice = '' } = pricingPackage ?? {}
    const details = { packageName, packagePrice, customerEmail, customerName: 'Jo', customerAddress: 'A', customerCountry: 'US' }
    const path = String((await person.send(`/order-now/${_id}`, details)).headers.location)
    const id = /placed=(.+)$/.exec(path)?.[1] ?? ''
    for (const _ of ['first', 'again']) {
      const main = extractMain((await person.open(path)).text)
      expect(main).toMatch(/<h2 id="unpaid-order">Order <a [^>]*>\d+<\/a> \(\w+\) is awaiting payment<\/h2>/)
      expect(main).toContain(`<a class="button" href="/pay-now/${id}">Pay Now, $`)
    }
    await person.send(`/order-cancelled/${id}`, {})
    expect(extractMain((await person.open(path)).text)).not.toContain('unpaid-order')
  })

  it('of signing up stands above the home page, and is the same for a known email', async () => {
    const people = [createTestBrowser(site), createTestBrowser(site)]
    const fields = { email: `new-${database.name.length}@example.com`, password }
    const welcomes: string[] = []
    for (const person of people) {
      const { headers } = await person.send('/register', fields)
      expect(headers.location).toBe('/?registered')
      for (const _ of ['first', 'again']) {
        const main = extractMain((await person.open('/?registered')).text)
        welcomes.push(/<div class="success-notice">.*?<\/div><\/div>/s.exec(main)?.[0] ?? '')
        expect(main.match(/<h1/g)).toHaveLength(1)
      }
    }
    expect(welcomes[0]).toContain(`<p role="status">${accountLabels.registeredHeading}</p>`)
    expect(welcomes[0]).toContain('href="/pricing/"')
    expect(new Set(welcomes).size).toBe(1)
    expect((await site.request('GET', '/')).text).not.toContain(accountLabels.registeredHeading)
  })

  it('doesn’t show to a visitor who sent no form', async () => {
    for (const path of ['/all-messages', '/all-subscriber', '/admin']) {
      const { status, headers } = await createTestBrowser(site).open(path)
      expect([status, headers.location]).toEqual([302, `/login?from=${encodeURIComponent(path)}`])
    }
    expect((await createTestBrowser(site).open('/reset/done')).headers.location).toBe('/reset')
    for (const [path, link] of [
      ['/confirm-subscription', '/subscribe'],
      ['/unsubscribe', '/contact'],
    ] as const) {
      const [main] = /<main.*<\/main>/s.exec((await createTestBrowser(site).open(path)).text) ?? []
      expect(main).toContain('This link is incomplete')
      expect(main).toContain(`href="${link}"`)
    }
  })

  it('is stored in the visitor’s browser for half an hour, without what the visitor sent', async () => {
    const person = createTestBrowser(site)
    await sendMessage(person, 'canary@example.com')
    const { headers, text } = await person.open('/all-messages')
    const [cookie] = [headers['set-cookie']].flat().filter((one) => String(one).startsWith('rankstead.said='))
    expect(String(cookie)).toMatch(/Max-Age=1800; Path=\/;.* HttpOnly; SameSite=Lax$/)
    const value = decodeURIComponent(/=([^;]*)/.exec(String(cookie))?.[1] ?? '')
    expect(JSON.parse(Buffer.from(value, 'base64').toString())).toEqual([{ path: '/all-messages', notice: 'Message is Updated' }])
    for (const page of [text, (await person.open('/all-messages')).text]) expect(page).not.toContain('canary')
  })

  it('shows again when a visitor goes back to it, and offers visitors the log-in', async () => {
    const person = createTestBrowser(site)
    await sendMessage(person, 'jo@example.com')
    expect((await person.open('/all-messages')).text).not.toContain(confirmationLabels.againNote)
    await subscribe(person)
    await person.open('/all-subscriber')
    const earlierPage = extractMain((await person.open('/all-messages')).text)
    expect(earlierPage).toContain(confirmationLabels.againNote)
    expect(earlierPage).toContain('href="/login?from=%2Fall-messages"')
    await person.logIn(customerEmail)
    const asCustomer = extractMain((await person.open('/all-messages')).text)
    expect([asCustomer.includes(confirmationLabels.againNote), asCustomer.includes('href="/login')]).toEqual([true, false])
  })

  it.each([
    ['nonsense', 'nonsense'],
    ['a list of invalid entries', Buffer.from('[null,1,{"path":"/all-messages"},{"path":1,"notice":2}]').toString('base64')],
    ['one entry without a list', Buffer.from('{"path":"/all-messages","notice":"x"}').toString('base64')],
  ])('doesn’t show for a cookie that holds %s', async (_, value) => {
    const headers = { cookie: `rankstead.said=${encodeURIComponent(value)}` }
    expect((await site.request('GET', '/all-messages', { headers })).status).toBe(302)
  })

  describe('with the owner’s copy', () => {
    it('shows the new copy and reply time on the next load, and the form shows the reply time', async () => {
      const { listPublic, save } = createContentClient(site)
      const [storedConfirmation] = await listPublic(formConfirmationCopy)
      const [storedContact] = await listPublic(contactCopy)
      await save(formConfirmationCopy, storedConfirmation?._id ?? '', { ...confirmationLabels, messageHeading: 'Got it' })
      await save(contactCopy, storedContact?._id ?? '', {
        ...getDefaultCopyTexts(contactCopy),
        replyTime: 'We answer by tomorrow noon.',
      })
      expect((await site.request('GET', '/contact')).text).toContain('We answer by tomorrow noon.</p>')
      const person = createTestBrowser(site)
      await sendMessage(person, 'jo@example.com')
      const parts = parseConfirmation((await person.open('/all-messages')).text)
      expect([parts.heading, parts.next]).toEqual(['Got it', `${confirmationLabels.messageNext} We answer by tomorrow noon.`])
    })
  })
})
