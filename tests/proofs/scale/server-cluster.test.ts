import { beforeAll, expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { createContentClient } from '../../support/content-client.ts'
import { toCookieHeader } from '../../support/cookie-jar.ts'
import { SERVED_BY_HEADER } from '../../support/load-balancer.ts'
import { sampleMessage } from '../../support/message-client.ts'
import { pickSize, runsFullProofs } from '../../support/proof-size.ts'
import { startRequestRecorder } from '../../support/request-recording-server.ts'
import { type SiteClient, startServerCluster } from '../../support/server-cluster.ts'
import { startForSuite } from '../../support/start-for-suite.ts'
import { openTableRowCounts } from '../../support/table-row-counts.ts'
import { createTestBrowser } from '../../support/test-accounts.ts'
import { adminEmail, customerEmail, getSessionCookie, password } from '../../support/test-app.ts'
import { buildRecordValues } from '../../support/test-content-module.ts'
import { describeOnPostgres } from '../../support/test-databases.ts'
import { buildUploadForm, createTestImage } from '../../support/test-images.ts'
import { generateTotp } from '../../support/totp.ts'

const SOON_POLL = { interval: 100 }
/** Another process may know an ended session for 5 s. An idle machine notices its end 3 s later at the latest. */
const SESSION_END_POLL = { ...SOON_POLL, ...(runsFullProofs && { timeout: 5_000 + 3_000 }) }
/** A timed release needs a clock that ran evenly for a minute, so only full proofs test it. */
const RELEASE_MODES = pickSize({ short: ['by hand'], whole: ['by hand', 'at its time'] })

describeOnPostgres('several processes behind a proxy', (database) => {
  let site: SiteClient
  let firstClient: SiteClient
  let secondClient: SiteClient
  const engine = startForSuite(() => startRequestRecorder((_, response) => void response.writeHead(200).end()))
  const running = startForSuite(async () =>
    startServerCluster({
      ...(await database.environment({ hasNoTables: true })),
      SEED: 'demo',
      INDEXNOW_KEY: 'a1B2-c3D4-e5F6',
      INDEXNOW_URL: engine.url,
      RATE_LIMITS: 'on',
    }),
  )
  const rowCounter = startForSuite(() => openTableRowCounts(running.settings))
  beforeAll(() => {
    ;({ site } = running)
    ;[firstClient, secondClient] = running.processClients as [SiteClient, SiteClient]
  })

  let visitors = 0
  /** Returns the headers of a new visitor. */
  const buildNewVisitorHeaders = () => ({ 'x-forwarded-for': `203.0.113.${++visitors}` })
  const fetchStatus = async (client: SiteClient, cookie: string, path = '/api/account') =>
    (await client.request('GET', path, { headers: { cookie } })).status

  const isFinal = ({ headers }: { headers: Record<string, unknown> }) => String(headers['cache-control']).includes('immutable')

  async function createAccount(email: string): Promise<void> {
    const { status } = await site.request('POST', '/api/register', {
      body: { email, password },
      headers: buildNewVisitorHeaders(),
    })
    expect(status).toBe(201)
    await running.stored.confirmEmail(email)
  }

  it('answer in turn, and one of them seeded the empty database', async () => {
    const served = new Set<unknown>()
    for (let nth = 0; nth < 4; nth++) served.add((await site.request('GET', '/api/banner')).headers[SERVED_BY_HEADER])
    expect([running.proxy, served.size]).toEqual([running.proxy, 2])
    expect(await createContentClient(site).listPublic(banner)).toHaveLength(1)
    expect((await site.request('GET', '/api/users', { as: 'admin' })).json()).toMatchObject([{ userEmail: adminEmail }])
  })

  it('notice an ended session or role at once in the same process, and within 5 s elsewhere', async () => {
    const user = { userEmail: 'second@example.com', userRole: 'Admin' }
    await createAccount(user.userEmail)
    const { record } = (await firstClient.request('POST', '/api/add-user', { as: 'admin', body: user })).json() as {
      record: { _id: string }
    }
    const [customer, admin] = [
      await getSessionCookie(firstClient, customerEmail),
      await getSessionCookie(secondClient, user.userEmail),
    ]
    for (const client of running.processClients)
      expect([await fetchStatus(client, customer), await fetchStatus(client, admin, '/api/messages')]).toEqual([200, 200])

    expect((await firstClient.request('POST', '/api/sign-out', { body: {}, headers: { cookie: customer } })).status).toBe(200)
    const body = { ...user, userRole: 'Customer' }
    expect((await firstClient.request('PUT', `/api/upadete-users/${record._id}`, { as: 'admin', body })).status).toBe(200)
    const ended = async (client: SiteClient) => [
      await fetchStatus(client, customer),
      await fetchStatus(client, admin, '/api/messages'),
    ]
    expect(await ended(firstClient)).toEqual([401, 403])
    await expect.poll(() => ended(secondClient), SESSION_END_POLL).toEqual([401, 403])
  })

  it('count the attempts of an IP address together', async () => {
    const headers = buildNewVisitorHeaders()
    const statuses: number[] = []
    for (let nth = 0; nth < 16; nth++) {
      const body = { subemail: `limited-${nth}@example.com` }
      statuses.push((await site.request('POST', '/api/add-subscriber', { body, headers })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(6).fill(429)])
  })

  it.each(RELEASE_MODES)('publish a release once, %s', async (mode) => {
    const { post, call, listPublic } = createContentClient(firstClient)
    expect(
      (await post(faqItem, { ...buildRecordValues(faqItem, 7), accodingTitle: `Published ${mode}` }, '?draft=1')).status,
    ).toBe(201)
    const before = (await running.stored.listAuditEntries('draft.published')).length
    const at = Date.now() + 1_000
    if (mode === 'at its time') expect((await call('POST', '/draft/schedule', { at })).status).toBe(200)
    else await Promise.all(running.processClients.map((client) => createContentClient(client).call('POST', '/draft/publish', {})))
    const published = async () =>
      (await listPublic(faqItem)).filter(({ accodingTitle }) => accodingTitle === `Published ${mode}`).length
    await expect.poll(published).toBe(1)
    expect((await running.stored.listAuditEntries('draft.published')).length - before).toBe(1)
  })

  it('show the preview that an admin began in another process', async () => {
    const cookie = await getSessionCookie(firstClient, adminEmail)
    const [{ _id, _version, ...live } = { _id: '' }] = await createContentClient(firstClient).listPublic(banner)
    await createContentClient(firstClient).save(banner, _id, { ...live, bannerHeading: 'Not to be seen yet' }, '?draft=1')
    const startReply = await firstClient.request('POST', '/drafts', { headers: { cookie }, form: { _form: 'preview' } })
    expect(startReply.status).toBe(303)
    for (const client of running.processClients) {
      const headers = { cookie: `${cookie}; ${toCookieHeader(startReply)}` }
      const shown = [await client.request('GET', '/', { headers }), await client.request('GET', '/')]
      expect(shown.map(({ text }) => text.includes('Not to be seen yet'))).toEqual([true, false])
    }
    await createContentClient(secondClient).call('POST', '/draft/discard', {})
  })

  it('serve an image that any process received, with variants that are made once', async () => {
    const added = await firstClient.request('POST', '/api/media', {
      as: 'admin',
      body: buildUploadForm(await createTestImage(400, 300), { alt: 'A house' }),
    })
    const { record } = added.json() as { record: { _id: string } }
    const variants = () =>
      rowCounter.main.selectFrom('media_variant').select(['id', 'attempts']).where('media_id', '=', record._id).execute()
    for (const { id } of await variants()) {
      const served = async () =>
        (await Promise.all(running.processClients.map((client) => client.request('GET', `/media/${id}`)))).map(isFinal)
      await expect.poll(served, SOON_POLL).toEqual([true, true])
    }
    expect((await variants()).map(({ attempts }) => attempts)).toEqual([1, 1])
  })

  it('accept the form token of another process, and store its message once', async () => {
    const { form: token } = (await firstClient.request('GET', '/api/message-form')).json() as { form: string }
    const form = { ...sampleMessage, subject: 'By a form of another', form: token }
    const headers = buildNewVisitorHeaders()
    const changes = await rowCounter.countChanges(async () => {
      const pendingReplies = [secondClient, firstClient, secondClient].map((client) =>
        client.request('POST', '/contact', { form, headers }),
      )
      const replies = await Promise.all(pendingReplies)
      expect(replies.map(({ status, headers }) => [status, headers.location])).toEqual(Array(3).fill([303, '/all-messages']))
    })
    // The owner and the sender each get one email. A message without a valid token is spam, which sends none.
    expect(changes).toMatchObject({ message: 1, email_outbox: 2 })
  })

  it('accept a second-factor code once', async () => {
    const email = 'careful@example.com'
    await createAccount(email)
    const cookie = await getSessionCookie(firstClient, email)
    const call = (client: SiteClient, step: string, body: object) =>
      client.request('POST', `/api/second-factor/${step}`, { headers: { cookie }, body })
    const { secret } = (await call(firstClient, 'begin', { password })).json() as { secret: string }
    expect((await call(secondClient, 'confirm', { code: generateTotp(secret) })).status).toBe(200)
    const people = running.processClients.map((client) => createTestBrowser(client))
    for (const person of people) expect((await person.logIn(email)).json()).toMatchObject({ next: 'second-factor' })
    const code = generateTotp(secret, 1)
    const replies = await Promise.all(people.map((person) => person.call('POST', '/api/second-factor/verify', { code })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('write one audit log', async () => {
    const names = running.processClients.map((_, nth) => `audited${nth}@example.com`)
    for (const [nth, userEmail] of names.entries())
      await running.processClients[nth]?.request('POST', '/api/add-user', { as: 'admin', body: { userEmail, userRole: 'Admin' } })
    for (const client of running.processClients) {
      const { entries } = (await client.request('GET', '/api/audit-entries', { as: 'admin' })).json() as {
        entries: { what: string }[]
      }
      expect(entries.slice(0, 2).map(({ what }) => what)).toEqual(names.toReversed().map((name) => `Added ${name} as Admin`))
    }
  })

  it('report a change to search engines once', async () => {
    const unreportedChanges = rowCounter.main
      .selectFrom('page_change')
      .leftJoin('index_now_page', 'index_now_page.page', 'page_change.page')
      .select('page_change.page')
      .whereRef('page_change.changed_at', '>', ({ fn, lit }) => fn.coalesce('index_now_page.submitted_changed_at', lit(0)))
    await expect.poll(() => unreportedChanges.execute(), SOON_POLL).toEqual([])
    const submittedUrls = engine.requests.flatMap(({ body }) => (JSON.parse(body) as { urlList: string[] }).urlList)
    // No save changed this page after the demo content, and both processes look for changes.
    expect(submittedUrls.filter((url) => url === `${running.origin}/privacy`)).toHaveLength(1)
    expect(submittedUrls.filter((url) => url === `${running.origin}/`).length).toBeGreaterThan(1)
  })
})
