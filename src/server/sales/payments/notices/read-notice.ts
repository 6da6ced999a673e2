import { type PaymentGateway, type ProviderReport, UnreadableNotice } from '../gateway.ts'
import { rawOf, type StoredNotice } from './store.ts'

/** What a notice turned out to be. */
export type Read = ({ state: 'authentic' } & ProviderReport) | { state: 'forged' } | { state: 'unreadable'; reason: string }

/** How often a notice is read before facts without a payee are taken: some ten minutes, with the pauses between. */
const READ_BEFORE_INCOMPLETE = 7

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
    const report = await gateway.facts(raw, signal)
    const isWhole = report.facts.every(({ payees }) => payees.length > 0)
    if (!isWhole && gateway.reconcile && notice.attempts < READ_BEFORE_INCOMPLETE)
      throw new Error('The payment provider does not show this payment yet.')
    return { state: 'authentic', ...report }
  } catch (error) {
    if (error instanceof UnreadableNotice) return { state: 'unreadable', reason: error.message }
    throw error
  }
}
