import { type Limit, limits } from '../../contract/limits.ts'
import type { Caller, Handled } from '../http/answer.ts'
import { emailIn, type Limits } from './limits.ts'

/** The same calls, counted where their endpoint says so: for HTTP and for pages alike. */
export function withLimits(handlers: readonly Handled[], { guard }: Limits): Handled[] {
  return handlers.map((one) => {
    const { limit } = one.endpoint
    if (!limit) return one
    return {
      ...one,
      handle: (input, caller) =>
        guard(limit, accountOf(limits[limit], input as { body?: unknown }, caller), caller, () => one.handle(input, caller)),
    }
  })
}

function accountOf({ account }: Limit, input: { body?: unknown }, { session }: Caller): string | undefined {
  if (account?.by === 'session') return session.person?.userId
  return account && emailIn(input.body)
}
