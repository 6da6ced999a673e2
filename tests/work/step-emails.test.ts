import { expect, it } from 'vitest'
import type { Brief } from '#contract/work/brief.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { confirmStart } from '../support/order-client.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { adminEmail, customerEmail } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Tuple = [Deliverable, Deliverable, Deliverable, Deliverable]

const OTHER_ADMIN = 'other-admin@example.com'

describeOnEachDatabase('emails about the work', (database) => {
  const shop = startForSuite(async () => startWorkSite(await database.environment()))
  const stored = startForSuite(() => openSiteDatabase(shop.site.environment))

  /** Returns the recipients and subjects of the emails that `act` caused, without the order's number. */
  async function listEmailsOf(act: () => Promise<unknown>): Promise<string[]> {
    const list = () => stored.main.selectFrom('email_outbox').select(['id', 'recipient', 'subject']).orderBy('id').execute()
    const before = new Set((await list()).map(({ id }) => id))
    await act()
    const added = (await list()).filter(({ id }) => !before.has(id))
    return added.map(({ recipient, subject }) => `${recipient}: ${subject.replace(/order \d+/i, 'order N')}`).toSorted()
  }

  async function startOrder() {
    const id = await shop.placePaidOrder()
    await shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart('2026-11-02'))
    const { deliverables } = (await shop.call<OrderWork>('GET', `/order-work/${id}`, 'admin')).reply
    const find = (needsApproval: boolean) =>
      deliverables.find((one) => one.needsApproval === needsApproval) ?? expect.fail('The package lacks such a deliverable.')
    return { id, draft: find(true), plain: find(false) }
  }
  const change = ({ _id }: Deliverable, body: object) => shop.call<Deliverable>('PUT', `/deliverable/${_id}`, 'admin', body)

  it('go to every admin when the answers are sent, and to the customer when they are reopened', async () => {
    const id = await shop.placePaidOrder()
    const { questions } = (await shop.call<Brief>('GET', `/order-brief/${id}`, 'customer')).reply
    const answers = Object.fromEntries(questions.map(({ id: question, choices }) => [question, choices[0] ?? 'Sample']))
    const save = (send: boolean) => () => shop.call('PUT', `/order-brief/${id}`, 'customer', { answers, send })
    expect(await listEmailsOf(save(false))).toEqual([])
    expect(await listEmailsOf(save(true))).toEqual(
      [adminEmail, OTHER_ADMIN].map((to) => `${to}: order N: the answers are here`).toSorted(),
    )
    expect(
      await listEmailsOf(() => shop.call('PUT', `/order-brief-reopened/${id}`, 'admin', { reason: 'The phone changed' })),
    ).toEqual([`${customerEmail}: Please review your answers for order N`])
  })

  it('tell the customer once that the month started, and once that its start moved', async () => {
    const id = await shop.placePaidOrder()
    const start = (startsOn: string) => () => shop.call('PUT', `/order-start/${id}`, 'admin', confirmStart(startsOn))
    expect([
      await listEmailsOf(start('2026-11-02')),
      await listEmailsOf(start('2026-11-02')),
      await listEmailsOf(start('2026-11-03')),
    ]).toEqual([[`${customerEmail}: order N: your month has started`], [], [`${customerEmail}: order N: a new start date`]])
  })

  it('ask the customer for an answer to each draft, and tell the admins the answer', async () => {
    const { draft } = await startOrder()
    const send = () => change(draft, { state: 'waiting for approval', proofNote: 'A draft' })
    expect(await listEmailsOf(send)).toEqual([`${customerEmail}: Draft 1 is ready: ${draft.title}`])
    const answer = async (body: object) => {
      const { deliverables } = (await shop.call<OrderWork>('GET', `/order-work/${await findOrder(draft)}`, 'customer')).reply
      const version = deliverables.find(({ _id }) => _id === draft._id)?._version
      await shop.call('PUT', `/deliverable-approval/${draft._id}`, 'customer', { ...body, _version: version })
    }
    expect(await listEmailsOf(() => answer({ answer: 'changes', comment: 'The phone number' }))).toEqual(
      [adminEmail, OTHER_ADMIN].map((to) => `${to}: order N: changes requested`).toSorted(),
    )
    expect(await listEmailsOf(send)).toEqual([`${customerEmail}: Draft 2 is ready: ${draft.title}`])
    expect(await listEmailsOf(() => answer({ answer: 'approved' }))).toEqual(
      [adminEmail, OTHER_ADMIN].map((to) => `${to}: order N: draft approved`).toSorted(),
    )
  })

  it('tell the admins only the answer that stands for 10 minutes, unless the team acted on it (P-334)', async () => {
    const { draft } = await startOrder()
    const { reply } = await change(draft, { state: 'waiting for approval', proofNote: 'A draft' })
    const listUnsent = () =>
      stored.main
        .selectFrom('email_outbox')
        .select(['recipient', 'subject', 'due_at', 'created_at'])
        .where('sent_at', 'is', null)
        .where('body', 'like', `%/deliverable/${draft._id}"%`)
        .where('recipient', 'in', [adminEmail, OTHER_ADMIN])
        .execute()
    let { _version } = (reply as unknown as { record: Deliverable }).record
    const answer = async (kind: string, comment?: string) => {
      const body = { answer: kind, comment, _version: _version++ }
      expect((await shop.call('PUT', `/deliverable-approval/${draft._id}`, 'customer', body)).status).toBe(200)
    }
    const expectUnsent = async (kind: string) => {
      const unsent = await listUnsent()
      expect(unsent.map(({ recipient }) => recipient).toSorted()).toEqual([adminEmail, OTHER_ADMIN].toSorted())
      for (const { subject, due_at, created_at } of unsent) {
        expect(subject).toContain(kind)
        expect(Number(due_at) - Number(created_at)).toBe(600_000)
      }
    }
    const setSent = (values: { sent_at: number } | { attempts: number }) =>
      stored.main.updateTable('email_outbox').set(values).where('sent_at', 'is', null).execute()
    for (const kind of ['approved', 'taken back', 'approved', 'taken back']) await answer(kind)
    expect(await listUnsent()).toEqual([])
    await answer('approved')
    await expectUnsent('draft approved')
    await setSent({ sent_at: Date.now() })
    await answer('taken back')
    await expectUnsent('approval taken back')
    await answer('approved')
    expect(await listUnsent()).toEqual([])
    await answer('taken back')
    await expectUnsent('approval taken back')
    await answer('approved', 'Please use the new phone number.')
    await expectUnsent('draft approved')
    await setSent({ sent_at: Date.now() })
    await answer('taken back')
    // It may have arrived.
    await setSent({ attempts: 1 })
    await answer('approved')
    await expectUnsent('draft approved')
    await change(draft, { state: 'delivered', proofNote: 'It is live' })
    expect(await listUnsent()).toEqual([])
  })

  it('tell the customer what is needed and what is delivered, and nothing about other steps', async () => {
    const { plain } = await startOrder()
    expect(await listEmailsOf(() => change(plain, { state: 'in progress', assignee: adminEmail }))).toEqual([])
    expect(await listEmailsOf(() => change(plain, { state: 'waiting for client', waitingFor: 'A photo' }))).toEqual([
      `${customerEmail}: We need something for “${plain.title}”`,
    ])
    expect(await listEmailsOf(() => change(plain, { state: 'delivered', proofNote: 'It is live' }))).toEqual([
      `${customerEmail}: Delivered: ${plain.title}`,
    ])
  })

  it('name the deliveries of 10 minutes in one email, without those that were taken back (P-350)', async () => {
    const id = await shop.placePaidOrder('Premium')
    const { deliverables } = (await shop.call<OrderWork>('GET', `/order-work/${id}`, 'admin')).reply
    const [a, b, c, d] = deliverables.filter(({ needsApproval }) => !needsApproval) as Tuple
    const listEmails = () =>
      stored.main
        .selectFrom('email_outbox')
        .select(['id', 'subject', 'body', 'due_at', 'created_at'])
        .where('recipient', '=', customerEmail)
        .where('created_at', '>=', startedAt)
        .where('subject', 'like', '%elivered%')
        .orderBy('id')
        .execute()
    const startedAt = Date.now()
    const listSubjects = async () => (await listEmails()).map(({ subject }) => subject)
    const deliver = (part: Deliverable) => change(part, { state: 'delivered', proofNote: `Canary of ${part._id}` })
    const takeBack = (part: Deliverable) => change(part, { state: 'in progress', reason: 'A wrong link' })

    await deliver(a)
    const [first] = await listEmails()
    expect([first?.subject, Number(first?.due_at) - Number(first?.created_at)]).toEqual([`Delivered: ${a.title}`, 600_000])
    await deliver(b)
    expect(await listSubjects()).toEqual([`Delivered: ${a.title} and ${b.title}`])
    await Promise.all([deliver(c), deliver(d)])
    const [email, ...others] = await listEmails()
    expect(others).toEqual([])
    expect(email?.subject).toMatch(/^4 parts delivered: .+, and 2 more$/)
    expect([email?.id, email?.due_at]).toEqual([first?.id, first?.due_at])
    for (const part of [a, b, c, d]) expect(email?.body).toContain(`Canary of ${part._id}`)
    await takeBack(c)
    await takeBack(a)
    expect(await listSubjects()).toEqual([`Delivered: ${b.title} and ${d.title}`])
    expect((await listEmails())[0]?.body).not.toContain(`Canary of ${a._id}`)
    await takeBack(b)
    await takeBack(d)
    expect(await listSubjects()).toEqual([])

    // What went out is neither changed nor repeated.
    await deliver(a)
    await stored.main.updateTable('email_outbox').set({ sent_at: Date.now() }).where('sent_at', 'is', null).execute()
    await deliver(b)
    await takeBack(a)
    expect(await listSubjects()).toEqual([`Delivered: ${a.title}`, `Delivered: ${b.title}`])
  })

  async function findOrder({ _id }: Deliverable): Promise<string> {
    const row = await stored.main.selectFrom('deliverable').select('order_id').where('id', '=', _id).executeTakeFirst()
    return row?.order_id ?? expect.fail('There is no such deliverable.')
  }
})
