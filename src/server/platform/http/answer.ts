import type { Readable } from 'node:stream'
import type { Access, Endpoint, InputOf, ReplyOf } from '../../../contract/grammar/endpoint.ts'
import { type Page, type Paging, pageAsked } from '../../../contract/grammar/paging.ts'
import { CONFIRMATION, NOT_LOGGED_IN, Refusal } from '../../../contract/grammar/refusal.ts'
import type { Once } from '../db/once.ts'
import { onceOf } from './idempotency-key.ts'
import { type RawInput, readInput, type Seen } from './read-input.ts'
import { type FileOnDisk, type ReceivedFile, readUpload, withoutBytes } from './read-upload.ts'
import type { Person, Session } from './session.ts'

/** Who makes a call, and how: over HTTP, or in-process from a page. */
export type Caller = {
  session: Session
  /** The request's headers; cookies among them. */
  headers: Headers
  /** Headers for the reply, cookies above all. */
  replyHeaders: Headers
}

/** What a file holds: text, bytes, or either in pieces, so that a long one is never in memory as a whole. */
export type FileContent = string | AsyncIterable<string | Uint8Array> | Uint8Array

/** A file as a handler answers it; under a name of its own where the declared one says too little. */
export type FileAnswer = FileContent | NamedFile
export type NamedFile = { name: string; content: FileContent }

/** What an access rule makes certain of whoever calls: a call that is not for anyone has a person. */
export type CallerFor<A extends Access> = A extends 'anyone' ? Caller : Caller & { person: Person }

/** A call that makes something hands this on to `write`. */
type OnceFor<E> = E extends { once: true } ? { once: Once | undefined } : unknown

/** What its sender has seen of the record that a call changes. */
type SeenOf<E> = E extends { versioned: true } ? { seen: Seen } : unknown

/** A body as it came. */
type RawOf<E> = E extends { raw: { as: infer As } } ? (As extends 'bytes' ? { bytes: Buffer } : { stream: Readable }) : unknown

/** An upload's file, all of it. */
type FileOf<E> = E extends { upload: { onDisk: true } }
  ? { file: FileOnDisk }
  : E extends { upload: object }
    ? { file: ReceivedFile }
    : unknown

export type Handler<E extends Endpoint> = (
  input: InputOf<E> & RawOf<E> & FileOf<E> & SeenOf<E>,
  caller: CallerFor<E['access']> & OnceFor<E>,
) => Promise<E extends { file: object } ? FileAnswer : ReplyOf<E>>

/** An endpoint with what it does, and who is told how each call of it went: `error` is what was thrown, if anything. */
export type Handled = {
  endpoint: Endpoint
  handle: AnyHandler
  onAnswered?: (raw: RawInput, caller: Caller, error?: unknown) => void
}

/** A handler whose endpoint is known at run time only. */
type AnyHandler = (input: unknown, caller: Caller & { person?: Person; once?: Once }) => Promise<unknown>

export function handled<E extends Endpoint>(endpoint: E, handle: Handler<E>): Handled {
  return { endpoint, handle: handle as AnyHandler }
}

/**
 * The one way to a handler, for both doors: access first, then the input, then a recent sign-in where needed, then
 * the work. The reply holds what is declared and nothing else. Throws a `Refusal`.
 */
export async function answer(one: Handled, raw: RawInput, caller: Caller): Promise<unknown> {
  const result = await answerChecked(one, raw, caller).catch((error: unknown) => {
    one.onAnswered?.(raw, caller, error)
    throw error
  })
  one.onAnswered?.(raw, caller)
  return result
}

async function answerChecked(one: Handled, raw: RawInput, caller: Caller): Promise<unknown> {
  const { access, upload } = one.endpoint
  const person = personFor(access, caller.session)
  if (!upload) return answerTo(one, raw, caller, person)
  const read = await readUpload(upload, raw, caller.headers)
  return answerTo(one, read, caller, person).finally(read.close)
}

async function answerTo(
  { endpoint, handle }: Handled,
  raw: RawInput,
  caller: Caller,
  person: Person | undefined,
): Promise<unknown> {
  const input = readInput(endpoint, raw)
  const sender = { person, headers: caller.headers }
  const once = endpoint.once && onceOf(endpoint, sender, raw.key, endpoint.upload ? withoutBytes(input as object) : input)
  if (endpoint.recent) await requireRecent(caller)
  const work = (asked: unknown) => handle(asked, { ...caller, ...(person && { person }), ...(once && { once }) })
  if (endpoint.file) return named(endpoint.file.name, (await work(input)) as FileAnswer)
  return endpoint.paged ? answerPage(endpoint, input as { query: Paging }, work) : endpoint.reply.parse(await work(input))
}

async function answerPage(
  { reply }: Endpoint,
  input: { query: Paging },
  work: (asked: unknown) => Promise<unknown>,
): Promise<Page<unknown>> {
  const { isInOrderOfArrival, ...page } = pageAsked(input.query)
  const { records, ...rest } = (await work({ ...input, query: { ...input.query, ...page } })) as Page<unknown>
  const declared = reply.parse(records) as unknown[]
  return { records: isInOrderOfArrival ? declared.toReversed() : declared, ...rest }
}

function named(declared: string, answered: FileAnswer): NamedFile {
  return typeof answered === 'object' && 'content' in answered ? answered : { name: declared, content: answered }
}

function personFor(access: Access, { viewer, person }: Session): Person | undefined {
  if (access === 'anyone') return person
  if (!person) throw new Refusal(401, NOT_LOGGED_IN)
  if (access !== 'admin' || person.isAdmin) return person
  if (viewer.kind === 'customer' && viewer.mustSetUpSecondFactor)
    throw new Refusal(403, 'This site asks its admins for a second factor. Set yours up at /account first.')
  throw new Refusal(403, 'Only an admin may do this.')
}

/** Throws a 403 where the sign-in is not recent. It names the password as what is missing, so that a form knows what to ask for. */
export async function requireRecent({ session: { isRecent } }: Pick<Caller, 'session'>): Promise<void> {
  if (await isRecent?.()) return
  const sentence = 'You logged in a while ago. Please enter your password again to go on.'
  throw new Refusal(403, sentence, { [CONFIRMATION]: sentence })
}
