import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountCopy } from '../../src/contract/content/kinds/account-copy.ts'
import { confirmationCopy } from '../../src/contract/content/kinds/confirmation-copy.ts'
import { contactCopy } from '../../src/contract/content/kinds/contact-copy.ts'
import { getDefaultCopy } from '../../src/contract/core/copy-kind.ts'
import { createContentClient } from '../support/content-client.ts'
import { extractLink, type MailServer, startMailServer } from '../support/mail-server.ts'
import { createTestBrowser, registerAndLogIn, type TestBrowser } from '../support/test-accounts.ts'
import { customerEmail, startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const confirmation = getDefaultCopy(confirmationCopy)
const account = getDefaultCopy(accountCopy)
const { replyTime } = getDefaultCopy(contactCopy)
const password = 'a second password'

const extractMain = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? ''
/** What an acknowledgement consists of: its heading, the status line right under it, what happens next, the one next step. */
function parseConfirmation(html: string) {
  const [, heading, status, next] =
    /<h1[^>]*>([^<]*)<\/h1><p role="status"[^>]*>([^<]*)<\/p><p class="lead">([^<]*)<\/p>/.exec(extractMain(html)) ?? []
  const nextStepLinks = [...extractMain(html).matchAll(/<a class="button[^>]*href="([^"]*)"/g)].map(([, href]) => href)
  return { heading, status, next, nextStepLinks }
}

describeOnEachDatabase('an acknowledgement', (database) => {
  let site: TestApp
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
    site = await startApp({ ...(await database.environment()), SEED: 'demo', SMTP_URL: server.url })
  })
  afterAll(async () => {
    await site.close()
    await server.close()
  })

  async function mailedPath(email: string, subject: string): Promise<string> {
    const findMail = () => server.received.find((mail) => mail.recipients[0] === email && mail.subject === subject)
    await expect.poll(findMail, { timeout: 10_000 }).toBeDefined()
    const { pathname, search } = new URL(extractLink(findMail()))
    return pathname + search
  }

  const write = (person: TestBrowser, address: string) =>
    person.send('/contact', { email: address, message: 'Hello', anyway: 'yes' })
  const subscribe = (person: TestBrowser, email = 'reader@example.com') => person.send('/subscribe', { subemail: email })

  /** Everything that ends with one: what somebody does, where it leads, and what is said there. */
  const loops: [string, (person: TestBrowser) => Promise<string>, ReturnType<typeof parseConfirmation>][] = [
    [
      'of a message',
      async (person) => String((await write(person, 'jo@example.com')).headers.location),
      {
        heading: confirmation.messageHeading,
        status: 'Message is Updated',
        next: `${confirmation.messageNext} ${replyTime}`,
        nextStepLinks: ['/pricing/'],
      },
    ],
    [
      'of a message that nobody can answer, which promises no answer',
      async (person) => String((await write(person, '')).headers.location),
      {
        heading: confirmation.messageHeading,
        status: 'Message is Updated',
        next: confirmation.unansweredNext,
        nextStepLinks: ['/contact'],
      },
    ],
    [
      'of the subscribe box',
      async (person) => String((await subscribe(person)).headers.location),
      {
        heading: confirmation.askedHeading,
        status: 'Subscribers is Updated',
        next: confirmation.subscribeNext,
        nextStepLinks: ['/service/'],
      },
    ],
    [
      'of a subscription that is confirmed',
      async (person) => {
        const email = `confirms-${database.name.length}@example.com`
        await subscribe(person, email)
        const path = await mailedPath(email, 'Please confirm your subscription')
        return String((await person.send(path, {})).headers.location)
      },
      {
        heading: confirmation.confirmedHeading,
        status: 'Your subscription is confirmed',
        next: confirmation.confirmNext,
        nextStepLinks: ['/service/'],
      },
    ],
    [
      'of an address that is confirmed',
      async (person) => {
        const email = `verifies-${database.name.length}@example.com`
        await person.send('/register', { email, password })
        const path = await mailedPath(email, 'Confirm your email address')
        return String((await person.send(path, {})).headers.location)
      },
      {
        heading: account.confirmedHeading,
        status: 'Your email address is confirmed.',
        next: account.confirmedNext,
        nextStepLinks: ['/dashboard'],
      },
    ],
    [
      'of a link to a new password that was asked for',
      async (person) => String((await person.send('/reset', { email: 'nobody@example.com' })).headers.location),
      { heading: 'Thank You', status: account.resetSent, next: account.resetNext, nextStepLinks: ['/'] },
    ],
    [
      'of a new password',
      async (person) => {
        const email = `forgets-${database.name.length}@example.com`
        await registerAndLogIn(site, email)
        await person.send('/reset', { email })
        const path = await mailedPath(email, 'Choose a new password')
        return String((await person.send(path, { password })).headers.location)
      },
      {
        heading: account.passwordHeading,
        status: 'Your password was changed. Log in with the new one.',
        next: account.passwordNext,
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
        heading: account.signedOutHeading,
        status: 'You are logged out.',
        next: account.signedOutNext,
        nextStepLinks: ['/login'],
      },
    ],
  ]

  it.each(loops)(
    '%s has a heading, the status line under it, what happens next and one next step, and a reload says it again',
    async (_, act, parts) => {
      const person = createTestBrowser(site)
      const path = await act(person)
      const first = await person.open(path)
      expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, no-store'])
      expect(parseConfirmation(first.text)).toEqual(parts)
      const again = await person.open(path)
      expect([again.status, parseConfirmation(again.text)]).toEqual([200, parts])
    },
  )

  it('of a cancelled order is the customer’s, and after logging out the guard stands there again', async () => {
    const person = await registerAndLogIn(site, `cancels-${database.name.length}@example.com`)
    const [offered] = (await site.request('GET', '/api/pricings')).json() as { packageName: string; packagePrice: string }[]
    const details = { customerName: 'Jo', customerAddress: 'A street', customerCountry: 'US' }
    const orderReply = await person.call('POST', '/api/new-order', { packageName: offered?.packageName, ...details })
    const { _id } = orderReply.json<{ record: { _id: string } }>().record
    expect((await person.send(`/order-cancelled/${_id}`, {})).headers.location).toBe('/admin')
    for (const _ of ['first', 'again']) {
      expect(parseConfirmation((await person.open('/admin')).text)).toEqual({
        heading: account.cancelledHeading,
        status: 'You have cancelled the payment',
        next: account.cancelledNext,
        nextStepLinks: ['/my-order'],
      })
    }
    await person.send('/sign-out', {})
    expect((await person.open('/admin')).headers.location).toBe('/login?from=%2Fadmin')
  })

  it('of an order that was placed names it and leads to its payment, for as long as that is open', async () => {
    const customerEmail = `orders-${database.name.length}@example.com`
    const person = await registerAndLogIn(site, customerEmail)
    const [offered] = (await site.request('GET', '/api/pricings')).json() as Record<string, string>[]
    const { _id = '', packageName = '', packagePrice = '' } = offered ?? {}
    const details = { packageName, packagePrice, customerEmail, customerName: 'Jo', customerAddress: 'A', customerCountry: 'US' }
    const path = String((await person.send(`/order-now/${_id}`, details)).headers.location)
    const id = /placed=(.+)$/.exec(path)?.[1] ?? ''
    for (const _ of ['first', 'again']) {
      const main = extractMain((await person.open(path)).text)
      expect(main).toMatch(/<h2 id="needs-you">Order <a [^>]*>\d+<\/a>, \w+, is not paid yet<\/h2>/)
      expect(main).toContain(`<a class="button" href="/pay-now/${id}">Pay Now, $`)
    }
    await person.send(`/order-cancelled/${id}`, {})
    expect(extractMain((await person.open(path)).text)).not.toContain('needs-you')
  })

  it('of signing up stands above the home page, and says the same of an address that is known', async () => {
    const [somebody, again] = [createTestBrowser(site), createTestBrowser(site)]
    const fields = { email: `new-${database.name.length}@example.com`, password }
    const welcomes: string[] = []
    for (const person of [somebody, again]) {
      const { headers } = await person.send('/register', fields)
      expect(headers.location).toBe('/?registered')
      for (const _ of ['first', 'again']) {
        const main = extractMain((await person.open('/?registered')).text)
        welcomes.push(/<div class="good-news">.*?<\/div><\/div>/s.exec(main)?.[0] ?? '')
        expect(main.match(/<h1/g)).toHaveLength(1)
      }
    }
    expect(welcomes[0]).toContain(`<p role="status">${account.registeredHeading}</p>`)
    expect(welcomes[0]).toContain('href="/pricing/"')
    expect(new Set(welcomes).size).toBe(1)
    expect((await site.request('GET', '/')).text).not.toContain(account.registeredHeading)
  })

  it('shows nothing to whoever was sent nowhere', async () => {
    for (const path of ['/all-messages', '/all-subscriber', '/admin']) {
      const { status, headers } = await createTestBrowser(site).open(path)
      expect([status, headers.location]).toEqual([302, `/login?from=${encodeURIComponent(path)}`])
    }
    expect((await createTestBrowser(site).open('/reset/done')).headers.location).toBe('/reset')
    for (const [path, way] of [
      ['/confirm-subscription', '/subscribe'],
      ['/unsubscribe', '/contact'],
    ] as const) {
      const [main] = /<main.*<\/main>/s.exec((await createTestBrowser(site).open(path)).text) ?? []
      expect(main).toContain('A part of it is missing')
      expect(main).toContain(`href="${way}"`)
    }
  })

  it('stays with the browser that it is for, holds nothing that was sent, and lasts half an hour', async () => {
    const person = createTestBrowser(site)
    await write(person, 'canary@example.com')
    const { headers, text } = await person.open('/all-messages')
    const [kept] = [headers['set-cookie']].flat().filter((one) => String(one).startsWith('rankstead.said='))
    expect(String(kept)).toMatch(/Max-Age=1800; Path=\/;.* HttpOnly; SameSite=Lax$/)
    const value = decodeURIComponent(/=([^;]*)/.exec(String(kept))?.[1] ?? '')
    expect(JSON.parse(Buffer.from(value, 'base64').toString())).toEqual([{ path: '/all-messages', notice: 'Message is Updated' }])
    for (const page of [text, (await person.open('/all-messages')).text]) expect(page).not.toContain('canary')
  })

  it('is found again by whoever comes Back after another one, and leads an owner who tried the form to the log-in', async () => {
    const person = createTestBrowser(site)
    await write(person, 'jo@example.com')
    expect((await person.open('/all-messages')).text).not.toContain(confirmation.againNote)
    await subscribe(person)
    await person.open('/all-subscriber')
    const back = extractMain((await person.open('/all-messages')).text)
    expect(back).toContain(confirmation.againNote)
    expect(back).toContain('href="/login?from=%2Fall-messages"')
    await person.logIn(customerEmail)
    const asCustomer = extractMain((await person.open('/all-messages')).text)
    expect([asCustomer.includes(confirmation.againNote), asCustomer.includes('href="/login')]).toEqual([true, false])
  })

  it.each([
    ['nonsense', 'nonsense'],
    ['a list of strange things', Buffer.from('[null,1,{"path":"/all-messages"},{"path":1,"notice":2}]').toString('base64')],
    ['one thing', Buffer.from('{"path":"/all-messages","notice":"x"}').toString('base64')],
  ])('is no way around the guard for a cookie that holds %s', async (_, value) => {
    const headers = { cookie: `rankstead.said=${encodeURIComponent(value)}` }
    expect((await site.request('GET', '/all-messages', { headers })).status).toBe(302)
  })

  describe('in the owner’s words', () => {
    it('says them on the next load, also how soon there is an answer, on the form too', async () => {
      const { listPublic: all, save } = createContentClient(site)
      const [words] = await all(confirmationCopy)
      const [onForm] = await all(contactCopy)
      await save(confirmationCopy, words?._id ?? '', { ...confirmation, messageHeading: 'Got it' })
      await save(contactCopy, onForm?._id ?? '', { ...getDefaultCopy(contactCopy), replyTime: 'We answer by tomorrow noon.' })
      expect((await site.request('GET', '/contact')).text).toContain('We answer by tomorrow noon.</p>')
      const person = createTestBrowser(site)
      await write(person, 'jo@example.com')
      const parts = parseConfirmation((await person.open('/all-messages')).text)
      expect([parts.heading, parts.next]).toEqual(['Got it', `${confirmation.messageNext} We answer by tomorrow noon.`])
    })
  })
})
