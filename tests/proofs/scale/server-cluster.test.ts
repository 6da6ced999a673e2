import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { banner } from '../../../src/contract/content/kinds/banner.ts'
import { faqItem } from '../../../src/contract/content/kinds/faq-item.ts'
import { createContentClient } from '../../support/content-client.ts'
import { toCookieHeader } from '../../support/cookie-jar.ts'
import { type FakePayPal, startFakePayPal } from '../../support/fake-paypal.ts'
import type { PaymentForm } from '../../support/fake-paypal-notices.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { sampleMessage } from '../../support/message-client.ts'
import { pickSize } from '../../support/proof-scope.ts'
import { type RequestRecorder, startRequestRecorder } from '../../support/request-recorder.ts'
import { SERVED_BY_HEADER } from '../../support/reverse-proxy.ts'
import { openRowCounter } from '../../support/row-counter.ts'
import { type ServerCluster, type SiteClient, startServerCluster } from '../../support/server-cluster.ts'
import { createTestBrowser } from '../../support/test-accounts.ts'
import { adminEmail, customerEmail, getSessionCookie, password } from '../../support/test-app.ts'
import { buildRecordValues } from '../../support/test-content.ts'
import { createTestDatabases } from '../../support/test-databases.ts'
import { buildUploadForm, createTestImage } from '../../support/test-images.ts'
import { generateTotp } from '../../support/totp.ts'

/** For what happens in the background, on a machine that does other things too. In ms. */
const SOON_POLL = { timeout: 25_000, interval: 100 }
/** How long another process may go on knowing a session that has ended, and how much later that may be seen here. In ms. */
const SESSION_END_POLL = { timeout: 5_000 + 3_000, interval: 100 }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
/** A clock has to have gone evenly for a minute before it publishes anything: too long for every day. */
const RELEASE_MODES = pickSize({ short: ['by hand'], whole: ['by hand', 'at its time'] })

describe('several processes behind a proxy', () => {
  const postgres = createTestDatabases(() => inject('postgresUrl'))
  let mailServer: MailServer
  let paypal: FakePayPal
  let engine: RequestRecorder
  let running: ServerCluster
  let effects: Awaited<ReturnType<typeof openRowCounter>>
  let site: SiteClient
  let one: SiteClient
  let other: SiteClient
  beforeAll(async () => {
    mailServer = await startMailServer()
    engine = await startRequestRecorder((_, response) => void response.writeHead(200).end())
    paypal = await startFakePayPal()
    running = await startServerCluster({
      ...(await postgres.environment()),
      ...paypal.environment(),
      SEED: 'demo',
      SMTP_URL: mailServer.url,
      INDEXNOW_KEY: 'a1B2-c3D4-e5F6',
      INDEXNOW_URL: engine.url,
      RATE_LIMITS: 'on',
    })
    ;({ site } = running)
    ;[one, other] = running.processClients as [SiteClient, SiteClient]
    effects = await openRowCounter(running.settings)
  })
  afterAll(async () => {
    await effects.close()
    await running.close()
    await Promise.all([mailServer.close(), paypal.close(), engine.close()])
    await postgres.remove()
  })

  let visitors = 0
  /** Of somebody who has not asked before. */
  const newVisitor = () => ({ 'x-forwarded-for': `203.0.113.${++visitors}` })
  const fetchStatus = async (where: SiteClient, cookie: string, path = '/api/account') =>
    (await where.request('GET', path, { headers: { cookie } })).status
  const listMails = (words: string) => mailServer.received.filter(({ subject }) => subject?.includes(words))

  const isFinal = ({ headers }: { headers: Record<string, unknown> }) => String(headers['cache-control']).includes('immutable')

  async function newAccount(email: string): Promise<void> {
    const { status } = await site.request('POST', '/api/register', { body: { email, password }, headers: newVisitor() })
    expect(status).toBe(201)
    await running.stored.confirmEmail(email)
  }

  it('answer in turn, and one of them has filled the empty database', async () => {
    const served = new Set<unknown>()
    for (let nth = 0; nth < 4; nth++) served.add((await site.request('GET', '/api/banner')).headers[SERVED_BY_HEADER])
    expect([running.proxy, served.size]).toEqual([running.proxy, 2])
    expect(await createContentClient(site).listPublic(banner)).toHaveLength(1)
    expect((await site.request('GET', '/api/users', { as: 'admin' })).json()).toMatchObject([{ userEmail: adminEmail }])
  })

  it('know each session, and that it or a role has ended at once where that was done and within 5 s elsewhere', async () => {
    const user = { userEmail: 'second@example.com', userRole: 'Admin' }
    await newAccount(user.userEmail)
    const { record } = (await one.request('POST', '/api/add-user', { as: 'admin', body: user })).json() as {
      record: { _id: string }
    }
    const [customer, admin] = [await getSessionCookie(one, customerEmail), await getSessionCookie(other, user.userEmail)]
    for (const where of running.processClients)
      expect([await fetchStatus(where, customer), await fetchStatus(where, admin, '/api/messages')]).toEqual([200, 200])

    expect((await one.request('POST', '/api/sign-out', { body: {}, headers: { cookie: customer } })).status).toBe(200)
    const body = { ...user, userRole: 'Customer' }
    expect((await one.request('PUT', `/api/upadete-users/${record._id}`, { as: 'admin', body })).status).toBe(200)
    const ended = async (where: SiteClient) => [
      await fetchStatus(where, customer),
      await fetchStatus(where, admin, '/api/messages'),
    ]
    expect(await ended(one)).toEqual([401, 403])
    await expect.poll(() => ended(other), SESSION_END_POLL).toEqual([401, 403])
  })

  it('count the attempts of an address together', async () => {
    const headers = newVisitor()
    const statuses: number[] = []
    for (let nth = 0; nth < 16; nth++) {
      const body = { subemail: `limited-${nth}@example.com` }
      statuses.push((await site.request('POST', '/api/add-subscriber', { body, headers })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(6).fill(429)])
  })

  it('show a save on every page that is asked for after it', async () => {
    const { listPublic: all, save } = createContentClient(site)
    const [{ _id, _version, ...live } = { _id: '' }] = await all(banner)
    for (let nth = 0; nth < 3; nth++) {
      // Kept by both.
      await Promise.all(running.processClients.map((where) => where.request('GET', '/')))
      const bannerHeading = `Heading ${nth}`
      expect((await save(banner, _id, { ...live, bannerHeading })).status).toBe(200)
      const pages = await Promise.all(running.processClients.map((where) => where.request('GET', '/')))
      expect(pages.map(({ text }) => text.includes(bannerHeading))).toEqual([true, true])
    }
  })

  it('send each mail once', async () => {
    const subjects = Array.from({ length: 12 }, (_, nth) => `To be mailed once: ${nth}.`)
    const pendingReplies = subjects.map((subject) =>
      site.request('POST', '/api/add-message', { body: { ...sampleMessage, subject }, headers: newVisitor() }),
    )
    expect((await Promise.all(pendingReplies)).map(({ status }) => status)).toEqual(subjects.map(() => 201))
    await expect.poll(() => listMails('To be mailed once').length, SOON_POLL).toBeGreaterThanOrEqual(subjects.length)
    const waiting = effects.main.selectFrom('email_outbox').select('id').where('sent_at', 'is', null).limit(1)
    await expect.poll(() => waiting.execute(), SOON_POLL).toEqual([])
    expect(listMails('To be mailed once')).toHaveLength(subjects.length)
  })

  it('take each payment once, however often and wherever it is told', async () => {
    expect((await site.request('POST', '/api/add-email', { as: 'admin', body: { paypalEmail: 'pay@example.com' } })).status).toBe(
      201,
    )
    const [offered] = (await site.request('GET', '/api/pricings')).json() as { packageName: string }[]
    const orders: string[] = []
    const done = await effects.countChanges(async () => {
      for (let nth = 0; nth < 3; nth++) {
        const body = {
          packageName: offered?.packageName,
          customerName: `Dana ${nth}`,
          customerAddress: 'A',
          customerCountry: 'US',
        }
        const orderReply = (await site.request('POST', '/api/new-order', { as: 'customer', body })).json() as {
          record: { _id: string }
        }
        orders.push(orderReply.record._id)
        const { fields } = (await site.request('POST', `/api/pay/${orderReply.record._id}`, { as: 'customer' })).json() as {
          fields: PaymentForm
        }
        const { notice } = paypal.charge(fields)
        expect(await paypal.send(notice, 8)).toEqual(Array(8).fill(200))
      }
      const statuses = () => Promise.all(orders.map((id) => site.request('GET', `/api/order/${id}`, { as: 'customer' })))
      await expect
        .poll(async () => (await statuses()).map(({ json }) => (json() as { paymentStatus: string }).paymentStatus), SOON_POLL)
        .toEqual(orders.map(() => 'Paid'))
    })
    expect(done).toMatchObject({ payment_notice: 3, payment_fact: 3, invoice: 3, orders: 3 })
    await expect.poll(() => listMails('Receipt').length, SOON_POLL).toBe(3)
  })

  it.each(RELEASE_MODES)('publish a draft once, %s', { timeout: 100_000 }, async (how) => {
    const { post, call, listPublic: all } = createContentClient(one)
    expect(
      (await post(faqItem, { ...buildRecordValues(faqItem, 7), accodingTitle: `Published ${how}` }, '?draft=1')).status,
    ).toBe(201)
    const before = (await running.stored.listAuditEntries('draft.published')).length
    const at = Date.now() + 1_000
    if (how === 'at its time') expect((await call('POST', '/draft/schedule', { at })).status).toBe(200)
    else await Promise.all(running.processClients.map((where) => createContentClient(where).call('POST', '/draft/publish', {})))
    const published = async () => (await all(faqItem)).filter(({ accodingTitle }) => accodingTitle === `Published ${how}`).length
    await expect.poll(published, { timeout: 90_000 }).toBe(1)
    expect((await running.stored.listAuditEntries('draft.published')).length - before).toBe(1)
  })

  it('share the preview of a draft with whoever began it elsewhere', async () => {
    const cookie = await getSessionCookie(one, adminEmail)
    const [{ _id, _version, ...live } = { _id: '' }] = await createContentClient(one).listPublic(banner)
    await createContentClient(one).save(banner, _id, { ...live, bannerHeading: 'Not to be seen yet' }, '?draft=1')
    const startReply = await one.request('POST', '/drafts', { headers: { ...FORM, cookie }, payload: '_form=preview' })
    expect(startReply.status).toBe(303)
    for (const where of running.processClients) {
      const headers = { cookie: `${cookie}; ${toCookieHeader(startReply)}` }
      const shown = [await where.request('GET', '/', { headers }), await where.request('GET', '/')]
      expect(shown.map(({ text }) => text.includes('Not to be seen yet'))).toEqual([true, false])
    }
    await createContentClient(other).call('POST', '/draft/discard', {})
  })

  it('serve a picture that any of them took, in forms that are made once', { timeout: 90_000 }, async () => {
    const added = await one.request('POST', '/api/media', {
      as: 'admin',
      body: buildUploadForm(await createTestImage(400, 300), { alt: 'A house' }),
    })
    const { record } = added.json() as { record: { _id: string } }
    const variants = () =>
      effects.main.selectFrom('media_variant').select(['id', 'attempts']).where('media_id', '=', record._id).execute()
    for (const { id } of await variants()) {
      const served = async () =>
        (await Promise.all(running.processClients.map((where) => where.request('GET', `/media/${id}`)))).map(isFinal)
      await expect.poll(served, { ...SOON_POLL, timeout: 60_000 }).toEqual([true, true])
    }
    expect((await variants()).map(({ attempts }) => attempts)).toEqual([1, 1])
  })

  it('believe the note of a form that another has shown, and keep what is sent by it once', async () => {
    const { form } = (await one.request('GET', '/api/message-form')).json() as { form: string }
    const payload = new URLSearchParams({ ...sampleMessage, subject: 'By a form of another', form }).toString()
    const headers = { ...FORM, ...newVisitor() }
    const done = await effects.countChanges(async () => {
      const pendingReplies = [other, one, other].map((where) => where.request('POST', '/contact', { payload, headers }))
      const replies = await Promise.all(pendingReplies)
      expect(replies.map(({ status, headers }) => [status, headers.location])).toEqual(Array(3).fill([303, '/all-messages']))
    })
    // What has no true note is spam, of which nobody is mailed.
    expect(done).toMatchObject({ message: 1, email_outbox: 1 })
  })

  it('accept the code of an app once', async () => {
    const email = 'careful@example.com'
    await newAccount(email)
    const cookie = await getSessionCookie(one, email)
    const call = (where: SiteClient, step: string, body: object) =>
      where.request('POST', `/api/second-factor/${step}`, { headers: { cookie }, body })
    const { secret } = (await call(one, 'begin', { password })).json() as { secret: string }
    expect((await call(other, 'confirm', { code: generateTotp(secret) })).status).toBe(200)
    const people = running.processClients.map((where) => createTestBrowser(where))
    for (const person of people) expect((await person.logIn(email)).json()).toMatchObject({ next: 'second-factor' })
    const code = generateTotp(secret, 1)
    const tried = await Promise.all(people.map((person) => person.call('POST', '/api/second-factor/verify', { code })))
    expect(tried.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('do once what is sent to several of them under one key', async () => {
    const body = buildRecordValues(faqItem, 9)
    const headers = { 'idempotency-key': '"an item, once"' }
    const done = await effects.countChanges(async () => {
      const pendingReplies = Array.from({ length: 6 }, () =>
        site.request('POST', `/api${faqItem.api.add}`, { as: 'admin', body, headers }),
      )
      expect(new Set((await Promise.all(pendingReplies)).map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    })
    expect(done).toMatchObject({ content_revision: 1 })
  })

  it('add up the visits that each has counted', async () => {
    for (let nth = 0; nth < 10; nth++) await site.request('GET', '/terms', { headers: { ...BROWSER, ...newVisitor() } })
    const total = async (where: SiteClient) => {
      const { pages } = (await where.request('GET', '/api/visits', { as: 'admin' })).json() as {
        pages: { path: string; visits: number }[]
      }
      return pages.find(({ path }) => path === '/terms')?.visits
    }
    await total(one)
    expect([await total(other), await total(one)]).toEqual([10, 10])
  })

  it('write one audit log', async () => {
    const names = running.processClients.map((_, nth) => `audited${nth}@example.com`)
    for (const [nth, userEmail] of names.entries())
      await running.processClients[nth]?.request('POST', '/api/add-user', { as: 'admin', body: { userEmail, userRole: 'Admin' } })
    for (const where of running.processClients) {
      const { entries } = (await where.request('GET', '/api/audit-entries', { as: 'admin' })).json() as {
        entries: { what: string }[]
      }
      expect(entries.slice(0, 2).map(({ what }) => what)).toEqual(names.toReversed().map((name) => `Added ${name} as Admin`))
    }
  })

  it('tell search engines of a change once', async () => {
    const untold = effects.main
      .selectFrom('page_change')
      .leftJoin('index_now_page', 'index_now_page.page', 'page_change.page')
      .select('page_change.page')
      .whereRef('page_change.changed_at', '>', ({ fn, lit }) => fn.coalesce('index_now_page.submitted_changed_at', lit(0)))
    await expect.poll(() => untold.execute(), SOON_POLL).toEqual([])
    const submittedUrls = engine.requests.flatMap(({ body }) => (JSON.parse(body) as { urlList: string[] }).urlList)
    // Nobody saved it after the demo content came, and both have looked for changes ever since.
    expect(submittedUrls.filter((url) => url === `${running.origin}/privacy`)).toHaveLength(1)
    expect(submittedUrls.filter((url) => url === `${running.origin}/`).length).toBeGreaterThan(1)
  })
})
