import { expect, it } from 'vitest'
import type { Brief } from '#contract/work/brief.ts'
import { keepEmailsUnsent } from '../support/concurrent-reminders.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { customerEmail } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('the questions after a payment', (database) => {
  const shop = startForSuite(async () => startWorkSite(keepEmailsUnsent(await database.environment())))

  type Role = Parameters<typeof shop.call>[2]
  const load = (id: string, as: Role = 'customer') => shop.call<Brief>('GET', `/order-brief/${id}`, as)
  const save = (id: string, body: object, as: Role = 'customer') => shop.call<Brief>('PUT', `/order-brief/${id}`, as, body)
  const reopen = (id: string, as: Role = 'admin') =>
    shop.call<Brief>('PUT', `/order-brief-reopened/${id}`, as, { reason: 'The phone changed' })
  const answerAll = ({ questions }: Brief, nth = 1) =>
    Object.fromEntries(questions.map(({ id, type, choices }) => [id, type === 'choice' ? choices[0] : `Answer ${nth}`]))

  it('come with the first payment, once, and stay after the payment is undone', async () => {
    const id = await shop.placeOrder()
    expect([await load(id), await save(id, { answers: {} })]).toMatchObject([{ status: 404 }, { status: 404 }])
    await shop.pay(id)
    const { status, reply } = await load(id)
    expect([status, reply.questions.length, reply._version, reply.sentAt]).toEqual([200, 8, 1, null])
    const [first] = reply.questions
    await save(id, { answers: { [first?.id ?? '']: 'Sample Realty' } })
    await shop.call('PUT', `/order-paid-taken-back/${id}`, 'admin', { reason: 'A mistake' })
    await shop.pay(id)
    expect((await load(id)).reply).toMatchObject({
      _version: 2,
      questions: [{ answer: 'Sample Realty' }, {}, {}, {}, {}, {}, {}, {}],
    })
  })

  it('keep their texts when the owner edits or deletes a question later', async () => {
    const id = await shop.placePaidOrder()
    const before = (await load(id)).reply
    const [first, second] = (await shop.call<{ _id: string; question: string }[]>('GET', '/brief-questions', 'admin')).reply
    await shop.call('PUT', `/brief-question/${first?._id}`, 'admin', { ...first, question: 'Another question' })
    await shop.call('DELETE', `/content/brief-question/${second?._id}`, 'admin')
    expect((await load(id)).reply).toEqual(before)
    const later = (await load(await shop.placePaidOrder())).reply
    expect([later.questions.length, later.questions[0]?.question]).toEqual([7, 'Another question'])
  })

  it('save what the customer typed, and refuse an older version with the stored answers', async () => {
    const id = await shop.placePaidOrder()
    const [first, second] = (await load(id)).reply.questions
    const saved = await save(id, { answers: { [first?.id ?? '']: 'One' }, _version: 1 })
    expect(saved).toMatchObject({ status: 200, reply: { message: 'Answers saved', record: { _version: 2 } } })
    const conflict = await save(id, { answers: { [second?.id ?? '']: 'Two' }, _version: 1 })
    expect([conflict.status, conflict.reply.record._version]).toEqual([409, 2])
    await save(id, { answers: { [second?.id ?? '']: 'Two' }, _version: 2 })
    expect((await load(id)).reply.questions.slice(0, 2).map(({ answer }) => answer)).toEqual(['One', 'Two'])
  })

  it('are sent only with all required answers, and then change only after the team reopens them', async () => {
    const id = await shop.placePaidOrder()
    const brief = (await load(id)).reply
    const refused = await save(id, { answers: {}, send: true })
    const required = brief.questions.filter((question) => question.required).map((question) => question.id)
    expect([refused.status, Object.keys(refused.reply.fields ?? {}).toSorted()]).toEqual([400, required.toSorted()])
    expect((await load(id)).reply).toEqual(brief)
    expect((await reopen(id)).status).toBe(409)
    const sent = await save(id, { answers: answerAll(brief), send: true })
    expect([sent.status, sent.reply.record.sentAt]).toEqual([200, expect.any(Number)])
    expect((await save(id, { answers: answerAll(brief, 2) })).status).toBe(409)
    const reopened = await reopen(id)
    expect(reopened.reply.record).toMatchObject({ sentAt: null, reopenedReason: 'The phone changed' })
    await save(id, { answers: answerAll(brief, 2), send: true })
    const { sentVersions, reopenedReason } = (await load(id)).reply
    expect(reopenedReason).toBe(null)
    expect(sentVersions.map(({ answers }) => answers[0]?.answer)).toEqual(['Answer 1', 'Answer 2'])
  })

  it('start with the answers that the same customer sent last', async () => {
    const id = await shop.placePaidOrder('Basic', 'stranger')
    const brief = (await load(id, 'stranger')).reply
    expect(brief.questions.every(({ answer }) => answer === '')).toBe(true)
    await save(id, { answers: answerAll(brief, 7), send: true }, 'stranger')
    await reopen(id)
    await save(id, { answers: answerAll(brief, 8) }, 'stranger')
    const repeat = (await load(await shop.placePaidOrder('Basic', 'stranger'), 'stranger')).reply
    expect(repeat.questions[0]?.answer).toBe('Answer 7')
    expect([repeat.sentAt, repeat.sentVersions]).toEqual([null, []])
  })

  it('refuse a password', async () => {
    const id = await shop.placePaidOrder()
    const [first] = (await load(id)).reply.questions
    const answer = 'Login rosa, password: hunter2'
    const { status, reply } = await save(id, { answers: { [first?.id ?? '']: answer } })
    expect([status, reply.fields?.[first?.id ?? '']]).toEqual([
      400,
      expect.stringMatching(/^Please don’t send passwords. Invite \S+@\S+ instead.$/),
    ])
    expect((await load(id)).reply.questions[0]?.answer).not.toBe(answer)
  })

  it('belong to the customer: strangers get a 404, and admins only read', async () => {
    const id = await shop.placePaidOrder()
    expect([await load(id, 'stranger'), await save(id, { answers: {} }, 'stranger')]).toMatchObject([
      { status: 404 },
      { status: 404 },
    ])
    expect([await load(id, 'admin'), await save(id, { answers: {} }, 'admin')]).toMatchObject([{ status: 200 }, { status: 403 }])
    expect((await reopen(id, 'customer')).status).toBe(403)
  })

  it('are erased on request, sent ones too, and only for that customer', async () => {
    const [id, otherId] = [await shop.placePaidOrder(), await shop.placePaidOrder('Basic', 'stranger')]
    for (const [order, as] of [
      [id, 'customer'],
      [otherId, 'stranger'],
    ] as const)
      await save(order, { answers: answerAll((await load(order, as)).reply), send: true }, as)
    for (const _attempt of [1, 2])
      expect((await shop.call('POST', '/erase-customer-notes', 'admin', { email: customerEmail })).status).toBe(200)
    const { questions, sentVersions } = (await load(id)).reply
    expect([questions.filter(({ answer }) => answer !== ''), sentVersions]).toEqual([[], []])
    expect((await load(otherId, 'stranger')).reply.sentVersions).toHaveLength(1)
  })

  it('save once if two windows save the same version at the same time', async () => {
    const id = await shop.placePaidOrder()
    const [first] = (await load(id)).reply.questions
    const replies = await Promise.all(
      [1, 2, 3, 4].map((nth) => save(id, { answers: { [first?.id ?? '']: `Window ${nth}` }, _version: 1 })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const stored = await openSiteDatabase(shop.site.environment)
    expect(await stored.main.selectFrom('brief').select('version').where('order_id', '=', id).execute()).toEqual([{ version: 2 }])
    await stored.close()
  })
  it('are in no receipt and no form if the owner has none', async () => {
    const stored = await openSiteDatabase(shop.site.environment)
    const readReceipt = async (id: string) => {
      const emails = await stored.main.selectFrom('email_outbox').select(['subject', 'body']).execute()
      return emails.find(({ subject, body }) => subject.startsWith('Receipt') && body.includes(id))?.body
    }
    expect(await readReceipt(await shop.placePaidOrder())).toContain('Answer the questions')
    for (const { _id } of (await shop.call<{ _id: string }[]>('GET', '/brief-questions', 'admin')).reply)
      expect((await shop.call('DELETE', `/content/brief-question/${_id}`, 'admin')).status).toBe(200)
    const id = await shop.placePaidOrder()
    const receipt = await readReceipt(id)
    expect(receipt).toContain(`/my-order/${id}`)
    expect(receipt).not.toMatch(/\/brief|questions/)
    const page = (await shop.site.request('GET', `/my-order/${id}/brief`, { as: 'customer' })).text
    expect(page).toContain('We have no questions about this order.')
    expect(page).not.toContain('Send my answers')
    const { reply: ordersToStart } = await shop.call<{ _id: string }[]>('GET', '/work?page=1&group=ready to start', 'admin')
    expect(ordersToStart.map(({ _id }) => _id)).toContain(id)
    await stored.close()
  })
})
