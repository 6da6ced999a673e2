import { createHash } from 'node:crypto'
import { callName } from '../../../contract/endpoints.ts'
import type { Endpoint } from '../../../contract/grammar/endpoint.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { networkOf } from '../../config/ip-address.ts'
import type { Once } from '../db/once.ts'
import { ADDRESS_HEADER } from './request-headers.ts'
import type { Person } from './session.ts'

/** In characters; a UUID has 36. */
const MAX_LENGTH = 255
/** A string of RFC 9651, section 3.3.3, as the draft "The Idempotency-Key HTTP Header Field" wants it; or one without its quotes. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])+)"$/
const BARE = /^[\w.~:+/=-]+$/

const UNREADABLE = `Idempotency-Key must be 1 to ${MAX_LENGTH} characters in quotes, such as "8e03978e-40d5-43dd-bc93-6894a57f9324", and another one for each thing to be made.`

type Sender = { person: Person | undefined; headers: Headers }

/**
 * Returns what `write` needs to run a request once. A key belongs to one call and one sender: a signed-in person, or
 * the network that a visitor writes from. Undefined without a key; throws a 400 for a key that can't be read.
 */
export function onceOf(endpoint: Endpoint, sender: Sender, key: unknown, input: unknown): Once | undefined {
  if (key === undefined || key === null) return undefined
  return { id: hash([senderOf(sender), callName(endpoint), readKey(String(key))]), fingerprint: hash(input) }
}

function senderOf({ person, headers }: Sender): string {
  return person?.userId ?? `visitor ${networkOf(headers.get(ADDRESS_HEADER) ?? '')}`
}

function readKey(text: string): string {
  const key = QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? BARE.exec(text)?.[0]
  if (key === undefined || key.length > MAX_LENGTH) throw new Refusal(400, UNREADABLE)
  return key
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
