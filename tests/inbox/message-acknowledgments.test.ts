import { expect, it } from 'vitest'
import { rateLimits } from '#contract/rate-limits.ts'
import { buildIpAddress, postFromIp } from '../support/post-from-ip.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const SUBJECT = 'We got your message'
const { address, siteWideLimit } = rateLimits.acknowledgment

describeOnEachDatabase('acknowledgments of messages', (database) => {
  const site = startAppForSuite(database, { RATE_LIMITS: 'on' })
  const siteDatabase = startForSuite(() => openSiteDatabase(site.environment))
  const send = async (body: object, ip: string) =>
    (await postFromIp(site, '/api/add-message', { message: 'Do you work in Chatham?', ...body }, { ip })).status
  const countAcknowledgments = async (email = '') =>
    (await siteDatabase.listMails()).filter((line) => line.startsWith(email) && line.endsWith(SUBJECT)).length

  it('go to the visitor once a day, in any spelling of the address', async () => {
    for (const [nth, email] of ['rosa@example.com', 'rosa@example.com', 'Rosa@Example.com'].entries())
      expect(await send({ email }, `203.0.113.${nth}`)).toBe(201)
    expect([await countAcknowledgments('rosa@'), await countAcknowledgments('Rosa@')]).toEqual([1, 0])
  })

  it('repeat nothing that the visitor typed', async () => {
    const typed = { name: 'Canary Name', number: '555 0199', subject: 'Canary subject', message: 'Canary http://evil.example' }
    expect(await send({ ...typed, email: 'quiet@example.com' }, '203.0.113.20')).toBe(201)
    const [stored] = await siteDatabase.main
      .selectFrom('email_outbox')
      .select(['subject', 'body'])
      .where('recipient', '=', 'quiet@example.com')
      .execute()
    expect(stored?.subject).toBe(SUBJECT)
    expect(JSON.stringify(stored)).not.toMatch(/Canary|evil|555 0199/)
  })

  it('go to no one without an email, and not to senders of suspected spam', async () => {
    const before = await countAcknowledgments()
    expect(await send({ name: 'Rosa' }, '203.0.113.30')).toBe(201)
    expect(await send({ email: 'spam@example.com', website: 'x' }, '203.0.113.31')).toBe(201)
    expect(await send({ email: 'forged@example.com', form: 'nonsense' }, '203.0.113.31')).toBe(201)
    expect(await countAcknowledgments()).toBe(before)
  })

  it('are limited per IP address and in all, and every message still arrives', async () => {
    const before = await countAcknowledgments()
    for (let nth = 0; nth <= address.maxAttempts; nth++)
      expect(await send({ email: `one-ip-${nth}@example.com` }, '203.0.113.40')).toBe(201)
    expect(await countAcknowledgments('one-ip')).toBe(address.maxAttempts)
    for (let nth = 0; nth < siteWideLimit.hour; nth++)
      expect(await send({ email: `many-ips-${nth}@example.com` }, buildIpAddress(nth + 1))).toBe(201)
    expect(await countAcknowledgments()).toBe(siteWideLimit.hour)
    expect(before).toBeLessThan(siteWideLimit.hour)
    const { body } = await site.request('GET', '/api/reached-limits', { as: 'admin' }).then((reply) => ({ body: reply.json() }))
    expect(JSON.stringify(body)).not.toContain('acknowledgments')
  })
})
