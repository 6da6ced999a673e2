import { type ApiCallFunction, buildEndpointKey } from '#contract/core/endpoint.ts'
import { isDatabaseUnavailableError } from '../db/database-errors.ts'
import type { Caller, EndpointHandler, FileDownload, FileReplyBody } from './define-handler.ts'
import { toUserError } from './error-replies.ts'
import { runHandler } from './run-handler.ts'
import type { UncheckedRequestInput } from './validate-input.ts'

/** Lets server-side pages make calls. Runs the same handlers and checks as HTTP, without the network. */
export function createInProcessCall(handlers: readonly EndpointHandler[]): (caller: Caller) => ApiCallFunction {
  // Looks up by name, because the pages are a separate build with copies of the endpoints.
  let handlersByName: ReadonlyMap<string, EndpointHandler> | undefined
  return (caller) => async (endpoint, input) => {
    // Built at the first call: modules receive this function before all handlers exist.
    handlersByName ??= new Map(handlers.map((endpointHandler) => [buildEndpointKey(endpointHandler.endpoint), endpointHandler]))
    const endpointHandler = handlersByName.get(buildEndpointKey(endpoint))
    if (!endpointHandler) throw new Error(`No handler for ${buildEndpointKey(endpoint)}`)
    if (endpointHandler.endpoint.raw) throw new Error(`${buildEndpointKey(endpoint)} works over HTTP only`)
    const result = await runHandler(endpointHandler, input as UncheckedRequestInput, caller).catch(throwUnavailable)
    return (endpointHandler.endpoint.file ? await readWholeFile((result as FileDownload).content) : result) as never
  }
}

/** Turns a database outage into a `UserError` for the page. Rethrows other errors. */
function throwUnavailable(error: unknown): never {
  if (!isDatabaseUnavailableError(error)) throw error
  throw Object.assign(toUserError(error), { cause: error })
}

async function readWholeFile(content: FileReplyBody): Promise<string | Uint8Array> {
  if (typeof content === 'string' || content instanceof Uint8Array) return content
  const chunks: (string | Uint8Array)[] = []
  for await (const chunk of content) chunks.push(chunk)
  const isText = chunks.every((chunk) => typeof chunk === 'string')
  return isText ? chunks.join('') : Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)))
}
