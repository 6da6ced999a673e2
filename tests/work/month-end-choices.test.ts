import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import type { PaymentEvidenceReply } from '#contract/sales/payment-evidence.ts'
import type { CustomerActionItem } from '#contract/work/customer-action-items.ts'
import { canChoose, deliverableChoices } from '#contract/work/deliverable-choice.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { monthEndMigration } from '#server/work/order-work/migrations/0011-month-end.ts'
import { createConcurrentReminders, keepEmailsUnsent } from '../support/concurrent-reminders.ts'
import { confirmStart } from '../support/order-client.ts'
import { pickSize } from '../support/proof-size.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import type { Role } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const DAY = 24 * 60 * 60_000
type Reply<T> = { status: number; reply: { error?: string; record: T } }

it('lets the client choose, the product finish after a week, and the team carry out', () => {
  expect([canChoose('asked', 'client'), canChoose('scheduled', 'client'), canChoose('chosen', 'product')]).toEqual([
    true,
    false,
    false,
  ])
})

describeOnEachDatabase('the choice about a missed part', (database) => {
  const shop = startForSuite(async () => startSiteWithPayPal(keepEmailsUnsent(await database.environment()), { processes: 2 }))
  const reminders = startForSuite(() => createConcurrentReminders(shop.settings))

  const load = async (id: string, as: Role = 'customer') =>
    ((await shop.call('GET', `/order-work/${id}`, { as: as as 'admin' })).reply as unknown as OrderWork).deliverables
  const find = async (id: string, nth: number) => (await load(id, 'admin'))[nth] as Deliverable
  const put = (path: string, body: object, as: 'admin' | 'customer' = 'admin', at = shop.site) =>
    shop.call('PUT', path, { as, body, at }) as unknown as Promise<Reply<Deliverable>>
  const choose = ({ _id, _version, choice: shown }: Deliverable, choice: string, at = shop.site) =>
    put(`/deliverable-choice/${_id}`, { choice, _version, ...(shown?.share && { amount: shown.share }) }, 'customer', at)
  const remind = async (id: string, days: number) =>
    (await reminders.runAt(Date.now() + days * DAY, 'remindCustomers')).filter(({ body }) => body.includes(id))
  const listGroup = async (group: string) => {
    const { reply } = await shop.call('GET', `/work?group=${encodeURIComponent(group)}&page=1&size=100`, { as: 'admin' })
    return (reply as unknown as { _id: string }[]).map(({ _id }) => _id)
  }

  /** When the database got the choices. Clients are asked about dates since then. */
  const setUpgradeTime = (applied_at: number) =>
    reminders.stored.updateTable('migration').set({ applied_at }).where('name', '=', monthEndMigration.name).execute()

  async function endMonth() {
    await setUpgradeTime(Date.UTC(2026, 1, 3, 12))
    const order = await shop.order()
    await put(`/order-paid/${order.id}`, { reason: 'By check' })
    await put(`/order-start/${order.id}`, confirmStart('2026-01-05'))
    return order
  }

  it('is the client’s: finish it with a new date, or refund it with one press of the team (P-325)', async () => {
    const { id } = await endMonth()
    const [first, second] = (await load(id)) as [Deliverable, Deliverable]
    const undecided = { chooseBy: null, kind: null, at: null, by: null }
    expect(first.choice).toEqual({ state: 'asked', missedOn: '2026-02-03', share: '142.71', ...undecided })
    expect([await listGroup('waiting for choice'), await listGroup('decision due')]).toEqual([[id], []])
    expect((await put(`/deliverable-choice/${first._id}`, { choice: 'finish', _version: first._version })).status).toBe(403)
    expect((await put(`/deliverable-choice/${first._id}`, { choice: 'finish' }, 'customer')).status).toBe(400)
    expect((await choose(first, 'finish')).status).toBe(200)
    expect((await choose(first, 'refund')).status).toBe(409)
    expect((await choose(second, 'refund')).status).toBe(200)
    expect(await put(`/deliverable/${second._id}`, { state: 'delivered', proofNote: 'Sent' })).toMatchObject({
      status: 409,
      reply: { error: `The client chose the refund of “${second.title}”. Refund it, or decide otherwise with a reason.` },
    })
    expect(await listGroup('decision due')).toEqual([id])
    const chosen = await find(id, 1)
    expect((await put(`/deliverable-outcome/${chosen._id}`, { outcome: 'carried' })).status).toBe(400)
    const refunded = await put(`/deliverable-outcome/${chosen._id}`, { outcome: 'refunded', amount: '142.71' })
    expect(refunded.reply.record).toMatchObject({ reason: 'As you chose.', outcome: { kind: 'refunded' }, choice: null })

    await put(`/deliverable/${first._id}`, { dueOn: '2099-01-01' })
    const scheduled = await find(id, 0)
    expect(scheduled).toMatchObject({ isLate: false, choice: { state: 'scheduled', kind: 'finish' } })
    expect((await choose(scheduled, 'refund')).status).toBe(409)
    await put(`/deliverable/${first._id}`, { dueOn: '2026-03-01' })
    expect(await find(id, 0)).toMatchObject({ isLate: true, choice: { state: 'asked', missedOn: '2026-03-01' } })
  })

  it('asks nothing about a delivered order whose only change was a canceled part', async () => {
    const { id } = await endMonth()
    await put(`/deliverable/${(await find(id, 0))._id}`, { state: 'canceled', reason: 'Not needed' })
    await put(`/order-status/${id}`, { orderStatus: 'Delivered' })
    expect((await load(id)).filter(({ choice }) => choice !== null)).toEqual([])
    expect(await listGroup('waiting for choice')).not.toContain(id)
  })

  it('stays for both sides and on the board after the order is delivered, until the team carries it out (P-325)', async () => {
    const { id } = await endMonth()
    await put(`/deliverable/${(await find(id, 6))._id}`, { state: 'delivered', proofNote: 'Sent' })
    await choose(await find(id, 0), 'refund')
    await put(`/order-status/${id}`, { orderStatus: 'Delivered' })
    for (const side of ['customer', 'admin'] as const)
      expect((await load(id, side)).map(({ choice }) => choice?.state).slice(0, 2)).toEqual(['chosen', 'asked'])
    expect([await listGroup('decision due'), await listGroup('waiting for choice')]).toEqual([
      expect.arrayContaining([id]),
      expect.arrayContaining([id]),
    ])
    const page = (await shop.site.request('GET', `/my-order/${id}`, { as: 'customer' })).text
    expect(page).toMatch(/your choice(.|\n)*please choose/)
    expect((await choose(await find(id, 1), 'carry')).status).toBe(200)
    for (const outcome of ['refunded', 'carried'])
      expect((await put(`/deliverable-outcome/${(await find(id, outcome === 'carried' ? 1 : 0))._id}`, { outcome })).status).toBe(
        200,
      )
    expect(await listGroup('decision due')).not.toContain(id)
  })

  it('needs a reason to be overruled, and the client reads that one (P-280)', async () => {
    const { id } = await endMonth()
    const parts = (await load(id)) as [Deliverable, Deliverable]
    for (const { _id } of parts.slice(0, 2)) await put(`/deliverable/${_id}`, { state: 'not delivered', reason: 'No access' })
    await choose(await find(id, 0), 'refund')
    await choose(await find(id, 1), 'carry')
    const decide = (nth: number, body: object) => put(`/deliverable-outcome/${parts[nth as 0]._id}`, body)
    for (const [nth, outcome] of [
      [0, 'carried'],
      [1, 'refunded'],
    ] as const) {
      expect(await decide(nth, { outcome })).toMatchObject({
        status: 400,
        reply: { error: 'Give a reason. The client reads it.' },
      })
      await decide(nth, { outcome, reason: 'You asked by phone' })
    }
    expect((await load(id)).slice(0, 2).map(({ reason }) => reason)).toEqual(['You asked by phone', 'You asked by phone'])
    const { text } = await shop.site.request('GET', `/my-order/${id}`, { as: 'customer' })
    expect([text.includes('You asked by phone'), text.includes('No access')]).toEqual([true, false])
  })

  it('refunds the amount that the client read: another one isn’t chosen, and a chosen one stays (P-325)', async () => {
    const { id } = await endMonth()
    const listShares = async () => (await load(id, 'admin')).map(({ share }) => share)
    const [first, second] = (await load(id)) as [Deliverable, Deliverable]
    for (const { _id } of await load(id)) expect((await put(`/deliverable/${_id}`, { weight: 0 })).status).toBe(200)
    const equal = await listShares()
    await shop.call('POST', `/deliverable/${id}`, { as: 'admin', body: { title: 'A gift' } })
    expect(await listShares()).toEqual([...equal, '0.00'])
    await put(`/deliverable/${second._id}`, { weight: 4 })
    const { share } = await find(id, 0)
    const { status, reply } = await choose(first, 'refund')
    expect([status, reply.error, reply.record.choice]).toMatchObject([
      409,
      `The share of “${first.title}” is $${share} now. Please choose again.`,
      { state: 'asked', share },
    ])
    const sendForm = (amount: string) => {
      const form = { _form: 'choice', id: first._id, _version: String(first._version), choice: 'refund', amount }
      return shop.site.request('POST', `/my-order/${id}`, { as: 'customer', form })
    }
    for (const amount of ['', first.choice?.share ?? '']) {
      const { text } = await sendForm(amount)
      expect([text.includes(`is $${share} now`), text.includes(`Refund its share ($${share})`)]).toEqual([true, true])
    }
    expect((await find(id, 0)).choice?.state).toBe('asked')
    expect((await sendForm(share ?? '')).status).toBe(303)
    expect(await put(`/deliverable/${second._id}`, { weight: 9 })).toMatchObject({
      status: 409,
      reply: { error: `The client chose the refund of “${first.title}”, so you can’t change any part of the price.` },
    })
    // A request to stop only hides the choice.
    await put(`/order-stop/${id}`, { reason: 'We close the office' }, 'customer')
    expect((await find(id, 0)).choice).toBe(null)
    expect((await put(`/deliverable/${second._id}`, { weight: 9 })).status).toBe(409)
    await put(`/order-stop-answer/${id}`, { answer: 'declined', reason: 'It is done tomorrow' })
    await shop.call('POST', `/deliverable/${id}`, { as: 'admin', body: { title: 'Another gift' } })
    expect((await find(id, 0)).choice).toMatchObject({ state: 'chosen', kind: 'refund', share })
    await choose(await find(id, 0), 'carry')
    expect((await put(`/deliverable/${second._id}`, { weight: 9 })).status).toBe(200)
    // A part that was delivered after all keeps no other part's weight.
    await choose(await find(id, 1), 'refund')
    await put(`/deliverable/${second._id}`, { state: 'canceled', reason: 'Not needed' })
    expect((await put(`/deliverable/${first._id}`, { weight: 3 })).status).toBe(200)
    await put(`/deliverable/${second._id}`, { state: 'in progress', reason: 'Needed after all' })
    expect((await find(id, 1)).choice).toMatchObject({ state: 'asked', kind: null })
  })

  it('isn’t about a part with a later date, and starts again when the team resumes a carried part (P-325)', async () => {
    const { id } = await endMonth()
    const [later, carried] = (await load(id, 'admin')) as [Deliverable, Deliverable]
    await put(`/deliverable/${later._id}`, { dueOn: '2099-01-01' })
    expect((await find(id, 0)).choice).toMatchObject({ state: 'scheduled', kind: null })
    expect((await choose(await find(id, 0), 'finish')).status).toBe(409)
    await put(`/deliverable/${later._id}`, { dueOn: '2026-03-01' })
    expect((await find(id, 0)).choice).toMatchObject({ state: 'asked', missedOn: '2026-03-01' })
    await choose(await find(id, 0), 'finish')
    expect((await find(id, 0)).choice?.state).toBe('chosen')
    await choose(carried, 'carry')
    await put(`/deliverable-outcome/${carried._id}`, { outcome: 'carried' })
    await put(`/deliverable/${carried._id}`, { state: 'in progress', reason: 'We can do it now' })
    expect((await find(id, 1)).choice).toMatchObject({ state: 'asked', kind: null })
  })

  it('has a last day, which the email, the order’s page, the dashboard and the call name (P-296, P-326)', async () => {
    const { id, number } = await endMonth()
    await put(`/deliverable/${(await find(id, 6))._id}`, { state: 'delivered', proofNote: 'Sent' })
    const listWaiting = async () =>
      ((await shop.call('GET', '/order-work-waiting', { as: 'customer' })).reply as unknown as CustomerActionItem[]).filter(
        ({ order, mustChoose }) => order._id === id && mustChoose,
      )
    const open = async (path: string) => (await shop.site.request('GET', path, { as: 'customer' })).text
    expect(await listWaiting()).toMatchObject([{ chooseBy: null }])
    const [email] = await remind(id, 0.1)
    const [{ chooseBy }] = (await listWaiting()) as [CustomerActionItem]
    const lastDay = formatCalendarDay(chooseBy ?? '')
    expect((await find(id, 0)).choice?.chooseBy).toBe(chooseBy)
    expect(email?.body).toContain(`If you don’t choose by ${lastDay}, we finish it now`)
    // The choice outlasts the delivery of the order.
    for (const orderStatus of ['Pending', 'Delivered']) {
      await put(`/order-status/${id}`, { orderStatus })
      expect(await listWaiting()).toHaveLength(1)
      expect(await open(`/my-order/${id}`)).toContain(`If you don’t choose by ${lastDay}, we finish it now`)
    }
    const dashboard = await open('/dashboard')
    expect(dashboard).toContain(`Waiting for you, order ${number}`)
    expect(dashboard).toContain(`If you don’t choose by ${lastDay}, we finish it now`)
    expect(await open('/my-order')).toContain('1 of 7 delivered, 6 continue. We’re waiting for you')
    for (const part of (await load(id)).slice(0, 6)) await choose(part, 'carry')
    expect(await listWaiting()).toEqual([])
  })

  it('is asked once by email, and after a week without an answer the part is finished now, once (P-326)', async () => {
    const { id } = await endMonth()
    const subjects = (emails: { subject: string }[]) => emails.map(({ subject }) => subject.replace(/\d{4}/, 'N'))
    expect(subjects(await remind(id, 0.1))).toEqual(['Order N: please choose what we do with 7 parts'])
    expect(await remind(id, 6.9)).toEqual([])
    await choose(await find(id, 1), 'carry')
    expect((await find(id, 0)).choice?.state).toBe('asked')
    expect(await remind(id, 7)).toEqual([])
    expect((await find(id, 0)).choice?.state).toBe('asked')
    expect(await remind(id, 8.2)).toEqual([])
    const parts = await load(id)
    expect(parts.map(({ choice }) => [choice?.kind, choice?.by]).slice(0, 3)).toEqual([
      ['finish', 'product'],
      ['carry', 'client'],
      ['finish', 'product'],
    ])
    // The client can still change it until the team sets a new date.
    expect((await choose(await find(id, 0), 'refund')).status).toBe(200)
    expect(await remind(id, 30)).toEqual([])
    // A new date that passes is asked about again.
    await put(`/deliverable/${parts[2]?._id}`, { dueOn: '2026-03-01' })
    expect(subjects(await remind(id, 31))).toEqual(['Order N: please choose what we do with one part'])
    expect(await remind(id, 32)).toEqual([])
  })

  it('isn’t asked by email about a month before the upgrade, and finishes nothing then', async () => {
    const { id } = await endMonth()
    await setUpgradeTime(Date.UTC(2026, 1, 4, 12))
    expect([await remind(id, 0.1), await remind(id, 9)]).toEqual([[], []])
    expect((await find(id, 0)).choice?.state).toBe('asked')
    expect((await choose(await find(id, 0), 'carry')).status).toBe(200)
  })

  it('isn’t asked by email once reminders are stopped, and ends a week after an earlier question', async () => {
    const [stopped, asked] = [await endMonth(), await endMonth()]
    const stop = ({ id }: { id: string }) =>
      reminders.stored.insertInto('stopped_reminder').values({ order_id: id, stopped_at: 1 }).execute()
    await stop(stopped)
    expect([(await remind(stopped.id, 0.1)).length, (await remind(stopped.id, 9)).length]).toEqual([0, 0])
    expect((await find(stopped.id, 0)).choice?.state).toBe('asked')
    await stop(asked)
    expect(await remind(asked.id, 16)).toEqual([])
    expect((await find(asked.id, 0)).choice).toMatchObject({ kind: 'finish', by: 'product' })
  })

  it('is asked about other orders, also if one order fails', async () => {
    const [broken, other] = [await endMonth(), await endMonth()]
    const setStart = (starts_on: string) =>
      reminders.stored.updateTable('order_work').set({ starts_on }).where('order_id', '=', broken.id).execute()
    await setStart('2026-01-99')
    expect((await remind(other.id, 0.1)).length).toBe(1)
    await setStart('2026-01-05')
    expect((await remind(broken.id, 0.2)).length).toBe(1)
  })

  it('loses no part and no cent, in whatever order two processes choose, carry, refund and set dates', async () => {
    const step = fc.record({
      nth: fc.nat(6),
      action: fc.constantFrom(...deliverableChoices, 'carried', 'refunded', 'deliver', 'date', 'past date'),
      race: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const order = await endMonth()
        for (const { nth, action, race } of steps) {
          const part = await find(order.id, nth)
          const act = (at = shop.site) => {
            if (action === 'carried' || action === 'refunded')
              return put(`/deliverable-outcome/${part._id}`, { outcome: action, reason: 'No access' }, 'admin', at)
            if (action === 'deliver')
              return put(`/deliverable/${part._id}`, { state: 'delivered', proofNote: 'Sent' }, 'admin', at)
            if (action === 'date') return put(`/deliverable/${part._id}`, { dueOn: '2099-01-01' }, 'admin', at)
            if (action === 'past date') return put(`/deliverable/${part._id}`, { dueOn: '2026-03-01' }, 'admin', at)
            return choose(part, action, at)
          }
          const replies = await Promise.all(race ? [act(), act(shop.sites[1])] : [act()])
          expect(replies.every(({ status }) => [200, 409].includes(status))).toBe(true)
          const parts = await load(order.id, 'admin')
          expect(parts.reduce((sum, { share }) => sum + Math.round(Number(share) * 100), 0)).toBe(99_900)
          const refunded = parts.filter(({ outcome }) => outcome?.kind === 'refunded')
          const { returned } = (await shop.getPaymentEvidence(order)) as PaymentEvidenceReply
          expect(returned).toBe((refunded.reduce((sum, { share }) => sum + Math.round(Number(share) * 100), 0) / 100).toFixed(2))
          const isOver = (await shop.getPaymentStatus(order)) !== 'Paid'
          for (const one of parts) {
            const isMissing = !['delivered', 'canceled'].includes(one.state) && one.outcome === null
            expect(one.choice !== null).toBe(isMissing && !isOver)
          }
        }
        await put(`/order-status/${order.id}`, { orderStatus: 'Delivered' })
      }),
      { numRuns: pickSize({ short: database.name === 'SQLite' ? 12 : 6, whole: 100 }) },
    )
  })
})
