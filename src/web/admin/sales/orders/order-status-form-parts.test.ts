import { expect, it } from 'vitest'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import type { Order } from '#contract/sales/orders.ts'
import { loadOpenDeliverableTitles } from './order-status-form-parts.tsx'

it('names the choice about each part before an order is marked Delivered (P-325)', async () => {
  const part = { title: 'Schema', state: 'planned', outcome: null, choice: null }
  const choice = { state: 'chosen', missedOn: '2026-02-03', share: '142.71', kind: 'refund', at: 1, by: 'client' }
  const deliverables = [
    part,
    { ...part, choice },
    { ...part, choice: { ...choice, state: 'asked', kind: null } },
    { ...part, choice: { ...choice, state: 'scheduled', kind: 'finish' } },
    { ...part, state: 'delivered' },
  ]
  const call = (async () => ({ deliverables })) as unknown as ApiCallFunction
  expect(await loadOpenDeliverableTitles(call, { _id: 'an-id', paymentStatus: 'Paid' } as Order)).toEqual([
    'Schema',
    'Schema (to do: Refund its share ($142.71))',
    'Schema (the client can still choose)',
    'Schema',
  ])
})
