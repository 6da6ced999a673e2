import { beforeAll, expect, it } from 'vitest'
import { banner } from '../../../src/contract/content/kinds/banner.ts'
import { createContentClient } from '../../support/content-client.ts'
import { toCookieHeader } from '../../support/cookie-jar.ts'
import { SERVED_BY_HEADER } from '../../support/load-balancer.ts'
import { sampleMessage } from '../../support/message-client.ts'
import { type SiteClient, startServerCluster } from '../../support/server-cluster.ts'
import { startForSuite } from '../../support/start-for-suite.ts'
import { openTableRowCounts } from '../../support/table-row-counts.ts'
import { createTestBrowser } from '../../support/test-accounts.ts'
import { adminEmail, customerEmail, getSessionCookie, password } from '../../support/test-app.ts'
import { describeOnPostgres } from '../../support/test-databases.ts'
import { generateTotp } from '../../support/totp.ts'

/** In ms. Another process may know an ended session for 5 s, and a busy machine may take 3 s more. */
const SESSION_END_POLL = { timeout: 5_000 + 3_000, interval: 100 }

describeOnPostgres('several processes behind a proxy', (database) => {
  let site: SiteClient
  let firstClient: SiteClient
  let secondClient: SiteClient
  const running = startForSuite(async () =>
    startServerCluster({
      ...(await database.environment({ hasNoTables: true })),
      SEED: 'demo',
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
})
