import { callName } from '../../../contract/endpoints.ts'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import { isDatabaseUnavailable } from '../db/database-errors.ts'
import { answer, type Caller, type FileContent, type Handled, type NamedFile } from './answer.ts'
import { refusalOf } from './error-replies.ts'
import type { RawInput } from './read-input.ts'

/** The server's side of the data door: the same handlers and checks as over HTTP, without the network. */
export function createInProcessCall(handlers: readonly Handled[]): (caller: Caller) => Call {
  // By name, not by value: the pages are a build of their own with copies of the endpoints.
  let byName: ReadonlyMap<string, Handled> | undefined
  return (caller) => async (endpoint, input) => {
    // Built with the first call: modules are given this function before all handlers exist.
    byName ??= new Map(handlers.map((one) => [callName(one.endpoint), one]))
    const one = byName.get(callName(endpoint))
    if (!one) throw new Error(`No handler for ${callName(endpoint)}`)
    if (one.endpoint.raw) throw new Error(`${callName(endpoint)} is made over HTTP alone`)
    const result = await answer(one, input as RawInput, caller).catch(refuse)
    return (one.endpoint.file ? await wholeOf((result as NamedFile).content) : result) as never
  }
}

/** The page is told where the database is away; any other fault stays what it is. */
function refuse(error: unknown): never {
  if (!isDatabaseUnavailable(error)) throw error
  const refusal = refusalOf(error)
  refusal.cause = error
  throw refusal
}

async function wholeOf(content: FileContent): Promise<string | Uint8Array> {
  if (typeof content === 'string' || content instanceof Uint8Array) return content
  const pieces: (string | Uint8Array)[] = []
  for await (const piece of content) pieces.push(piece)
  const isText = pieces.every((piece) => typeof piece === 'string')
  return isText ? pieces.join('') : Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
}
