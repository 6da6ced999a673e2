import { expect, it } from 'vitest'
import { extractLink, startMailServer } from '../support/mail-server.ts'
import { buildIpAddress } from '../support/post-from-ip.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { FORM_HEADERS, SUBSCRIBER_WELCOME_SUBJECT, SUBSCRIPTION_CONFIRM_SUBJECT, toPath } from '../support/subscription-site.ts'
import { startApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const [floodingIp, otherIp] = [buildIpAddress(7), buildIpAddress(8)]
const JSON_BODY = { 'content-type': 'application/json' }

describeOnEachDatabase('many subscription requests from one IP address', (kind) => {
  const server = startForSuite(startMailServer)
  const site = startForSuite(async () => startApp({ ...(await kind.environment()), RATE_LIMITS: 'on', SMTP_URL: server.url }))
  const siteDatabase = startForSuite(() => openSiteDatabase(site.environment))

  const post = async (url: string, payload: string, remoteAddress: string, headers = FORM_HEADERS) =>
    (await site.app.server.inject({ method: 'POST', url, headers, payload, remoteAddress })).statusCode
  async function waitForLink(subject: string): Promise<string> {
    const findMail = () => server.received.find((mail) => mail.subject === subject)
    await expect.poll(findMail).toBeDefined()
    return toPath(extractLink(findMail()))
  }

  it('store and email ten of a hundred subscriptions', async () => {
    const statuses: Record<number, number> = {}
    for (let nth = 0; nth < 100; nth++) {
      const subemail = `flood${nth}@example.com`
      const isForm = nth % 2 === 1
      const status = isForm
        ? await post('/subscribe', new URLSearchParams({ subemail, website: '' }).toString(), floodingIp)
        : await post('/api/add-subscriber', JSON.stringify({ subemail }), floodingIp, JSON_BODY)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    expect(statuses).toEqual({ 201: 5, 303: 5, 429: 90 })
    expect((await siteDatabase.listMails()).filter((mail) => mail.endsWith(SUBSCRIPTION_CONFIRM_SUBJECT)).length).toBe(10)
    const list = await site.request('GET', '/api/subscribers', { as: 'admin' })
    expect((list.json() as unknown[]).length).toBe(10)
  })

  it('are refused after 20 guessed links', async () => {
    for (let nth = 0; nth < 30; nth++)
      expect([nth, await post('/confirm-subscription?token=guess', '', floodingIp)]).toEqual([nth, nth < 20 ? 400 : 429])
    expect(await post(await waitForLink(SUBSCRIPTION_CONFIRM_SUBJECT), '', otherIp)).toBe(303)
  })

  it('always unsubscribe, because mail providers send such requests for many people', async () => {
    const leave = await waitForLink(SUBSCRIBER_WELCOME_SUBJECT)
    for (let nth = 0; nth < 100; nth++) expect(await post(leave, 'List-Unsubscribe=One-Click', floodingIp)).toBe(200)
  })
})
