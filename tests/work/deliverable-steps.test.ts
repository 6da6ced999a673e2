import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeliverableState, deliverableStates, deliverableSteps } from '../../src/contract/work/deliverable-steps.ts'
import type { Deliverable } from '../../src/contract/work/deliverables.ts'
import type { OrderWork } from '../../src/contract/work/order-work.ts'
import { runsFullProofs } from '../support/proof-scope.ts'
import { startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { startWorkSite } from '../support/work-site.ts'

const team = deliverableStates.filter((state) => deliverableSteps.some(({ to, by }) => to === state && by === 'team'))
/** What one side tries, and whether it names the version that it read. */
const attempt = fc.oneof(
  fc.record({ by: fc.constant('team' as const), to: fc.constantFrom(...team), isVersioned: fc.boolean(), hasText: fc.boolean() }),
  fc.record({ by: fc.constant('customer' as const), answer: fc.constantFrom('approved', 'changes'), hasText: fc.boolean() }),
)

describeOnEachDatabase('random steps of both sides in parallel', (database) => {
  let shop: Awaited<ReturnType<typeof startWorkSite>>
  let other: TestApp
  beforeAll(async () => {
    shop = await startWorkSite(await database.environment())
    other = await startApp(shop.site.environment)
  })
  afterAll(async () => {
    await other.close()
    await shop.close()
  })

  async function send(
    site: TestApp,
    id: string,
    version: number,
    one: typeof attempt extends fc.Arbitrary<infer T> ? T : never,
  ): Promise<{ status: number; record?: Deliverable }> {
    const texts: Partial<Record<DeliverableState, object>> = {
      'waiting for client': { waitingFor: 'Your logo' },
      'waiting for approval': { proofUrl: `https://example.com/${version}` },
      delivered: { proofNote: `Proof ${version}` },
      'not delivered': { reason: 'No access' },
      canceled: { reason: 'Not wanted' },
    }
    const reply =
      one.by === 'team'
        ? await site.request('PUT', `/api/deliverable/${id}`, {
            as: 'admin',
            body: { state: one.to, ...(one.hasText && (texts[one.to] ?? {})), ...(one.isVersioned && { _version: version }) },
          })
        : await site.request('PUT', `/api/deliverable-approval/${id}`, {
            as: 'customer',
            body: { answer: one.answer, comment: one.hasText ? 'Shorter' : '', _version: version },
          })
    const { record } = reply.json() as { record: Deliverable }
    return { status: reply.status, ...(reply.status === 200 && { record }) }
  }

  it('never deliver without proof or without the yes to the current draft, and keep every step', async () => {
    const orderId = await shop.placePaidOrder('Basic')
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.array(attempt, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 12 }),
        async (needsApproval, rounds) => {
          const added = await shop.call<Deliverable>('POST', `/deliverable/${orderId}`, 'admin', { title: 'Page', needsApproval })
          const id = added.reply.record._id
          let current = added.reply.record
          let successCount = 0
          for (const round of rounds) {
            const version = current._version
            const replies = await Promise.all(round.map((one, nth) => send(nth % 2 === 0 ? shop.site : other, id, version, one)))
            expect(replies.filter(({ status }) => ![200, 400, 409].includes(status))).toEqual([])
            const won = replies.flatMap(({ record }) => record ?? [])
            // Each version has one winner.
            expect(new Set(won.map(({ _version }) => _version)).size).toBe(won.length)
            const versioned = replies.filter(({ status }, nth) => {
              const one = round[nth]
              return status === 200 && (one?.by === 'customer' || one?.isVersioned)
            })
            expect(versioned.length).toBeLessThanOrEqual(1)
            successCount += won.length
            current = (await shop.call<OrderWork>('GET', `/order-work/${orderId}`, 'admin')).reply.deliverables.find(
              ({ _id }) => _id === id,
            ) as Deliverable
          }
          expect([current._version, current.history.length]).toEqual([1 + successCount, 1 + successCount])
          expect(current.state).toBe(current.history.at(-1)?.state)
          for (const [nth, { state, draftNumber, proof }] of current.history.entries()) {
            const before = current.history[nth - 1]
            if (before) expect(deliverableSteps.some(({ from, to }) => to === state && from.includes(before.state))).toBe(true)
            if (state !== 'delivered') continue
            expect(proof).not.toBe(null)
            if (needsApproval)
              expect([before?.state, before?.by, before?.draftNumber]).toEqual(['approved', 'customer', draftNumber])
          }
        },
      ),
      runsFullProofs ? { numRuns: 100 } : { numRuns: 8, seed: 7 },
    )
  }, 600_000)
})
