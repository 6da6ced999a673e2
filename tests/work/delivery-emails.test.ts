import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OrderWork } from '#contract/work/order-work.ts'
import { keepEmailsUnsent } from '../support/concurrent-reminders.ts'
import { pickSize } from '../support/proof-size.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('emails about deliveries', (database) => {
  const shop = startForSuite(async () => startSiteWithPayPal(keepEmailsUnsent(await database.environment()), { processes: 2 }))
  const stored = startForSuite(() => openSiteDatabase(shop.settings))

  it('name each delivery once, in whatever order two processes deliver and take back (P-350)', async () => {
    const step = fc.record({
      nths: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 2 }),
      isSent: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const { id } = await shop.order()
        await shop.call('PUT', `/order-paid/${id}`, { as: 'admin', body: { reason: 'By check' } })
        const work = (await shop.call('GET', `/order-work/${id}`, { as: 'admin' })).reply as unknown as OrderWork
        const parts = work.deliverables.filter(({ needsApproval }) => !needsApproval).slice(0, 5)
        const [delivered, unsent] = [new Set<string>(), new Set<string>()]
        const listUnsent = () => {
          const emails = stored.main.selectFrom('email_outbox').select('body').where('sent_at', 'is', null)
          return emails.where('body', 'like', `%/my-order/${id}%`).where('subject', 'like', '%elivered%').execute()
        }
        for (const { nths, isSent } of steps) {
          const chosen = nths.flatMap((nth) => parts[nth]?._id ?? [])
          const change = (part: string, process: number) => {
            const body = delivered.has(part)
              ? { state: 'in progress', reason: 'A wrong link' }
              : { state: 'delivered', proofNote: `Canary ${part}.` }
            return shop.call('PUT', `/deliverable/${part}`, { as: 'admin', body, at: shop.sites[process] })
          }
          const replies = await Promise.all(chosen.map(change))
          expect(replies.map(({ status }) => status)).toEqual(chosen.map(() => 200))
          for (const part of chosen) {
            if (delivered.delete(part)) unsent.delete(part)
            else for (const parts of [delivered, unsent]) parts.add(part)
          }
          const emails = await listUnsent()
          expect(emails).toHaveLength(Math.min(unsent.size, 1))
          const named = [...(emails[0]?.body ?? '').matchAll(/Canary ([\w-]+)\./g)].map(([, part]) => part)
          expect(named.toSorted()).toEqual([...unsent].toSorted())
          if (!isSent) continue
          await stored.main.updateTable('email_outbox').set({ sent_at: Date.now() }).where('sent_at', 'is', null).execute()
          unsent.clear()
        }
      }),
      { numRuns: pickSize({ short: database.name === 'SQLite' ? 8 : 4, whole: 100 }) },
    )
  })
})
