import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type DeliverableState,
  type DeliverableStepRule,
  deliverableStates,
  deliverableStepRules,
  listAllowedSteps,
} from '#contract/work/deliverable-workflow.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { runsFullProofs, sampleCasesOnPostgres } from '../support/proof-size.ts'
import { startSignedInServer } from '../support/signed-in-server-process.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { adminEmail, customerEmail } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const team = deliverableStates.filter((state) => deliverableStepRules.some(({ to, by }) => to === state && by === 'team'))
/** What one side tries, and whether it names the version that it read. */
const attempt = fc.oneof(
  fc.record({ by: fc.constant('team' as const), to: fc.constantFrom(...team), isVersioned: fc.boolean(), hasText: fc.boolean() }),
  fc.record({ by: fc.constant('customer' as const), answer: fc.constantFrom('approved', 'changes'), hasText: fc.boolean() }),
)

/** What a step must say, by its need in the table. */
const NEEDED_TEXTS: Readonly<Record<NonNullable<DeliverableStepRule['needs']>, object>> = {
  waitingFor: { waitingFor: 'Your logo' },
  reason: { reason: 'Not wanted' },
  comment: { comment: 'Shorter' },
  draft: { proofNote: 'A draft' },
  proof: { proofNote: 'A proof' },
}

describeOnEachDatabase('steps of both sides', (database) => {
  const shop = startForSuite(async () => startWorkSite(await database.environment()))
  const other = startForSuite(() => startSignedInServer(shop.site.environment))

  /** The team's steps reach both processes, the customer's only one. */
  async function send(
    isOther: boolean,
    id: string,
    version: number,
    one: typeof attempt extends fc.Arbitrary<infer T> ? T : never,
  ): Promise<{ status: number; record?: Deliverable }> {
    const needs = one.by === 'team' ? deliverableStepRules.find(({ to }) => to === one.to)?.needs : undefined
    const [path, body] =
      one.by === 'team'
        ? [
            `/api/deliverable/${id}`,
            {
              state: one.to,
              ...(one.hasText && needs && NEEDED_TEXTS[needs]),
              ...(one.isVersioned && { _version: version }),
            },
          ]
        : [`/api/deliverable-approval/${id}`, { answer: one.answer, comment: one.hasText ? 'Shorter' : '', _version: version }]
    const { status, text } =
      one.by === 'team' && isOther
        ? await other.request('PUT', path, body)
        : await shop.site.request('PUT', path, { as: one.by === 'team' ? 'admin' : 'customer', body })
    return { status, ...(status === 200 && { record: (JSON.parse(text) as { record: Deliverable }).record }) }
  }
  const addOne = (orderId: string, needsApproval: boolean) =>
    shop.call<Deliverable>('POST', `/deliverable/${orderId}`, 'admin', { title: 'Page', needsApproval })

  it('are taken exactly as the table says. Any other answers 409 with a sentence and changes nothing', async () => {
    const orderId = await shop.placePaidOrder('Basic')
    const stored = await openSiteDatabase(shop.site.environment)
    const load = async (id: string) => {
      const { deliverables } = (await shop.call<OrderWork>('GET', `/order-work/${orderId}`, 'admin')).reply
      return deliverables.find(({ _id }) => _id === id) as Deliverable
    }
    async function tryStep(
      id: string,
      by: DeliverableStepRule['by'],
      to: DeliverableState,
      step: DeliverableStepRule | undefined,
    ) {
      const texts = step?.needs ? NEEDED_TEXTS[step.needs] : {}
      if (by === 'team') return shop.call<Deliverable>('PUT', `/deliverable/${id}`, 'admin', { state: to, ...texts })
      const answer = { answer: to === 'approved' ? 'approved' : 'changes', comment: '', ...texts }
      const { _version } = await load(id)
      return shop.call<Deliverable>('PUT', `/deliverable-approval/${id}`, 'customer', { ...answer, _version })
    }
    const tries = [true, false].flatMap((needsApproval) =>
      deliverableStates.flatMap((state) => [
        ...deliverableStates.map((to) => ({ needsApproval, state, by: 'team' as const, to })),
        ...(['approved', 'changes requested'] as const).map((to) => ({ needsApproval, state, by: 'customer' as const, to })),
      ]),
    )
    const findStep = ({ needsApproval, state, by, to }: (typeof tries)[number]) =>
      listAllowedSteps({ state, needsApproval }, by).find((one) => one.to === to)
    const idByApproval = new Map<boolean, string>()
    for (const needsApproval of [true, false])
      idByApproval.set(needsApproval, (await addOne(orderId, needsApproval)).reply.record._id)
    for (const one of sampleCasesOnPostgres(database, tries, (each) => [each.by, each.to, findStep(each) !== undefined])) {
      const { needsApproval, state, by, to } = one
      const id = idByApproval.get(needsApproval) ?? ''
      // Any path there would do. Drafts and proofs of earlier steps don't count.
      const start = { state, proof_url: '', proof_file: '', proof_note: '' }
      await stored.main.updateTable('deliverable').set(start).where('id', '=', id).execute()
      const before = await load(id)
      const step = findStep(one)
      const { status, reply } = await tryStep(id, by, to, step)
      const after = await load(id)
      expect([needsApproval, state, by, to, status]).toEqual([needsApproval, state, by, to, step ? 200 : 409])
      if (!step) {
        expect(reply.error).toMatch(/^[A-Z“].+\.$/)
        expect(after).toEqual(before)
        continue
      }
      const actor = by === 'team' ? adminEmail : customerEmail
      expect(after.history.slice(0, -1)).toEqual(before.history)
      expect(after.history.at(-1)).toMatchObject({ state: to, by, actor, at: expect.any(Number) })
    }
    await stored.close()
  })

  it('in parallel never deliver without proof or without the yes to the current draft, and keep every step', async () => {
    const orderId = await shop.placePaidOrder('Basic')
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.array(attempt, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 12 }),
        async (needsApproval, rounds) => {
          const added = await addOne(orderId, needsApproval)
          const id = added.reply.record._id
          let current = added.reply.record
          let successCount = 0
          for (const round of rounds) {
            const version = current._version
            const replies = await Promise.all(round.map((one, nth) => send(nth % 2 === 1, id, version, one)))
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
            if (before)
              expect(deliverableStepRules.some(({ from, to }) => to === state && from.includes(before.state))).toBe(true)
            if (state !== 'delivered') continue
            expect(proof).not.toBe(null)
            if (needsApproval)
              expect([before?.state, before?.by, before?.draftNumber]).toEqual(['approved', 'customer', draftNumber])
          }
        },
      ),
      runsFullProofs ? { numRuns: 100 } : { numRuns: 8, seed: 7 },
    )
  })
})
