import { type PaymentGateway, UnreadableNotice } from '../gateway.ts'
import type { Fact } from '../ledger/fact.ts'
import { rawOf, type StoredNotice } from './store.ts'

/** What a notice turned out to be. */
export type Read = { state: 'authentic'; facts: Fact[] } | { state: 'forged' } | { state: 'unreadable'; reason: string }

/** Asks the provider whether a notice that was kept is its own, and reads it. Throws where that cannot be found out yet. */
export async function readNotice(
  notice: StoredNotice,
  gateways: ReadonlyMap<string, PaymentGateway>,
  signal: AbortSignal,
): Promise<Read> {
  const gateway = gateways.get(notice.gateway)
  if (!gateway) throw new Error('Its payment provider is not set up any more.')
  const raw = rawOf(notice)
  const verdict = await gateway.verify(raw, signal)
  if (verdict === 'retry') throw new Error('The payment provider did not say whether it is its own.')
  if (verdict === 'forged') return { state: 'forged' }
  try {
    return { state: 'authentic', facts: await gateway.facts(raw, signal) }
  } catch (error) {
    if (error instanceof UnreadableNotice) return { state: 'unreadable', reason: error.message }
    throw error
  }
}
