import { expect, it } from 'vitest'
import type { Brief } from '#contract/work/brief.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { removeRowsOlderThan } from '#platform/db/remove-rows-older-than.ts'
import { removableSentReminders } from '#server/work/reminders/store.ts'
import { createConcurrentReminders, keepEmailsUnsent } from '../support/concurrent-reminders.ts'
import { confirmStart } from '../support/order-client.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { customerEmail } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const DAY = 24 * 60 * 60_000

describeOnEachDatabase('reminders', (database) => {
  const shop = startForSuite(async () => startWorkSite(keepEmailsUnsent(await database.environment())))
  const reminders = startForSuite(() => createConcurrentReminders(shop.site.environment))

  const findNumber = async (id: string) =>
    (await shop.call<{ _number: number }>('GET', `/order/${id}`, 'admin')).reply._number.toString()
  /** Returns the reminders about an order that go out some days from now. */
  async function remind(id: string, days: number) {
    const emails = await reminders.runAt(Date.now() + days * DAY, 'remindCustomers')
    return emails.filter(({ body }) => body.includes(id))
  }
  const countReminders = async (id: string, days: readonly number[]) => {
    const counts: number[] = []
    for (const day of days) counts.push((await remind(id, day)).length)
    return counts
  }
  const getStopLink = ({ body }: { body: string }) => /\/stop-reminders\?token=[^"]+/.exec(body)?.[0] ?? expect.fail(body)
  const sendAnswers = async (id: string) => {
    const { questions } = (await shop.call<Brief>('GET', `/order-brief/${id}`, 'customer')).reply
    const answers = Object.fromEntries(questions.map((one) => [one.id, one.choices[0] ?? 'An answer']))
    expect((await shop.call('PUT', `/order-brief/${id}`, 'customer', { answers, send: true })).status).toBe(200)
  }
  async function sendDraft() {
    const id = await shop.placePaidOrder()
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart(new Date().toISOString().slice(0, 10)))
    const { deliverables } = (await shop.call<OrderWork>('GET', `/order-work/${id}`, 'admin')).reply
    const { _id } = deliverables.find(({ needsApproval }) => needsApproval) ?? expect.fail('The package has no draft.')
    const send = () =>
      shop.call<Deliverable>('PUT', `/deliverable/${_id}`, 'admin', { state: 'waiting for approval', proofNote: 'A draft' })
    const { reply } = await send()
    const answer = (answer: string, version: number) =>
      shop.call('PUT', `/deliverable-approval/${_id}`, 'customer', { answer, comment: 'The phone', _version: version })
    return { id, draft: reply.record, send, answer }
  }

  it('ask for the answers 2, 5 and 10 days after the payment, once each', async () => {
    const id = await shop.placePaidOrder()
    expect(await countReminders(id, [1.9, 2, 3.9, 4.5, 5.1, 6, 9.9])).toEqual([0, 1, 0, 0, 1, 0, 0])
    const [last] = await remind(id, 10)
    expect([last?.recipient, last?.subject]).toEqual([
      customerEmail,
      `Order ${await findNumber(id)}: we’re waiting for your answers`,
    ])
    for (const part of ['This is our last reminder.', `/my-order/${id}/brief`, 'questions have no answer yet'])
      expect(last?.body).toContain(part)
    expect(await countReminders(id, [11, 30, 400])).toEqual([0, 0, 0])
  })

  it('go out once, also if a clock that is 400 days ahead removes old data for an hour', async () => {
    const [order, { id: draftOrder }] = [await shop.placePaidOrder(), await sendDraft()]
    expect([await countReminders(order, [2.1]), await countReminders(draftOrder, [3.1])]).toEqual([[1], [1]])
    const inAYear = { before: Date.now() + 310 * DAY, maxRows: 1_000, hasRowLocks: false }
    await reminders.stored.transaction().execute((tx) => removeRowsOlderThan(tx, removableSentReminders, inAYear))
    expect([await countReminders(order, [2.2]), await countReminders(draftOrder, [3.2])]).toEqual([[0], [0]])
  })

  it('go out for other orders, also if one order fails', async () => {
    const [broken, other] = [await shop.placePaidOrder(), await shop.placePaidOrder()]
    const { questions } = await reminders.stored
      .selectFrom('brief')
      .selectAll()
      .where('order_id', '=', broken)
      .executeTakeFirstOrThrow()
    const setQuestions = (questions: string) =>
      reminders.stored.updateTable('brief').set({ questions }).where('order_id', '=', broken).execute()
    await setQuestions('damaged')
    expect(await countReminders(other, [2.1])).toEqual([1])
    await setQuestions(questions)
    expect(await countReminders(broken, [2.2])).toEqual([1])
  })

  it('leave out what could not go out for two days', async () => {
    const id = await shop.placePaidOrder()
    expect(await countReminders(id, [4.1, 8, 11.9, 12.1])).toEqual([0, 0, 1, 0])
  })

  it('end once the answers are sent, and stay away after the team reopens them', async () => {
    const id = await shop.placePaidOrder()
    await sendAnswers(id)
    expect(await countReminders(id, [2.1])).toEqual([0])
    await shop.call('PUT', `/order-brief-reopened/${id}`, 'admin', { reason: 'The phone changed' })
    expect(await countReminders(id, [5.1])).toEqual([0])
  })

  it('end once the month starts, and for refunded, canceled and delivered orders', async () => {
    const [started, refunded, delivered, unpaid] = [
      await shop.placePaidOrder(),
      await shop.placePaidOrder(),
      await shop.placePaidOrder(),
      await shop.placeOrder(),
    ]
    await shop.call('PUT', `/order-start/${started}`, 'admin', confirmStart(new Date().toISOString().slice(0, 10)))
    expect((await shop.call('PUT', `/order-paid-taken-back/${refunded}`, 'admin', { reason: 'Paid back' })).status).toBe(200)
    await shop.call('PUT', `/order-status/${delivered}`, 'admin', { orderStatus: 'Delivered' })
    for (const id of [started, refunded, delivered, unpaid]) expect(await countReminders(id, [2.1])).toEqual([0])
    // The money came again.
    await shop.pay(refunded)
    expect(await countReminders(refunded, [2.2, 2.3])).toEqual([1, 0])
  })

  it('stop for an order by the link of the email, without an account and only by its button', async () => {
    const [id, other] = [await shop.placePaidOrder(), await shop.placePaidOrder()]
    const [email] = await remind(id, 2.1)
    const link = getStopLink(email ?? expect.fail('There is no reminder.'))
    const page = await shop.site.request('GET', link)
    expect([page.status, page.text.includes('Stop the reminders')]).toEqual([200, true])
    expect(await reminders.stored.selectFrom('stopped_reminder').selectAll().where('order_id', '=', id).execute()).toEqual([])
    // Twice: the second press does no harm.
    for (let press = 0; press < 2; press++) {
      const { status, text } = await shop.site.request('POST', link, { form: {} })
      expect([status, text.includes('You won’t get more reminders about this order')]).toEqual([200, true])
    }
    const forged = link.replace(id, other)
    for (const path of [forged, '/stop-reminders?token=x', '/stop-reminders'])
      expect((await shop.site.request('POST', path, { form: {} })).status).toBe(400)
    expect(await countReminders(other, [5.1])).toEqual([1])
    const stopped = await reminders.stored.selectFrom('sent_reminder').select('kind').where('subject', '=', id).execute()
    expect(stopped).toEqual([{ kind: 'answers-2' }])
  })

  it('stop when the customer’s data is erased', async () => {
    const id = await shop.placePaidOrder('Standard', 'stranger')
    const erase = { email: 'stranger@example.com' }
    expect((await shop.call('POST', '/erase-customer-notes', 'admin', erase)).status).toBe(200)
    expect(await countReminders(id, [2.1])).toEqual([0])
  })

  it('ask for an answer to a draft 3 and 7 days after it was sent, and approve nothing', async () => {
    const { id, draft } = await sendDraft()
    expect(await countReminders(id, [2.9, 3.1, 4, 6.9])).toEqual([0, 1, 0, 0])
    const [last] = await remind(id, 7.1)
    expect([last?.recipient, last?.subject]).toEqual([customerEmail, `Draft 1 is waiting for your answer: ${draft.title}`])
    for (const part of ['This is our last reminder about this draft.', `/deliverable/${draft._id}`, '/stop-reminders?token='])
      expect(last?.body).toContain(part)
    expect(await countReminders(id, [10, 20])).toEqual([0, 0])
    const { deliverables } = (await shop.call<OrderWork>('GET', `/order-work/${id}`, 'customer')).reply
    expect(deliverables.find(({ _id }) => _id === draft._id)?.state).toBe('waiting for approval')
  })

  it('are about the current draft only, and end with its answer', async () => {
    const { id, draft, send, answer } = await sendDraft()
    expect((await answer('changes', draft._version)).status).toBe(200)
    expect(await countReminders(id, [3.1])).toEqual([0])
    const second = (await send()).reply.record
    const emails = await remind(id, 3.2)
    expect(emails.map(({ subject }) => subject)).toEqual([`Draft 2 is waiting for your answer: ${draft.title}`])
    await answer('approved', second._version)
    expect(await countReminders(id, [7.1])).toEqual([0])
  })

  it('about drafts end for refunded orders, and with the stop link', async () => {
    const refunded = await sendDraft()
    await shop.call('PUT', `/order-paid-taken-back/${refunded.id}`, 'admin', { reason: 'Paid back' })
    expect(await countReminders(refunded.id, [3.1])).toEqual([0])
    const stopped = await sendDraft()
    const [email] = await remind(stopped.id, 3.1)
    const link = getStopLink(email ?? expect.fail('There is no reminder.'))
    await shop.site.request('POST', link, { form: {} })
    expect(await countReminders(stopped.id, [7.1])).toEqual([0])
  })
  it('never ask for answers to an order without questions', async () => {
    for (const { _id } of (await shop.call<{ _id: string }[]>('GET', '/brief-questions', 'admin')).reply)
      expect((await shop.call('DELETE', `/content/brief-question/${_id}`, 'admin')).status).toBe(200)
    const id = await shop.placePaidOrder()
    expect((await shop.call<Brief>('GET', `/order-brief/${id}`, 'customer')).reply.questions).toEqual([])
    expect(await countReminders(id, [2.1, 5.1, 10.1])).toEqual([0, 0, 0])
  })
})
