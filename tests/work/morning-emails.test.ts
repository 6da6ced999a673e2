import { expect, it } from 'vitest'
import { getInstantOfLocalTime, toBusinessDay } from '#contract/core/business-calendar.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { getWorkMonthDate } from '#contract/work/work-month-calendar.ts'
import { createConcurrentReminders, keepEmailsUnsent } from '../support/concurrent-reminders.ts'
import { confirmStart } from '../support/order-client.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { adminEmail } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const ZONE = 'America/Chicago'
const OTHER_ADMIN = 'other-admin@example.com'
const MINUTE = 60_000

describeOnEachDatabase('morning emails', (database) => {
  const shop = startForSuite(async () => startWorkSite(keepEmailsUnsent(await database.environment())))
  const reminders = startForSuite(() => createConcurrentReminders(shop.site.environment))

  const today = toBusinessDay(ZONE, Date.now())
  /** Returns a day, such as tomorrow for 1. */
  const dayAfter = (days: number) => getWorkMonthDate(today, days + 1)
  /** Leaves out emails that the site itself sends meanwhile, about the message. */
  const runAt = async (at: number) =>
    (await reminders.runAt(at, 'informTeam')).filter(({ subject }) => /^Your work today|late$/.test(subject))
  /** Runs both modules some minutes after 8 on a day. Returns recipients and subjects. */
  async function informAt(day: string, minutes = 0) {
    const emails = await runAt(getInstantOfLocalTime(ZONE, day, '08:00') + minutes * MINUTE)
    return emails.map(({ recipient, subject }) => `${recipient}: ${subject}`).toSorted()
  }
  const toBoth = (subject: string) => [adminEmail, OTHER_ADMIN].map((to) => `${to}: ${subject}`).toSorted()
  const choose = (workEmails: string, as: 'admin' | 'otherAdmin' = 'otherAdmin') =>
    shop.call('PUT', '/work-emails', as, { workEmails })

  it('begin with the next morning, and stay away without work', async () => {
    expect(await informAt(dayAfter(-3), 60)).toEqual([])
    expect(await informAt(dayAfter(-2))).toEqual([])
    const marks = await reminders.stored.selectFrom('sent_reminder').select('subject').where('kind', '=', 'morning').execute()
    expect(marks.map(({ subject }) => subject).toSorted()).toEqual([dayAfter(-3), dayAfter(-2)])
  })

  it('say how many messages in spam are unread, also without any work', async () => {
    await shop.site.request('POST', '/api/add-message', { body: { message: 'Hello', website: 'x' } })
    expect(await informAt(dayAfter(-1))).toEqual(toBoth('Your work today: 1 in spam'))
    const [spam] = (await shop.call<{ _id: string }[]>('GET', '/messages?place=spam', 'admin')).reply
    await shop.call('PUT', `/message/${spam?._id}`, 'admin', { messageStatus: 'Read' })
  })

  it('say once a day what is late, due and unread, and name late deliverables on their first day', async () => {
    const id = await shop.placePaidOrder('Basic')
    // Day 10 is today, and nothing else is due before day 15.
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart(dayAfter(-9)))
    await shop.call('POST', `/order-message/${id}`, 'customer', { text: 'Hello' })
    expect(await informAt(today, -1)).toEqual([])
    expect(await informAt(today)).toEqual(toBoth('Your work today: 1 due, new messages about 1 order'))
    expect(await informAt(today, 600)).toEqual([])
    await choose('Only when something becomes late')
    expect(await informAt(dayAfter(1))).toEqual([
      `${OTHER_ADMIN}: A deliverable is late`,
      `${adminEmail}: Your work today: 1 late, new messages about 1 order`,
    ])
    // It is still late, but not newly.
    expect(await informAt(dayAfter(2), 300)).toEqual([`${adminEmail}: Your work today: 1 late, new messages about 1 order`])
    await choose('Never')
    await choose('Never', 'admin')
    expect(await informAt(dayAfter(3))).toEqual([])
    await choose('Every morning')
    const { deliverables } = (await shop.call<OrderWork>('GET', `/order-work/${id}`, 'admin')).reply
    const late = deliverables.find(({ dueOn }) => dueOn === today) ?? expect.fail('Nothing is due today.')
    await shop.deliverApprovedDraft(late._id)
    expect(await informAt(dayAfter(4))).toEqual([`${OTHER_ADMIN}: Your work today: new messages about 1 order`])
    await choose('Every morning', 'admin')
  })

  it('go out at 8 on the clock of the business, also when clocks change', async () => {
    const before = Date.parse('2027-03-12T12:00Z')
    // The tests above may have sent the emails of these days.
    await reminders.stored.deleteFrom('sent_reminder').where('kind', '=', 'morning').execute()
    await runAt(before)
    const times: string[] = []
    for (let at = before; at < Date.parse('2027-03-16T00:00Z'); at += 30 * MINUTE) {
      // Tries the hours around 8 on that clock, and one time in the evening.
      const hour = new Date(at).getUTCHours()
      if ((hour < 12 || hour > 14) && at % (12 * 60 * MINUTE) !== 0) continue
      const emails = await runAt(at)
      if (emails.length > 0) times.push(`${emails.length} at ${new Date(at).toISOString()}`)
    }
    expect(times).toEqual([
      '2 at 2027-03-12T14:00:00.000Z',
      '2 at 2027-03-13T14:00:00.000Z',
      '2 at 2027-03-14T13:00:00.000Z',
      '2 at 2027-03-15T13:00:00.000Z',
    ])
    expect(new Date(getInstantOfLocalTime(ZONE, '2027-11-07', '08:00')).toISOString()).toBe('2027-11-07T14:00:00.000Z')
  })

  it('follow a choice that each admin makes on the account page', async () => {
    expect((await shop.call('GET', '/work-emails', 'admin')).reply).toEqual({ workEmails: 'Every morning', paymentEmails: 'Yes' })
    expect((await shop.call('GET', '/work-emails', 'customer')).status).toBe(403)
    expect((await choose('Sometimes')).status).toBe(400)
    const account = (as: 'admin' | 'customer') => shop.site.request('GET', '/account', { as })
    expect((await account('customer')).text).not.toContain('work-emails')
    expect((await account('admin')).text).toContain('id="work-emails"')
    const form = { _form: 'emails', workEmails: 'Never', paymentEmails: 'No' }
    expect((await shop.site.request('POST', '/account', { as: 'admin', form })).status).toBe(303)
    expect((await shop.call('GET', '/work-emails', 'admin')).reply).toEqual({ workEmails: 'Never', paymentEmails: 'No' })
  })
})
