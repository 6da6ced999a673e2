import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { advanceClock, createMessageClient, sampleMessage } from '../support/message-client.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startApp, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const DAY = 24 * 60 * 60_000

describeOnEachDatabase('the spam filter for messages', (database) => {
  const site = startAppForSuite(database)
  const siteDatabase = startForSuite(() => openSiteDatabase(site.environment))
  // The clock stops until a test moves it.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  const { send, sendAll, list, listSubjects } = createMessageClient(() => site)
  const openForm = async () => ((await site.request('GET', '/api/message-form')).json() as { form: string }).form
  const listMailsAbout = async (subject: string) =>
    (await siteDatabase.listMails()).filter((line) => line.endsWith(`New message: ${subject}`))

  it('moves a message that a program seems to have sent to spam, without an email', async () => {
    const otherSite = await startApp(await database.environment())
    const otherForm = (await otherSite.request('GET', '/api/message-form')).json() as { form: string }
    await otherSite.close()
    const ownForm = await openForm()
    const [time = '', nonce] = ownForm.split('.')
    advanceClock(3_000)
    const suspiciousParts: (() => Promise<object>)[] = [
      async () => ({ website: 'https://example.com' }),
      async () => ({ website: 'x', form: ownForm, message: 'Better than others: https://other.example' }),
      async () => {
        const form = await openForm()
        advanceClock(2_998)
        return { form, message: 'Better than others: https://other.example' }
      },
      async () => ({ form: '' }),
      async () => ({ form: otherForm.form }),
      async () => ({ form: ownForm.replace(time, String(Number(time) - 2 * DAY)) }),
      async () => ({ form: `${time}.${nonce}.${'A'.repeat(43)}` }),
      async () => ({ form: 'nonsense' }),
    ]
    for (const [nth, addSuspiciousPart] of suspiciousParts.entries()) {
      const { status, text, reply } = await send({
        ...sampleMessage,
        subject: `Suspicious ${nth}`,
        ...(await addSuspiciousPart()),
      })
      expect([status, text]).toEqual([201, JSON.stringify({ message: 'Message is Updated', record: reply.record })])
      expect(Object.keys(reply.record)).toEqual(['_id', ...Object.keys(sampleMessage), 'messageStatus'])
      expect(await listSubjects('place=spam&size=1')).toEqual([`Suspicious ${nth}`])
      expect(await listMailsAbout(`Suspicious ${nth}`)).toEqual([])
    }
    expect((await list('search=suspicious')).total).toBe(0)
  })

  it('moves a text that came ten times in a day to spam with the reason, and not a short one', async () => {
    const text = 'Rank first in thirty days with one simple plan.'
    const sendTimes = async (times: number, message: string) => {
      for (let nth = 0; nth < times; nth++) await sendAll({ subject: 'Equal', email: `p${nth}@example.com`, message })
    }
    await sendTimes(12, text)
    await sendTimes(12, 'Please call me.')
    const spam = (await list('place=spam&search=equal')).records
    expect(spam.map(({ message, _spamReason }) => [message, _spamReason])).toEqual(Array(2).fill([text, 'repeated']))
    expect((await list('search=equal')).total).toBe(22)
    advanceClock(DAY)
    await sendTimes(1, text)
    expect((await list('search=equal')).total).toBe(23)
  })

  it('says in the daily email and on the overview how many messages in spam are unread', async () => {
    const { total } = await list('place=spam&messageStatus=UnRead')
    expect(total).toBeGreaterThan(1)
    const overview = await site.request('GET', '/admin', { as: 'admin' })
    expect(overview.text).toContain(`${total} unread messages in Spam`)
  })

  it("accepts a browser's form at once if it holds no URL", async () => {
    const form = await openForm()
    advanceClock(200)
    await sendAll({ subject: 'Filled in by the browser', message: 'Please call me back.', form })
    expect(await listMailsAbout('Filled in by the browser')).toHaveLength(1)
  })

  it('accepts a form that was open for three seconds or three days, and API calls', async () => {
    for (const [nth, age] of [3_000, 3 * DAY].entries()) {
      const form = await openForm()
      advanceClock(age - 1)
      await sendAll({ subject: `Patient ${nth}`, message: 'We are at https://example.com', website: '', form })
      expect(await listMailsAbout(`Patient ${nth}`)).toHaveLength(1)
    }
    await sendAll({ subject: 'Patient 2' })
    expect(await listSubjects('search=patient')).toEqual(['Patient 2', 'Patient 1', 'Patient 0'])
  })

  it('stores a repeated form once, and a form with another text as another message', async () => {
    const sendForm = async (form: Record<string, string>) => {
      advanceClock(1)
      const reply = await site.request('POST', '/contact', { form })
      return [reply.status, reply.headers.location]
    }
    const form = await openForm()
    advanceClock(5_000)
    const body = { ...sampleMessage, subject: 'Double click', form }
    const replies = await Promise.all([sendForm(body), sendForm(body), sendForm(body)])
    advanceClock(DAY)
    replies.push(await sendForm(body))
    expect(replies).toEqual(Array(4).fill([303, '/all-messages']))
    expect(await listMailsAbout('Double click')).toHaveLength(1)
    expect((await list('search=double')).total).toBe(1)
    await sendForm({ ...body, message: 'Something else' })
    expect((await list('search=double')).total).toBe(2)
    const other = await openForm()
    advanceClock(5_000)
    await sendForm({ ...body, form: other })
    await sendAll({ ...sampleMessage, subject: 'Double click' }, { ...sampleMessage, subject: 'Double click' })
    expect((await list('search=double')).total).toBe(5)
  })
})
