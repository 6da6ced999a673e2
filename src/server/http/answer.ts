import type { Access, Endpoint, InputOf, ReplyOf } from '../../contract/endpoint.ts'
import { type Page, type Paging, pageAsked } from '../../contract/paging.ts'
import { CONFIRMATION, Refusal } from '../../contract/refusal.ts'
import { type RawInput, readInput } from './read-input.ts'
import type { Session } from './session.ts'

/** Who makes a call, and how: over HTTP, or in-process from a page. */
export type Caller = {
  session: Session
  /** The request's headers; cookies among them. */
  headers: Headers
  /** Headers for the reply, cookies above all. */
  replyHeaders: Headers
}

/** A file as a handler answers it: its text, or the text in pieces, so that a long one is never in memory as a whole. */
export type FileContent = string | AsyncIterable<string>

export type Handler<E extends Endpoint> = (
  input: InputOf<E>,
  caller: Caller,
) => Promise<E extends { file: object } ? FileContent : ReplyOf<E>>

/** An endpoint with what it does. */
export type Handled = { endpoint: Endpoint; handle: Handler<Endpoint> }

export function handled<E extends Endpoint>(endpoint: E, handle: Handler<E>): Handled {
  return { endpoint, handle: handle as unknown as Handler<Endpoint> }
}

/** The one way to a handler: access first, then the input, then a recent sign-in where needed, then the work. Throws a `Refusal`. */
export async function answer({ endpoint, handle }: Handled, raw: RawInput, caller: Caller): Promise<unknown> {
  checkAccess(endpoint.access, caller.session)
  const input = readInput(endpoint, raw)
  if (endpoint.recent) await checkRecent(caller.session)
  return endpoint.paged ? answerPage(handle, input as { query: Paging }, caller) : handle(input, caller)
}

async function answerPage(handle: Handler<Endpoint>, input: { query: Paging }, caller: Caller): Promise<Page<unknown>> {
  const { isInOrderOfArrival, ...page } = pageAsked(input.query)
  const asked = { ...input, query: { ...input.query, ...page } }
  const { records, total } = (await handle(asked, caller)) as Page<unknown>
  return { records: isInOrderOfArrival ? records.toReversed() : records, total }
}

function checkAccess(access: Access, { viewer }: Session): void {
  if (access === 'anyone') return
  if (viewer.kind === 'visitor') throw new Refusal(401, 'Please log in to do this.')
  if (access !== 'admin' || viewer.kind === 'admin') return
  if (viewer.mustSetUpSecondFactor)
    throw new Refusal(403, 'This site asks its admins for a second factor. Set yours up at /account first.')
  throw new Refusal(403, 'Only an admin may do this.')
}

/** Names the password as what is missing, so that a form knows what to ask for. */
async function checkRecent({ isRecent }: Session): Promise<void> {
  if (await isRecent?.()) return
  const sentence = 'You logged in a while ago. Please enter your password again to go on.'
  throw new Refusal(403, sentence, { [CONFIRMATION]: sentence })
}
