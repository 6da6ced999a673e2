import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { addressOf } from '../support/from-address.ts'
import { linkIn, type MailServer, startMailServer } from '../support/mail-server.ts'
import { openStored } from '../support/stored.ts'
import { CONFIRM, FORM, pathIn, WELCOME } from '../support/subscriptions.ts'

const [here, there] = [addressOf(7), addressOf(8)]
const JSON_BODY = { 'content-type': 'application/json' }

onEveryDatabase('requests without end from one address', (kind) => {
  let site: TestApp
  let server: MailServer
  let stored: Awaited<ReturnType<typeof openStored>>
  beforeAll(async () => {
    server = await startMailServer()
    const environment = { ...(await kind.environment()), RATE_LIMITS: 'on', SMTP_URL: server.url }
    site = await startApp(environment)
    stored = await openStored(environment)
  })
  afterAll(async () => {
    await Promise.all([stored.close(), site.close()])
    await server.close()
  })

  const post = async (url: string, payload: string, remoteAddress: string, headers = FORM) =>
    (await site.app.server.inject({ method: 'POST', url, headers, payload, remoteAddress })).statusCode
  async function linkOf(subject: string): Promise<string> {
    const found = () => server.received.find((mail) => mail.subject === subject)
    await expect.poll(found, { timeout: 10_000 }).toBeDefined()
    return pathIn(linkIn(found()))
  }

  it('store and mail ten of a thousand subscriptions, by either door', { timeout: 120_000 }, async () => {
    const statuses: Record<number, number> = {}
    for (let nth = 0; nth < 1_000; nth++) {
      const subemail = `flood${nth}@example.com`
      const isForm = nth < 100 && nth % 2 === 1
      const status = isForm
        ? await post('/subscribe', new URLSearchParams({ subemail, website: '' }).toString(), here)
        : await post('/api/add-subscriber', JSON.stringify({ subemail }), here, JSON_BODY)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    expect(statuses).toEqual({ 201: 5, 303: 5, 429: 990 })
    expect((await stored.mails()).filter((mail) => mail.endsWith(CONFIRM)).length).toBe(10)
    const list = await site.request('GET', '/api/subscribers', { as: 'admin' })
    expect((list.json() as unknown[]).length).toBe(10)
  })

  it('are counted where links are guessed', async () => {
    for (let nth = 0; nth < 30; nth++)
      expect([nth, await post('/confirm-subscription?token=guess', '', here)]).toEqual([nth, nth < 20 ? 400 : 429])
    expect(await post(await linkOf(CONFIRM), '', there)).toBe(303)
  })

  it('are all heard where somebody leaves: mail providers send it for many people', async () => {
    const leave = await linkOf(WELCOME)
    for (let nth = 0; nth < 100; nth++) expect(await post(leave, 'List-Unsubscribe=One-Click', here)).toBe(200)
  })
})
