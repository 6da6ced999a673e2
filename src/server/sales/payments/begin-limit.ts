import { Refusal } from '../../../contract/grammar/refusal.ts'

/** How many hand-offs wait for the provider at a time, in all and for one customer. */
const MAX_WAITING = { all: 20, customer: 3 }

const BUSY = 'Other payments are being started right now. Nothing was charged; please try again in a few seconds.'

/**
 * Limits how many requests wait while a provider makes an order, so that a slow provider can't hold the requests that
 * other visitors need. Throws a 503 beyond the limit.
 */
export function createBeginLimit() {
  const waiting = new Map<string, number>()
  let all = 0

  return async function withinLimit<T>(customer: string, begin: () => Promise<T>): Promise<T> {
    const own = waiting.get(customer) ?? 0
    if (all >= MAX_WAITING.all || own >= MAX_WAITING.customer) throw new Refusal(503, BUSY)
    all += 1
    waiting.set(customer, own + 1)
    try {
      return await begin()
    } finally {
      all -= 1
      const left = (waiting.get(customer) ?? 1) - 1
      if (left > 0) waiting.set(customer, left)
      else waiting.delete(customer)
    }
  }
}
