import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { migrations } from '../src/server/db/migrations/migrations.ts'
import { onEveryDatabase } from './support/databases.ts'
import { type PayingSite, startPayingSite } from './support/paying-site.ts'
import type { Form, Notice } from './support/paypal.ts'
import { sized } from './support/proof-size.ts'
import { randomFrom } from './support/random.ts'

const AT_ONCE = 25
const SEED = 20_260_615
/** A machine that is busy with other things may answer that nothing was saved (503): customers and PayPal try again. */
const untilSaved = { timeout: 30_000, interval: 200 }

onEveryDatabase('the ledger', (database) => {
  const ORDERS = sized({ short: 300, whole: 2_000 })
  let shop: PayingSite
  let stored: PayingSite['stored']
  beforeAll(async () => {
    shop = await startPayingSite(await database.environment(), { processes: 2 })
    stored = shop.stored
  })
  afterAll(async () => {
    await shop.close()
  })
  const random = randomFrom(SEED)

  /** What a customer and PayPal may do about one order, as the notices of it. */
  const outcomes: readonly ((form: Form) => Notice[])[] = [
    () => [],
    (form) => [shop.paypal.charge(form).notice],
    (form) => [shop.paypal.charge(form, { status: 'Failed' }).notice],
    (form) => {
      const { payment, notice } = shop.paypal.charge(form, { status: 'Pending' })
      return [notice, shop.paypal.change(payment, 'Completed')]
    },
    (form) => {
      const { payment, notice } = shop.paypal.charge(form)
      return [notice, shop.paypal.refund(payment, 1 + random(payment.cents)).notice]
    },
    (form) => {
      const { payment, notice } = shop.paypal.charge(form)
      return [notice, shop.paypal.refund(payment).notice]
    },
    (form) => {
      const { payment, notice } = shop.paypal.charge(form)
      return [notice, shop.paypal.reverse(payment).notice]
    },
    (form) => {
      const { payment, notice } = shop.paypal.charge(form)
      return [notice, shop.paypal.reverse(payment).notice, shop.paypal.cancelReversal(payment)]
    },
    (form) => [shop.paypal.charge(form).notice, shop.paypal.charge(form).notice],
  ]

  /** Late, doubled and out of order. */
  function shuffled(notices: readonly Notice[]): Notice[] {
    const all = notices.flatMap((notice) => (random(4) === 0 ? [notice, notice] : [notice]))
    return all
      .map((notice) => ({ notice, at: random(1_000_000) }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ notice }) => notice)
  }

  it(`equals the provider’s own books to the cent after ${ORDERS} orders with every outcome`, { timeout: 300_000 }, async () => {
    for (let placed = 0; placed < ORDERS; placed += AT_ONCE) {
      const forms: { id: string; form: Form }[] = []
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const order = await vi.waitFor(shop.order, untilSaved)
          const form = await vi.waitFor(() => shop.formOf(order), untilSaved)
          forms.push({ id: order.id, form })
        }),
      )
      const notices = shuffled(forms.flatMap(({ form }) => outcomes[random(outcomes.length)]?.(form) ?? []))
      const cancels = forms.filter(() => random(10) === 0)
      await Promise.all([
        ...notices.map((notice) => vi.waitFor(async () => expect(await shop.paypal.send(notice)).toEqual([200]), untilSaved)),
        ...cancels.map(({ id }) =>
          vi.waitFor(async () => {
            const { status } = await shop.call('PUT', `/order-cancelled/${id}`, { body: { paymentStatus: 'Cancelled' } })
            // Whoever came first: the cancel, or the payment.
            expect([200, 409]).toContain(status)
          }, untilSaved),
        ),
      ])
    }
    await shop.read()

    const { main } = stored
    const facts = await main.selectFrom('payment_fact').select(['kind', 'cents']).execute()
    const sum = (...kinds: string[]) =>
      facts.filter(({ kind }) => kinds.includes(kind)).reduce((all, { cents }) => all + Number(cents), 0)
    expect(sum('settled', 'reversalCancelled') - sum('refunded', 'reversed')).toBe(shop.paypal.net())

    const orders = await main.selectFrom('orders').selectAll().execute()
    expect(orders).toHaveLength(ORDERS)
    const byAttempt = new Map(
      (await main.selectFrom('payment_attempt').select(['id', 'order_id']).execute()).map(({ id, order_id }) => [id, order_id]),
    )
    const netOf = Map.groupBy(shop.paypal.books, ({ invoice }) => byAttempt.get(invoice))
    for (const { id, payment_status } of orders) {
      const entries = netOf.get(id) ?? []
      const net = entries.reduce((all, { cents }) => all + cents, 0)
      // Whatever is left of it, it is paid; whatever came and went, it is over.
      if (net > 0) expect([id, payment_status]).toEqual([id, 'Paid'])
      else if (entries.length > 0) expect([id, payment_status]).toEqual([id, 'Cancelled'])
      else expect([id, payment_status]).not.toEqual([id, 'Paid'])
    }

    const paid = orders.filter(({ payment_status }) => payment_status === 'Paid')
    const dollars = (cents: number) => (cents / 100).toFixed(2)
    const { reply: sales } = await shop.call('GET', '/sales-totals', { as: 'admin' })
    const came = shop.paypal.books.filter(({ kind }) => kind === 'paid').reduce((all, { cents }) => all + cents, 0)
    expect(sales).toMatchObject({
      mode: 'sandbox',
      sales: dollars(paid.length * 99_900),
      received: dollars(came),
      refunded: dollars(came - shop.paypal.net()),
      net: dollars(shop.paypal.net()),
      orders: ORDERS,
    })
    expect(sales).not.toHaveProperty('other')
    expect((await shop.call('GET', '/order-totals')).reply).toMatchObject({
      orders: ORDERS,
      paid: paid.length,
      spent: dollars(paid.length * 99_900),
    })

    const settledOnce = new Set(
      shop.paypal.books.filter(({ kind }) => kind === 'paid').map(({ invoice }) => byAttempt.get(invoice)),
    )
    const invoices = await main.selectFrom('invoice').select(['number', 'order_id']).orderBy('number').execute()
    // Test invoices are numbered below zero.
    expect(invoices.map(({ number }) => Number(number))).toEqual(invoices.map((_, index) => index - invoices.length))
    expect(new Set(invoices.map(({ order_id }) => order_id))).toEqual(settledOnce)
  })

  it('is worked out from the facts of before by the step that keeps live and test money apart', async () => {
    const { main } = stored
    const everything = async () => ({
      orders: await main.selectFrom('orders').select(['id', 'is_test', 'received_cents']).orderBy('id').execute(),
      counters: await main
        .selectFrom('order_counter')
        .selectAll()
        .where('count', '>', 0)
        .orderBy('payment_status')
        .orderBy('is_test')
        .execute(),
      customers: await main.selectFrom('order_customer').selectAll().execute(),
    })
    const before = await everything()
    await sql`drop table order_counter`.execute(main)
    await sql`delete from invoice_books where id = 2`.execute(main)
    for (const [table, column] of [
      ['orders', 'is_test'],
      ['orders', 'received_cents'],
      ['order_customer', 'test_paid'],
      ['order_customer', 'test_paid_cents'],
    ] as const)
      await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(main)
    await migrations(database.name === 'PostgreSQL' ? 'postgres' : 'sqlite')['0037-live-and-test-money']?.up(main)
    expect(await everything()).toEqual(before)
  })
})
