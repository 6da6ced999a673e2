import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMessageClient, sampleMessage } from '../support/message-client.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { makeAdmin } from '../support/test-accounts.ts'
import { adminEmail, startApp, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const UNUSED_ID = '00000000-0000-4000-8000-000000000000'

describeOnEachDatabase('messages', (database) => {
  const site = startAppForSuite(database)
  const siteDatabase = startForSuite(() => openSiteDatabase(site.environment))
  // The clock stops until a test moves it.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  const { send, sendAll, list, listSubjects } = createMessageClient(() => site)
  const change = (path: string, body: object) => site.request('PUT', `/api${path}`, { as: 'admin', body })
  const listMailsAbout = async (subject: string) =>
    (await siteDatabase.listMails()).filter((line) => line.endsWith(`New message: ${subject}`))

  it('are stored as unread, with the exact alert (P-119)', async () => {
    const { status, reply } = await send({ ...sampleMessage, messageStatus: 'Read' })
    const { message, record } = reply
    expect([status, message]).toEqual([201, 'Message is Updated'])
    expect(record).toEqual({ _id: expect.any(String), ...sampleMessage, messageStatus: 'UnRead' })
    const listed = { ...record, siteUrl: '', zipCodes: '', _place: 'inbox', _spamReason: null, _receivedAt: Date.now() }
    expect((await list()).records).toEqual([listed])
    expect((await site.request('GET', `/api/message/${record._id}`, { as: 'admin' })).json()).toMatchObject(sampleMessage)
  })

  it('need no field, but text in one of them', async () => {
    for (const body of [{}, { name: ' ', message: '\n' }, { website: 'https://example.com' }, { messageStatus: 'UnRead' }]) {
      const { status, reply } = await send(body)
      expect([status, reply.fields]).toEqual([400, { message: 'Please enter a message.' }])
    }
    const { status, reply } = await send({ email: 'rosa' })
    expect([status, Object.keys(reply.fields ?? {})]).toEqual([400, ['email']])
    await sendAll({ number: '1' }, { email: 'rosa@example.com' })
  })

  it('notify every admin who can log in, and replies go to the sender', async () => {
    await makeAdmin(site, 'without-account@example.com')
    await sendAll({ ...sampleMessage, subject: 'For the admins' })
    expect(await listMailsAbout('For the admins')).toEqual([`${adminEmail}: New message: For the admins`])
  })

  it('can be marked read and unread, and move between the lists', async () => {
    const { record } = (await send({ subject: 'To be read' })).reply
    const read = await change(`/message/${record._id}`, { messageStatus: 'Read' })
    expect([read.status, read.json()]).toMatchObject([200, { message: 'Message is Read', record: { messageStatus: 'Read' } }])
    expect(await listSubjects('messageStatus=Read')).toEqual(['To be read'])
    expect(await listSubjects('messageStatus=UnRead')).not.toContain('To be read')
    const unreadReply = await change(`/message/${record._id}`, { messageStatus: 'UnRead' })
    expect(unreadReply.json()).toMatchObject({ message: 'Marked unread', record: { messageStatus: 'UnRead' } })
    expect((await list('messageStatus=Read')).total).toBe(0)
    expect((await change(`/message/${record._id}`, { messageStatus: 'Seen' })).status).toBe(400)
    expect((await change(`/message/${UNUSED_ID}`, { messageStatus: 'Read' })).status).toBe(404)
  })

  it('move to the archive, to spam and back, and stand in one folder at a time', async () => {
    const { record } = (await send({ subject: 'To be moved' })).reply
    const messages = { archive: 'Archived', spam: 'Moved to spam', inbox: 'Moved to the inbox' } as const
    for (const place of ['archive', 'spam', 'inbox'] as const) {
      const moveReply = await change('/messages', { ids: [record._id], place })
      expect([moveReply.status, moveReply.json()]).toMatchObject([
        200,
        { message: messages[place], records: [{ _place: place }] },
      ])
      for (const one of ['archive', 'spam', 'inbox']) {
        expect([one, (await listSubjects(`place=${one}`)).includes('To be moved')]).toEqual([one, one === place])
      }
    }
    expect((await change('/messages', { ids: [record._id], place: 'bin' })).status).toBe(400)
    expect((await change('/messages', { ids: [UNUSED_ID], place: 'spam' })).status).toBe(404)
  })

  it('come in order of arrival without a page, for the original client (P-158)', async () => {
    await sendAll({ subject: 'Arrived 1' }, { subject: 'Arrived 2' }, { subject: 'Arrived 3' })
    const reply = await site.request('GET', '/api/messages?search=arrived', { as: 'admin' })
    const subjects = (reply.json() as { subject: string }[]).map(({ subject }) => subject)
    expect([subjects, reply.headers['x-total-count']]).toEqual([['Arrived 1', 'Arrived 2', 'Arrived 3'], '3'])
    const newest = await site.request('GET', '/api/messages?search=arrived&size=2', { as: 'admin' })
    expect((newest.json() as { subject: string }[]).map(({ subject }) => subject)).toEqual(['Arrived 2', 'Arrived 3'])
  })

  it('are found by words in the name, email, subject or text, in any case and language', async () => {
    await sendAll(
      { name: 'Ägidius ÖZTÜRK', number: '+1 (202) 555-0199', subject: 'Search A', message: '100% of the budget_2026' },
      { email: 'Seeker@Example.org', subject: 'Search B', message: 'Ça coûte 100 \\ 200' },
      { name: 'Ю. Иванов', subject: 'Search C', message: 'cafe\u0301 and\nbudget-2026' },
    )
    const searchSubjects = async (words: string) =>
      (await listSubjects(`search=${encodeURIComponent(words)}`)).map((one) => one.replace('Search ', ''))
    const expected: [string, string[]][] = [
      ['search', ['C', 'B', 'A']],
      ['  SEARCH   budget ', ['C', 'A']],
      ['ägidius öztürk', ['A']],
      ['ÇA COÛTE', ['B']],
      ['ИВАНОВ', ['C']],
      ['CAFÉ', ['C']],
      ['seeker@example.ORG', ['B']],
      ['100%', ['A']],
      ['t_2', ['A']],
      ['\\', ['B']],
      ['search nowhere', []],
      ["search ' or 1=1 --", []],
      ['+1 555', []],
      ['AGIDIUS ozturk', ['A']],
      ['cafe', ['C']],
      ['(202) 555-0199', ['A']],
      ['+1.202.555.0199', ['A']],
      ['2025550199', ['A']],
      ['555 0199', ['A']],
    ]
    for (const [words, letters] of expected) expect([words, await searchSubjects(words)]).toEqual([words, letters])
    expect((await list(`search=${'%25'.repeat(200)}`)).total).toBe(0)
    expect((await list(`search=${'a'.repeat(201)}`)).status).toBe(400)
  })

  it('come in pages, with a short last page and an empty one after it', async () => {
    await sendAll(...Array.from({ length: 5 }, (_, nth) => ({ subject: `Paged ${nth}` })))
    const page = async (query: string) => {
      const { total, records } = await list(`search=paged&${query}`)
      return [total, records.map(({ subject }) => subject.replace('Paged ', '')).join('')]
    }
    expect(await page('')).toEqual([5, '43210'])
    expect(await page('size=2')).toEqual([5, '43'])
    expect(await page('page=2&size=2')).toEqual([5, '21'])
    expect(await page('page=3&size=2')).toEqual([5, '0'])
    expect(await page('page=4&size=2')).toEqual([5, ''])
    expect(await page('page=9007199254740&size=1000')).toEqual([5, ''])
    for (const query of ['page=0', 'page=-1', 'page=1.5', 'page=x', 'size=0', 'size=1001', 'place=bin', 'messageStatus=Seen'])
      expect([query, (await list(query)).status]).toEqual([query, 400])
  })

  it('accept 200 characters per line and a text of 10,000, stored once', async () => {
    const tooLong = { name: 'x'.repeat(201), subject: 'x'.repeat(201), number: 'x'.repeat(201), message: 'x'.repeat(10_001) }
    for (const [name, value] of Object.entries(tooLong)) {
      const { status, reply } = await send({ ...sampleMessage, [name]: value })
      expect([name, status, Object.keys(reply.fields ?? {})]).toEqual([name, 400, [name]])
    }
    const text = `beginning ${'plain words and one with an Akzént. '.repeat(270)} Ending`
    const headers = { 'idempotency-key': 'a-long-message' }
    const body = { ...sampleMessage, subject: 'Long', message: text }
    const { status } = await site.request('POST', '/api/add-message', { body, headers })
    expect(status).toBe(201)
    const row = await siteDatabase.main.selectFrom('message').selectAll().where('subject', '=', 'Long').executeTakeFirst()
    expect([row?.body, row?.search_text.includes('plain')]).toEqual([text, false])
    const outcomes = JSON.stringify(await siteDatabase.main.selectFrom('idempotent_request').select('outcome').execute())
    expect(outcomes).not.toContain('beginning')
    const mails = await siteDatabase.main.selectFrom('email_outbox').select('body').where('subject', 'like', '%Long').execute()
    for (const mail of mails) expect(mail.body.length).toBeLessThan(1_500)
    for (const words of ['ENDING', 'akzent', 'Akzént', 'plain beginning'])
      expect([words, await listSubjects(`search=${encodeURIComponent(words)}`)]).toEqual([words, ['Long']])
  })

  it('are stored without an admin, and no email is sent', async () => {
    const otherEnvironment = await database.environment()
    const empty = await startApp({ ...otherEnvironment, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
    expect((await empty.request('POST', '/api/add-message', { body: sampleMessage })).status).toBe(201)
    await empty.close()
    const demoSite = await startApp({ ...otherEnvironment, SEED: 'demo' })
    expect((await demoSite.request('GET', '/api/messages', { as: 'admin' })).json()).toMatchObject([sampleMessage])
    // The database holds a message, so it gets no demo content.
    expect((await demoSite.request('GET', '/api/faq-items')).json()).toEqual([])
    await demoSite.close()
    const otherDatabase = await openSiteDatabase(otherEnvironment)
    expect((await otherDatabase.listMails()).filter((line) => line.includes('New message'))).toEqual([])
    await otherDatabase.close()
  })
})
