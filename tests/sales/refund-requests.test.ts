import { beforeEach, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { startFakePayPal } from '../support/fake-paypal.ts'
import type { FakePayPalWebhook } from '../support/fake-paypal-orders-endpoints.ts'
import { createOrdersApiClient, startOrdersApiSite } from '../support/site-with-orders-api.ts'
import { FAST_QUEUE_TIMING } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const FAR_FUTURE = Date.UTC(2100, 0)

describeOnEachDatabase('refund requests and what PayPal reports', (database) => {
  const paypal = startForSuite(startFakePayPal)
  const site = startForSuite(async () =>
    startOrdersApiSite(await database.environment(), paypal, {
      notificationTiming: FAST_QUEUE_TIMING,
      providerPollTiming: { minInterval: 0, delaysAfterAttempt: [] },
    }),
  )
  const stored = startForSuite(() => openDatabase(readConfig(site.environment)))
  const client = createOrdersApiClient(site, paypal)
  const { send, fetchEvidence, placePaidOrder, listPayPalRefunds, countRefundRequests, countOrderReads } = client
  beforeEach(() => {
    paypal.orders.refunds = 'COMPLETED'
    paypal.replyGate = Promise.resolve()
  })

  const listStates = async (id: string) => (await fetchEvidence(id)).refunds.map(({ reason, state }) => [reason, state])
  const waitForStates = (id: string, ...states: string[][]) => expect.poll(() => listStates(id)).toEqual(states)

  async function refund(id: string, amount: string, reason: string): Promise<string> {
    const reply = await site.request('POST', `/api/refund/${id}`, { as: 'admin', body: { amount, reason } })
    expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
    return (reply.json() as { record: { _id: string } }).record._id
  }

  /** Requests a refund that PayPal doesn't answer yet. `release` sends it again. */
  async function requestWaitingRefund(id: string, amount: string, reason: string) {
    paypal.orders.refunds = 503
    const requestId = await refund(id, amount, reason)
    const task = () =>
      stored.main.selectFrom('provider_task').select('attempts').where('subject', '=', requestId).executeTakeFirst()
    await expect.poll(async () => (await task())?.attempts).toBeGreaterThan(0)
    const setDue = async (due_at: number) => {
      await stored.main.updateTable('provider_task').set({ due_at }).where('subject', '=', requestId).execute()
      await stored.main.updateTable('provider_queue').set({ due_at: 1 }).where('id', '=', id).execute()
    }
    await setDue(FAR_FUTURE)
    paypal.orders.refunds = 'COMPLETED'
    return { requestId, release: () => setDue(1) }
  }

  /** Requests the first refund that PayPal makes for an order. PayPal's answer waits until the returned function is called. */
  async function requestRefundWithHeldAnswer(order: { id: string; reference: string }, amount: string, reason: string) {
    const gate = Promise.withResolvers<void>()
    paypal.replyGate = gate.promise
    await refund(order.id, amount, reason)
    await expect.poll(() => listPayPalRefunds(order.reference).length).toBe(1)
    paypal.replyGate = Promise.resolve()
    return gate.resolve
  }

  /** Builds PayPal's webhook about the only refund of an order. */
  function buildRefundWebhook(reference: string, type: string, status: string): FakePayPalWebhook {
    const [{ id = '', value = '', captureId = '' } = {}] = listPayPalRefunds(reference)
    const links = [{ rel: 'up', href: `https://api.example/v2/payments/captures/${captureId}` }]
    return paypal.orders.webhook(type, { id, status, amount: { currency_code: 'USD', value }, links })
  }

  it('confirm the request that PayPal answered, not an older one of the same amount', async () => {
    const { id, reference } = await placePaidOrder()
    const first = await requestWaitingRefund(id, '142.71', 'First')
    await refund(id, '142.71', 'Second')
    await waitForStates(id, ['First', 'asked'], ['Second', 'confirmed'])
    await first.release()
    await waitForStates(id, ['First', 'confirmed'], ['Second', 'confirmed'])
    expect(listPayPalRefunds(reference).map(({ value }) => value)).toEqual(['142.71', '142.71'])
    expect(await fetchEvidence(id)).toMatchObject({ returned: '285.42', refundable: [{ left: '713.58' }] })
  })

  it('correct a webhook that came before PayPal’s answer and confirmed an older request', async () => {
    const { id, reference } = await placePaidOrder()
    const first = await requestWaitingRefund(id, '142.71', 'First')
    const letAnswerThrough = await requestRefundWithHeldAnswer({ id, reference }, '142.71', 'Second')
    await send(paypal.orders.endRefunds(reference, 'COMPLETED'))
    await expect.poll(async () => (await listStates(id))[0]).toEqual(['First', 'confirmed'])
    letAnswerThrough()
    await waitForStates(id, ['First', 'confirmed'], ['Second', 'confirmed'])
    expect(listPayPalRefunds(reference)).toHaveLength(2)
    const refunds = (await fetchEvidence(id)).refunds.map(({ refundTransactionId }) => refundTransactionId)
    expect(refunds).toEqual(
      listPayPalRefunds(reference)
        .map((one) => one.id)
        .toReversed(),
    )
    await first.release()
    expect(await fetchEvidence(id)).toMatchObject({ returned: '285.42' })
  })

  it('are refused if the webhook of a failure comes before PayPal’s answer, and confirmed if the refund is made after all', async () => {
    const { id, reference } = await placePaidOrder()
    paypal.orders.refunds = 'PENDING'
    const letAnswerThrough = await requestRefundWithHeldAnswer({ id, reference }, '500', 'Half')
    await send(paypal.orders.endRefunds(reference, 'FAILED'))
    const listFailures = () =>
      stored.main
        .selectFrom('payment_fact')
        .select('kind')
        .where('order_id', '=', id)
        .where('kind', '=', 'refundFailed')
        .execute()
    await expect.poll(listFailures).toHaveLength(1)
    expect(await listStates(id)).toEqual([['Half', 'asked']])
    letAnswerThrough()
    await waitForStates(id, ['Half', 'refused'])
    expect(await fetchEvidence(id)).toMatchObject({ returned: '0.00', refundable: [{ left: '999.00' }] })
    await send(buildRefundWebhook(reference, 'PAYMENT.CAPTURE.REFUNDED', 'COMPLETED'))
    await waitForStates(id, ['Half', 'confirmed'])
    expect(await fetchEvidence(id)).toMatchObject({ returned: '500.00', refundable: [{ left: '499.00' }] })
  })

  it('are refused for the request whose refund failed, not for an older one of the same amount', async () => {
    const { id, reference } = await placePaidOrder()
    await requestWaitingRefund(id, '142.71', 'First')
    paypal.orders.refunds = 'PENDING'
    const letAnswerThrough = await requestRefundWithHeldAnswer({ id, reference }, '142.71', 'Second')
    paypal.orders.refunds = 'COMPLETED'
    await send(buildRefundWebhook(reference, 'PAYMENT.REFUND.PENDING', 'PENDING'))
    const findMatch = async () => (await fetchEvidence(id)).refunds[0]?.refundTransactionId
    await expect.poll(findMatch).toEqual(expect.any(String))
    await send(paypal.orders.endRefunds(reference, 'FAILED'))
    await expect.poll(async () => (await listStates(id))[0]).toEqual(['First', 'refused'])
    letAnswerThrough()
    await waitForStates(id, ['First', 'confirmed'], ['Second', 'refused'])
    expect(await fetchEvidence(id)).toMatchObject({ returned: '142.71', refundable: [{ left: '856.29' }] })
  })

  it('aren’t confirmed by a refund that PayPal reported before the request', async () => {
    const { id, reference } = await placePaidOrder()
    await send(paypal.orders.refund(reference, 10_000))
    await expect.poll(() => fetchEvidence(id)).toMatchObject({ returned: '100.00' })
    const waiting = await requestWaitingRefund(id, '100', 'Today')
    const before = countOrderReads(reference)
    await site.request('POST', `/api/payment-check/${id}`, { as: 'admin' })
    await expect.poll(() => countOrderReads(reference)).toBeGreaterThan(before)
    const queries = () =>
      stored.main.selectFrom('provider_task').select('id').where('order_id', '=', id).where('kind', '=', 'ask').execute()
    await expect.poll(queries).toEqual([])
    expect(await listStates(id)).toEqual([['Today', 'asked']])
    await waiting.release()
    await waitForStates(id, ['Today', 'confirmed'])
    expect(listPayPalRefunds(reference)).toHaveLength(2)
    expect(await fetchEvidence(id)).toMatchObject({ returned: '200.00' })
  })

  it('are sent again while PayPal still works on an earlier call', async () => {
    const { id, reference } = await placePaidOrder()
    paypal.orders.refunds = 409
    await refund(id, '20', 'Twice')
    const before = countRefundRequests()
    await expect.poll(countRefundRequests).toBeGreaterThan(before)
    expect(await listStates(id)).toEqual([['Twice', 'asked']])
    paypal.orders.refunds = 'COMPLETED'
    await waitForStates(id, ['Twice', 'confirmed'])
    expect(listPayPalRefunds(reference)).toHaveLength(1)
  })

  it('count a pending refund once, so the rest stays refundable after it completes', async () => {
    const { id, reference } = await placePaidOrder()
    paypal.orders.refunds = 'PENDING'
    await refund(id, '500', 'Half')
    const pending = { refunds: [{ state: 'asked', refundTransactionId: expect.any(String) }], returned: '0.00' }
    await expect.poll(() => fetchEvidence(id)).toMatchObject(pending)
    expect(await fetchEvidence(id)).toMatchObject({ refundable: [{ left: '499.00' }], creditNotes: [] })
    await send(paypal.orders.endRefunds(reference, 'COMPLETED'))
    await waitForStates(id, ['Half', 'confirmed'])
    expect(await fetchEvidence(id)).toMatchObject({ returned: '500.00', refundable: [{ left: '499.00' }] })
    paypal.orders.refunds = 'COMPLETED'
    await refund(id, '499', 'The rest')
    await waitForStates(id, ['Half', 'confirmed'], ['The rest', 'confirmed'])
  })

  it('can refund a payment whose reversal a won dispute ended', async () => {
    const { id, reference } = await placePaidOrder()
    const capture = paypal.orders.all.get(reference)?.captures[0]?.id
    await send(paypal.orders.reverse(reference))
    await expect.poll(() => fetchEvidence(id)).toMatchObject({ net: '0.00', refundable: [] })
    const dispute = {
      dispute_id: `PP-${id}`,
      status: 'RESOLVED',
      dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
      disputed_transactions: [{ seller_transaction_id: capture }],
    }
    await send(paypal.orders.webhook('CUSTOMER.DISPUTE.RESOLVED', dispute))
    await expect.poll(() => fetchEvidence(id)).toMatchObject({ net: '999.00' })
    expect(await fetchEvidence(id)).toMatchObject({ refundable: [{ left: '999.00' }] })
    await refund(id, '999', 'Goodwill')
    await waitForStates(id, ['Goodwill', 'confirmed'])
  })
})
