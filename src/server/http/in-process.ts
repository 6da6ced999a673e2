import type { Call } from '../../contract/endpoint.ts'
import { callName } from '../../contract/endpoints.ts'
import { answer, type Caller, type Handled } from './answer.ts'
import type { RawInput } from './read-input.ts'

/** The server's side of the data door: the same handlers and checks as over HTTP, without the network. */
export function createInProcessCall(handlers: readonly Handled[]): (caller: Caller) => Call {
  // By name, not by value: the pages are a build of their own with copies of the endpoints.
  const byName = new Map(handlers.map((one) => [callName(one.endpoint), one]))
  return (caller) => async (endpoint, input) => {
    const one = byName.get(callName(endpoint))
    if (!one) throw new Error(`No handler for ${callName(endpoint)}`)
    return (await answer(one, input as RawInput, caller)) as never
  }
}
