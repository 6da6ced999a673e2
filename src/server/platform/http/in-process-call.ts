import type { ApiCall } from '../../../contract/core/endpoint.ts'
import { getEndpointName } from '../../../contract/endpoints.ts'
import { isDatabaseUnavailableError } from '../db/database-errors.ts'
import { type Caller, type EndpointHandler, type FileContent, type NamedFile, runHandler } from './endpoint-handler.ts'
import { toUserError } from './error-replies.ts'
import type { UnvalidatedInput } from './validate-input.ts'

/** The server's side of the data door: the same handlers and checks as over HTTP, without the network. */
export function createInProcessCall(handlers: readonly EndpointHandler[]): (caller: Caller) => ApiCall {
  // By name, not by value: the pages are a build of their own with copies of the endpoints.
  let handlersByName: ReadonlyMap<string, EndpointHandler> | undefined
  return (caller) => async (endpoint, input) => {
    // Built with the first call: modules are given this function before all handlers exist.
    handlersByName ??= new Map(handlers.map((endpointHandler) => [getEndpointName(endpointHandler.endpoint), endpointHandler]))
    const endpointHandler = handlersByName.get(getEndpointName(endpoint))
    if (!endpointHandler) throw new Error(`No handler for ${getEndpointName(endpoint)}`)
    if (endpointHandler.endpoint.raw) throw new Error(`${getEndpointName(endpoint)} is made over HTTP alone`)
    const result = await runHandler(endpointHandler, input as UnvalidatedInput, caller).catch(throwUnavailable)
    return (endpointHandler.endpoint.file ? await readWholeFile((result as NamedFile).content) : result) as never
  }
}

/** The page is told where the database is away; any other fault stays what it is. */
function throwUnavailable(error: unknown): never {
  if (!isDatabaseUnavailableError(error)) throw error
  const userError = toUserError(error)
  userError.cause = error
  throw userError
}

async function readWholeFile(content: FileContent): Promise<string | Uint8Array> {
  if (typeof content === 'string' || content instanceof Uint8Array) return content
  const pieces: (string | Uint8Array)[] = []
  for await (const piece of content) pieces.push(piece)
  const isText = pieces.every((piece) => typeof piece === 'string')
  return isText ? pieces.join('') : Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
}
