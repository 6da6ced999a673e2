import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { deliverableTemplate } from '#contract/content/kinds/deliverable-template.ts'
import type { PaymentEvidenceReply } from '#contract/sales/payment-evidence.ts'
import { deliverableChoices } from '#contract/work/deliverable-choice.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { listDemoValues } from '../../support/demo-content.ts'
import { findInconsistencies } from '../../support/faults/consistency-rules.ts'
import { iterateRounds, reportToRunner } from '../../support/faults/fault-report.ts'
import { startSiteUnderTest } from '../../support/faults/site-under-test.ts'
import { confirmStart } from '../../support/order-client.ts'
import { pickSize } from '../../support/proof-size.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { sampleCustomer, standardPackageValues } from '../../support/site-with-paypal.ts'
import { startForSuite } from '../../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../../support/test-databases.ts'

const KILL_COUNT = pickSize({ short: 3, whole: 50 })
/** How many steps each process gets in a round. */
const STEPS = 12
/** When a kill comes at the latest, in ms after the first step. */
const MAX_DELAY = 300
const actions = [...deliverableChoices, 'carried', 'refunded', 'deliver', 'new date', 'past date'] as const

type Order = { _id: string; _number: number }
type Role = 'admin' | 'customer'

describeOnEachDatabase('the months of a client on two processes', (database) => {
  const random = createSeededRandom(20_261_128)
  const site = startForSuite(async () => startSiteUnderTest(await database.environment()))
  const survivor = startForSuite(async () => {
    const server = await startServerProcess(site.checker.settings)
    return { origin: `http://127.0.0.1:${server.port}`, close: async () => void (await server.stop()) }
  })
  beforeAll(async () => {
    for (const values of listDemoValues(deliverableTemplate).filter(({ templatePackage }) => templatePackage === 'Standard'))
      expect(await send('POST', '/add-deliverable-template', 'admin', values)).toBe(201)
  })

  /** Returns the status, or undefined once the process is dead. */
  async function send(method: string, path: string, as: Role, body: object, at = survivor.origin): Promise<number | undefined> {
    const reply = await site.checker.send({ path: `/api${path}`, as, body }, { method, at }).catch(() => undefined)
    await reply?.text().catch(() => undefined)
    return reply?.status
  }
  async function load<T>(path: string, as: Role = 'admin'): Promise<T> {
    const reply = await fetch(`${survivor.origin}/api${path}`, { headers: { cookie: site.checker.getCookie(as) } })
    expect([path, reply.status]).toEqual([path, 200])
    return (await reply.json()) as T
  }
  const loadParts = async ({ _id }: Order) => (await load<OrderWork>(`/order-work/${_id}`)).deliverables

  async function placePaidOrder(): Promise<Order> {
    const { packageName, packagePrice } = standardPackageValues
    const body = { ...sampleCustomer, packageName, packagePrice, customerName: crypto.randomUUID() }
    const reply = await site.checker.send({ path: '/api/new-order', as: 'customer', body }, { at: survivor.origin })
    const { record } = (await reply.json()) as { record: Order }
    expect(await send('PUT', `/order-paid/${record._id}`, 'admin', { reason: 'In cash' })).toBe(200)
    return record
  }

  /** Takes one random step at a process. `delivered` gets the parts whose delivery it confirmed. */
  async function takeStep(orders: readonly Order[], at: string, delivered: Map<string, string>): Promise<number | undefined> {
    const order = orders[random(orders.length)] as Order
    const action = actions[random(actions.length)] as (typeof actions)[number]
    const parts = await loadParts(order)
    // The last part stays, so that no order's whole price goes back.
    const part = parts[random(parts.length - 1)] as Deliverable
    const put = (path: string, body: object, as: Role = 'admin') => send('PUT', path, as, body, at)
    const change = (body: object) => put(`/deliverable/${part._id}`, body)
    if (action === 'new date') return change({ dueOn: '2099-01-01' })
    if (action === 'past date') return change({ dueOn: '2026-03-01' })
    if (action === 'carried' || action === 'refunded')
      return put(`/deliverable-outcome/${part._id}`, { outcome: action, reason: 'No access' })
    const amount = part.choice?.share ?? undefined
    if (action !== 'deliver')
      return put(`/deliverable-choice/${part._id}`, { choice: action, _version: part._version, amount }, 'customer')
    const proofNote = crypto.randomUUID()
    const status = await change({ state: 'delivered', proofNote })
    if (status === 200) delivered.set(part._id, proofNote)
    return status
  }

  async function expectNothingLost(orders: readonly Order[], delivered: ReadonlyMap<string, string>): Promise<void> {
    const proofs = new Map<string, string | undefined>()
    for (const order of orders) {
      const parts = await loadParts(order)
      const toCents = (amounts: string[]) => amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)
      expect(toCents(parts.map(({ share }) => share ?? '0'))).toBe(99_900)
      const { returned } = await load<PaymentEvidenceReply>(`/payment-evidence/${order._id}`)
      expect(toCents([returned])).toBe(toCents(parts.map(({ outcome }) => outcome?.refund?.amount ?? '0')))
      for (const { _id, state, outcome, history, proof } of parts) {
        expect(history.filter((step) => step.state === 'delivered').length).toBe(state === 'delivered' ? 1 : 0)
        if (state === 'delivered') expect(outcome).toBe(null)
        proofs.set(_id, proof?.note)
      }
    }
    for (const [id, note] of delivered) expect(proofs.get(id)).toBe(note)
  }

  it(`add up to the cent, and nothing is lost or delivered twice, after ${KILL_COUNT} kills in random steps`, async () => {
    const orders: Order[] = []
    const delivered = new Map<string, string>()
    let steps = 0
    for (const _ of iterateRounds(KILL_COUNT, `months killed, ${database.name}`)) {
      const order = await placePaidOrder()
      orders.push(order)
      const recent = orders.slice(-2)
      // The month changes until it starts.
      await Promise.all([
        send('PUT', `/order-month/${order._id}`, 'admin', { month: 1 + random(2) }, site.origin),
        send('PUT', `/order-start/${order._id}`, 'admin', confirmStart('2026-01-05')),
      ])
      for (const { _id, needsApproval } of await loadParts(order))
        if (needsApproval) await send('PUT', `/deliverable/${_id}`, 'admin', { needsApproval: false })
      const work = async (at: string) => {
        for (let nth = 0; nth < STEPS; nth++) {
          const status = await takeStep(recent, at, delivered)
          if (status === undefined) return
          expect([200, 400, 409]).toContain(status)
          steps += 1
        }
      }
      const ends = [work(site.origin), work(survivor.origin)]
      await pause(random(MAX_DELAY))
      await site.kill()
      await Promise.all(ends)
      await expectNothingLost(orders, delivered)
      await site.start()
    }
    reportToRunner({
      fault: 'killed',
      on: `${database.name}, the months of a client on two processes`,
      measured: `${KILL_COUNT} kills, ${steps} steps and ${delivered.size} deliveries confirmed, 0 lost`,
      isKept: true,
    })
    expect(delivered.size).toBeGreaterThan(0)
    await site.stop()
    expect(await findInconsistencies(site.checker.settings)).toEqual([])
  })
})
