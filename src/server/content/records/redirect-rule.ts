import { addressKey } from '../../platform/http/request-target.ts'
import type { Values } from './store.ts'

/** What a record asks of those beside it: a sentence for each field at fault. */
export type RecordRule = (values: Values, others: readonly Values[]) => Record<string, string>

const TAKEN = 'There is a page at this address, and it is shown: nobody would be sent on.'
const CIRCLE = 'This leads back to the old address, so nobody would arrive anywhere.'

/** Refuses a redirect that cannot take effect: from an address that a page has, or around in a circle. */
export function redirectRule(origin: string, pagePaths: readonly string[]): RecordRule {
  const key = (address: string) => addressKey(new URL(address, origin))
  const pages = new Set(pagePaths.filter((path) => !path.includes(':')).map(key))

  return (values, others) => ({
    ...(pages.has(key(values.oldPath ?? '')) && { oldPath: TAKEN }),
    ...(returns(values, others) && { newPath: CIRCLE }),
  })

  function returns({ oldPath = '', state, newPath = '' }: Values, others: readonly Values[]): boolean {
    if (state === 'Gone') return false
    const start = key(oldPath)
    const ways = new Map(others.map((one) => [key(one.oldPath ?? ''), one]))
    const passed = new Set<string>()
    let at = key(newPath)
    while (at !== start && !passed.has(at)) {
      passed.add(at)
      const next = ways.get(at)
      if (next?.state !== 'Moved') return false
      at = key(next.newPath ?? '')
    }
    return at === start
  }
}
